import Catalogue
import Foundation
import Library
import TestSupport
import Testing

@testable import Session

/// Titles and headers that mean no good: each file lies in the folder, can be opened, and is the only one of its name.
@Suite struct HostileNameTests {
    @Test func aThousandFilesHaveNamesOfTheirOwn() throws {
        let here = try TemporaryFolder()
        let folder = here.file("downloads")
        var (random, places, kept) = (Dice(seed: 20_261_130), TakenPlaces(), [(path: String, number: Int)]())
        let templates = try ["{program}/{date} {title}.{ext}", "{title}.{ext}", "{host}/{program}/{title} ({id}).{ext}"].map {
            try #require(DownloadTemplate($0))
        }
        for number in 1...1000 {
            let title = random.hostileText(number)
            let episode = Episode(
                ref: "1", title: title, programTitle: random.hostileText(number + 7), hosts: [random.hostileText(number + 13)],
                published: random.below(3) == 0 ? 1_796_040_000 : nil)
            let record = EpisodeRecord(id: ItemID(.episode, Int64(number)), source: "demo", episode: episode)
            let audio = AudioFile(url: "https://a.org/\(random.hostileText(number))", mime: random.below(2) == 0 ? "audio/mp4" : nil)
            let path = DownloadName.path(for: record, audio: audio, in: folder, by: templates[number % 3], &places)
            expectSafe(path, in: folder)
            try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            #expect(!LocalFile.isThere(path))
            try Data("\(number)".utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
            kept.append((path, number))
        }
        for (path, number) in kept { #expect(LocalFile.bytes(path, limit: 10) == Array("\(number)".utf8)) }
        #expect(Set(kept.map { $0.path.uppercased().lowercased() }).count == 1000)
        #expect(here.names == ["downloads"])
    }

    @Test func whatAServerCallsThemDoesNotMatter() async throws {
        let server = try LoopbackServer { request in
            if request.path == "/feed.xml" { return LoopbackServer.Response(type: "text/xml", body: Array(feed().utf8)) }
            let number = Int(request.path.dropFirst("/file/".count)) ?? 0
            var random = Dice(seed: UInt64(number))
            let name = random.hostileText(number).filter { $0.isASCII && !$0.isNewline && $0 != "\0" }
            let headers = ["attachment; filename=\"\(name)\"", "attachment; filename*=UTF-8''..%2F..%2Fout\(number).m4a", name]
            var response = LoopbackServer.Response.file(
                Silence.mp3(seconds: 0.1) + [UInt8](repeating: 0, count: number), for: request, type: "application/octet-stream")
            response.headers.append(("Content-Disposition", headers[number % 3]))
            return response
        }
        try await Radio.with { radio, folder in
            _ = try await radio.session.subscribe([server.url + "/feed.xml"])
            _ = try await radio.session.set("transfers-per-host", to: "8")
            #expect(try await radio.session.download(["p1"]).items == Self.count)
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            let records = try await radio.session.downloads()
            #expect(records.map(\.state) == Array(repeating: .done, count: Self.count))
            for record in records {
                let path = try #require(record.path)
                expectSafe(path, in: folder.file("library/downloads"))
                #expect(path.hasSuffix(".mp3"))
                #expect((LocalFile.bytes(path, limit: 100_000)?.count).map(Int64.init) == record.size)
            }
            #expect(Set(records.compactMap { $0.path?.uppercased().lowercased() }).count == Self.count)
            #expect(Set(records.map(\.size)).count == Self.count)
            #expect(try folder.names(in: "library/downloads") == ["_.._.. out"])
        }
    }

    private static let count = 60

    /// Many of the titles are the same.
    private func feed() -> String {
        var random = Dice(seed: 7)
        let items = (0..<Self.count).map { number in
            let text = random.hostileText(number % 40).unicodeScalars.filter { $0.value >= 0x20 && $0 != "]" && $0.value != 0xFFFE }
            return "<item><title><![CDATA[\(String(String.UnicodeScalarView(text)))]]></title><guid>\(number)</guid>"
                + "<enclosure url=\"/file/\(number)\" length=\"1000\" type=\"audio/mpeg\"/></item>"
        }
        return "<rss version=\"2.0\"><channel><title>/../.. out</title>\(items.joined())</channel></rss>"
    }

    /// By the bytes, as the system sees a path.
    private func expectSafe(_ path: String, in folder: String, _ place: SourceLocation = #_sourceLocation) {
        #expect(path.utf8.starts(with: (folder + "/").utf8), sourceLocation: place)
        #expect(path.utf8.count < 4096 - 512, sourceLocation: place)
        for bytes in path.utf8.dropFirst(folder.utf8.count + 1).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            let name = String(Substring(bytes))
            #expect((1...245).contains(bytes.count), "\(name)", sourceLocation: place)
            #expect(!".- ".utf8.contains(bytes.first ?? 0) && !". ".utf8.contains(bytes.last ?? 0), "\(name)", sourceLocation: place)
            let isPlain = name.unicodeScalars.allSatisfy {
                !$0.properties.isBidiControl && $0.properties.generalCategory != .control && !"\\:*?\"<>|".unicodeScalars.contains($0)
            }
            #expect(isPlain, "\(name)", sourceLocation: place)
        }
        // By characters there are as many folders as by bytes.
        #expect(path.filter { $0 == "/" }.count == path.utf8.count { $0 == UInt8(ascii: "/") }, sourceLocation: place)
    }
}

/// Numbers that look thrown, the same each time.
struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }

    mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }

    /// One of the nasty ones, as it is or amid others and letters of any script.
    mutating func hostileText(_ number: Int) -> String {
        if number % 4 == 0 { return Self.nasty[number / 4 % Self.nasty.count] }
        var text = String.UnicodeScalarView()
        for _ in 0..<below(below(8) == 0 ? 300 : 12) {
            switch below(6) {
            case 0: text.append(contentsOf: Self.nasty[below(Self.nasty.count)].unicodeScalars.prefix(20))
            case 1: text.append("/\\.-: \0\u{301}\u{200D}\u{202E}".unicodeScalars.randomElement(using: &self) ?? "x")
            default: text.append(Unicode.Scalar(UInt32(below(below(2) == 0 ? 0x3000 : 0x10FFFF))) ?? "/")
            }
        }
        return String(text)
    }

    private static let nasty = [
        "", ".", "..", "...", "../../../etc/passwd", "/etc/passwd", "/", "//", "\\..\\..\\x", "a/../../b", "..\u{301}/..\u{301}/x",
        "/\u{301}x",
        "\u{600}/x", "x\u{600}", "~", "~root/x", "-rf", "--help", ".hidden", ".part", "x.part", "x.part.info", "\0", "a\0b", "a\nb\r\nc",
        "\t",
        "\u{1B}[2J", "\u{202E}gpm.exe", "\u{2066}x", "\u{61C}", "\u{200B}", "\u{FEFF}x", "\u{AD}", "CON", "nul", "COM1.mp3", "lpt9",
        "aux.tar.gz",
        "Lpt\u{B9}", "x.", "x ", "x. . .", " x", "\u{A0}x\u{3000}", "a:b*c?d\"e<f>g|h", "$(reboot)", "`x`; rm", "%2e%2e%2f", "Caf\u{E9}",
        "Cafe\u{301}", "CAF\u{C9}", "stra\u{DF}e", "STRASSE", "\u{130}x", "i\u{307}x", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "海的声音", "صوت البحر", "Episode", "EPISODE",
        "episode.mp3",
        String(repeating: "海", count: 300), String(repeating: "a", count: 5000), "a" + String(repeating: "\u{301}", count: 600),
        String(repeating: "👩‍👩‍👧‍👦", count: 60), String(repeating: "../", count: 2000), String(repeating: ".", count: 300), "\u{10FFFD}",
    ]
}

extension Dice: RandomNumberGenerator {
    mutating func next() -> UInt64 { UInt64(below(1 << 31)) << 33 ^ UInt64(below(1 << 31)) }
}
