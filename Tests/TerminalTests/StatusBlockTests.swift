import Testing

@testable import Terminal

@Suite struct StatusBlockTests {
    private let size = Screen.Size(columns: 10, rows: 4)

    @Test func theLinesAreDrawnInPlaceOfThoseBefore() {
        var block = StatusBlock()
        #expect(!block.isShown)
        #expect(block.drawn(["one"], size) == "\rone\u{1B}[J")
        #expect(block.drawn(["one", "two"], size) == "\rone\u{1B}[K\r\ntwo\u{1B}[J")
        #expect(block.drawn(["two"], size) == "\r\u{1B}[1Atwo\u{1B}[J")
        #expect(block.isShown)
        #expect(block.erased(columns: 10) == "\r\u{1B}[J")
        #expect(!block.isShown)
    }

    @Test func theyNeverFillTheScreenAndAreCleaned() {
        var block = StatusBlock()
        #expect(block.drawn(["历史故事故事\u{1B}[2J", "2", "3", "4"], size) == "\r历史故事…\u{1B}[K\r\n2\u{1B}[K\r\n3\u{1B}[J")
        #expect(block.erased(columns: 10) == "\r\u{1B}[2A\u{1B}[J")
        #expect(block.drawn(["1", "2"], Screen.Size(columns: 1, rows: 1)) == "\r\u{1B}[J")
    }

    @Test func aTerminalThatHasBecomeNarrowerHasFoldedThem() {
        var block = StatusBlock()
        _ = block.drawn(["123456789", "1234", ""], size)
        #expect(block.erased(columns: 4) == "\r\u{1B}[4A\u{1B}[J")
    }
}
