import Foundation
import Testing

@testable import Terminal

@Suite final class HistoryFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "skywave-history-\(UUID().uuidString)").path
    private var path: String { folder + "/state/skywave/history" }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func keep(_ bytes: [UInt8]) throws {
        try FileManager.default.createDirectory(atPath: folder + "/state/skywave", withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: path))
    }

    private var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    @Test func linesComeBackInOrderWithoutRepeats() throws {
        let history = HistoryFile(path: path)
        #expect(history.load().isEmpty)
        for line in ["featured", "play '夜 听'", "play '夜 听'", "\u{1B}[A", "", "featured"] { history.append(line) }
        #expect(HistoryFile(path: path).load() == ["featured", "play '夜 听'", "featured"])
        #expect(text == "featured\nplay '夜 听'\nfeatured\n")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func theLineOfAnEarlierRunIsNotRepeated() {
        HistoryFile(path: path).append("queue")
        let later = HistoryFile(path: path)
        _ = later.load()
        later.append("queue")
        #expect(text == "queue\n")
    }

    @Test func twoPromptsKeepEachOthersLines() {
        let (one, two) = (HistoryFile(path: path), HistoryFile(path: path))
        for number in 0..<150 {
            one.append("one \(number)")
            two.append("two \(number)")
        }
        one.shorten()
        two.append("last")
        #expect(HistoryFile(path: path).load().count == 301)
    }

    @Test func aThousandLinesAreKept() {
        let history = HistoryFile(path: path)
        for number in 1...1250 { history.append("line \(number)") }
        history.shorten()
        let lines = text.split(separator: "\n")
        #expect(lines.count == 1000)
        #expect(lines.first == "line 251")
        #expect(lines.last == "line 1250")
        #expect((try? FileManager.default.contentsOfDirectory(atPath: folder + "/state/skywave")) == ["history"])
    }

    @Test func aBrokenFileGivesWhatMakesSense() throws {
        try keep(Array("good\n\0\u{1B}[2J\n".utf8) + [0xFF, 0xFE, 10] + Array("夜听\nlast without end".utf8))
        let history = HistoryFile(path: path)
        #expect(history.load() == ["good", "夜听", "last without end"])
        history.append("next")
        #expect(HistoryFile(path: path).load().suffix(2) == ["last without end", "next"])
    }

    @Test func ofAFileOfAnySizeTheEndIsRead() throws {
        let junk = [UInt8](repeating: 120, count: 3 << 20)
        try keep(junk)
        #expect(HistoryFile(path: path).load().isEmpty)
        try keep(junk + Array("\nqueue\n".utf8))
        let history = HistoryFile(path: path)
        #expect(history.load() == ["queue"])
        history.shorten()
        #expect(text == "queue\n")
    }

    @Test func aPlaceWhereNothingCanBeWrittenIsPassedOver() {
        for path in ["/proc/nowhere/history", "/dev/null/history", "/tmp", "/dev/null"] {
            let history = HistoryFile(path: path)
            #expect(history.load().isEmpty)
            history.append("queue")
            history.shorten()
        }
    }
}
