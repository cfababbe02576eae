import Glibc
import TestSupport
import Testing

@testable import Terminal

@Suite struct ScreenTests {
    private func place(before end: Int? = nil, _ text: String, columns: Int) -> [Int] {
        Launch.useUTF8()
        let line = text.unicodeScalars.map { wchar_t(bitPattern: $0.value) }
        let place = line.withUnsafeBufferPointer { LinePlace(before: end ?? line.count, in: $0, promptWidth: 2, columns: columns) }
        return [place.row, place.column]
    }

    @Test func theCursorIsWhereLibeditDraws() {
        #expect(place("", columns: 10) == [0, 2])
        #expect(place("abc", columns: 10) == [0, 5])
        #expect(place("abcdefgh", columns: 10) == [1, 0])
        #expect(place("abcdefg故", columns: 10) == [1, 2])
        #expect(place(before: 7, "abcdefg故", columns: 10) == [1, 0])
        #expect(place("e\u{301}\u{3}", columns: 10) == [0, 5])
        #expect(place("a\t", columns: 20) == [0, 8])
        #expect(place(String(repeating: "故", count: 20), columns: 10) == [4, 2])
    }

    @Test func aSequenceCutShortDoesNotEatTheNextByte() {
        Launch.useUTF8()
        var decoder = KeyDecoder()
        let bytes: [UInt8] = [0xE5, 0x8F, 0xA4, 0xC3, 0x6F, 0x6B, 0xFF, 0x21]
        let keys = bytes.compactMap { decoder.take($0) }.compactMap { Unicode.Scalar(UInt32(bitPattern: $0)) }
        #expect(String(String.UnicodeScalarView(keys)) == "古ok!")
    }

    @Test func theStatusIsCutToTheScreenAndCleaned() {
        let size = Screen.Size(columns: 6, rows: 10)
        #expect(StatusBar(text: "历史故事\u{1B}[2J").bar(size) == "\u{1B}7\u{1B}[10;1H\u{1B}[7m历史…\u{1B}[0m\u{1B}[K\u{1B}8")
        #expect(StatusBar(text: "x", isHidden: true).bar(size) == "")
        #expect(StatusBar().region(size) == "\u{1B}7\u{1B}[10;1H\u{1B}[K\u{1B}[r\u{1B}8")
    }

    @Test func theSizeOfAPseudoTerminalIsTold() throws {
        let terminal = try #require(PseudoTerminal(columns: 33, rows: 7))
        #expect(Screen.size(of: terminal.line) == Screen.Size(columns: 33, rows: 7))
        #expect(Screen.isTerminal(terminal.line))
    }
}
