import Glibc
import Testing

@testable import Terminal

@Suite struct InputLinesTests {
    /// Everything that comes out of a pipe into which `pieces` are written, one read for each.
    private func answers(_ pieces: [[UInt8]]) throws -> [Answer] {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let lines = InputLines(descriptor: ends[0])
        var result: [Answer] = []
        func takeAll() {
            while let answer = lines.next(), result.count < 10_000 {
                result.append(answer)
                if answer == .end { return }
            }
        }
        for piece in pieces {
            for start in stride(from: 0, to: piece.count, by: 65_536) {
                let part = Array(piece[start..<min(start + 65_536, piece.count)])
                #expect(write(ends[1], part, part.count) == part.count)
                lines.fill()
                takeAll()
            }
        }
        close(ends[1])
        lines.fill()
        takeAll()
        return result
    }

    private func answers(_ text: String...) throws -> [Answer] { try answers(text.map { Array($0.utf8) }) }

    @Test func aLastLineWithoutALineEndCounts() throws {
        #expect(try answers("help\nqueue") == [.line("help"), .line("queue"), .end])
        #expect(try answers("") == [.end])
        #expect(try answers("\n\n") == [.line(""), .line(""), .end])
    }

    @Test func carriageReturnsAndAByteOrderMarkAreDropped() throws {
        #expect(try answers("\u{FEFF}help\r\nquit\r\n") == [.line("help"), .line("quit"), .end])
    }

    @Test func linesMayComeInPieces() throws {
        #expect(try answers("he", "lp 历", "史\nqu", "it\n") == [.line("help 历史"), .line("quit"), .end])
    }

    @Test func zeroBytesAndBytesThatAreNotUTF8BecomeReplacements() throws {
        #expect(
            try answers([Array("he\0lp\n".utf8), [0xC3, 0x6F, 0xFF, 10]]) == [.line("he\u{FFFD}lp"), .line("\u{FFFD}o\u{FFFD}"), .end])
    }

    @Test func aHugeLineIsReadOverAndTheNextOneIsRight() throws {
        let huge = [UInt8](repeating: 120, count: InputLines.limit + 70_000)
        let limit = InputLines.limit
        #expect(try answers([huge, Array("\nhelp\n".utf8)]) == [.tooLong(limit: limit), .line("help"), .end])
        #expect(try answers([huge]) == [.tooLong(limit: limit), .end])
        let long = [UInt8](repeating: 120, count: 1_000_000)
        #expect(try answers([long]) == [.line(String(repeating: "x", count: 1_000_000)), .end])
    }

    @Test func aFolderIsUnreadable() throws {
        let descriptor = open("/", O_RDONLY)
        defer { close(descriptor) }
        let lines = InputLines(descriptor: descriptor)
        #expect(lines.next() == nil)
        lines.fill()
        #expect(lines.next() == .unreadable(errno: EISDIR))
    }
}
