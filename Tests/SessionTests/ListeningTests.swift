import Catalogue
import Library
import Playback
import Synchronization
import TestSupport
import Testing

@testable import Session

/// What a station tells while it is heard, how it goes on, and what is recorded of it.
struct ListeningTests {
    /// A second of sound, and the title it is of.
    private static func second(_ title: String) -> [UInt8] {
        let sound = Array(Silence.mp3(seconds: 1).prefix(4000))
        return sound + StationBytes.block(Array("StreamTitle='\(title)';".utf8))
    }

    /// A station that says each title behind a second of sound, and gives one more before nothing comes.
    private static func station(_ titles: [String], isOver: Bool = false) -> LoopbackServer.Response {
        var response = StationBytes.response(
            titles.flatMap { second($0) } + Silence.mp3(seconds: 1).prefix(3999), interval: "4000",
            [("icy-name", "Radio  One"), ("icy-br", "32")])
        if isOver { response.stallAfter = nil }
        return response
    }

    private func titles(_ radio: Radio) -> [String] { radio.events.filter { $0.hasPrefix("live") } }

    @Test func titlesAreToldOnceAndKeptInTheHistory() async throws {
        let server = try LoopbackServer { _ in Self.station(["A - B", "A - B", "", "C &amp; D", "C &amp; D"]) }
        try await Radio.with { radio, _ in
            try await radio.session.play([server.url + "/live"])
            #expect(await eventually { titles(radio).count == 2 })
            #expect(radio.events.first == "playing live at 0")
            #expect(titles(radio) == ["live: A - B", "live: C & D"])
            let status = try await radio.session.status()
            #expect(status.stream == StreamReport(title: "C & D", station: "Radio One", bitrate: 32))
            #expect(status.record?.episode.title == "live" && status.duration == nil)
            #expect(await sessionError { try await radio.session.seek(.absolute(1)) } == .isLive(title: "live"))
            try await radio.session.stop()
            #expect(try await radio.session.status().stream == nil)
            let history = try await radio.session.history()
            #expect(history.map { $0.titles.map(\.title) } == [["A - B", "C & D"]])
            #expect(try await radio.session.status().position ?? 0 == 0)
        }
    }

    @Test func aConnectionThatEndsIsTakenUpAgain() async throws {
        let count = Mutex(0)
        let server = try LoopbackServer { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return Self.station(["part \(number)"], isOver: number < 3)
        }
        try await Radio.with { radio, _ in
            try await radio.session.play([server.url + "/live"])
            #expect(await eventually { titles(radio).count == 3 })
            #expect(radio.events == ["playing live at 0", "live: part 1", "live: part 2", "live: part 3"])
        }
    }

    @Test func aBroadcastKeepsItsSpeed() async throws {
        let server = try LoopbackServer { _ in Self.station(Array(repeating: "on air", count: 8)) }
        try await Radio.with { radio, _ in
            _ = try await radio.session.set("speed", to: "2")
            try await radio.session.play([server.url + "/live"])
            #expect(await eventually { !titles(radio).isEmpty })
            #expect(await radio.session.speedOfCurrent == 1)
            #expect(await sessionError { try await radio.session.speed(.to(3)) } == .isLive(title: "live"))
            _ = try await radio.session.set("speed", to: "1.5")
            #expect(await radio.session.speedOfCurrent == 1)
        }
    }

    @Test func aLongPauseEndsTheConnectionAndTheStationGoesOnAnew() async throws {
        let server = try LoopbackServer { Self.station(Array(repeating: "from \($0.connection)", count: 8)) }
        let folder = try TemporaryFolder()
        let radio = Radio(folder) { $0.livePause = .milliseconds(50) }
        try await radio.session.play([server.url + "/live"])
        #expect(await eventually { !titles(radio).isEmpty })
        try await radio.session.pause()
        #expect(await eventually { await radio.session.isHungUp })
        #expect(try await radio.session.status().state == .paused)
        try await radio.session.resume()
        #expect(await eventually { titles(radio).count == 2 })
        #expect(radio.events == ["playing live at 0", "live: from 1", "playing live at 0", "live: from 2"])
        await radio.session.close()
    }

    @Test(arguments: [
        ("#EXTM3U\n#EXTINF:-1,Kanal\nlive\n", "audio/x-mpegurl"),
        ("http://127.0.0.1:1/gone\n\(Self.base)/live\n", "text/plain"),
        ("[playlist]\nNumberOfEntries=2\nFile1=\(Self.base)/missing\nFile2=\(Self.base)/live\n", "audio/x-scpls"),
        ("[playlist]\nFile1=\(Self.base)/page\nFile2=\(Self.base)/again\n", "application/octet-stream"),
        (
            "<?xml version=\"1.0\"?><playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\"><trackList><track><location>\(Self.base)/live"
                + "</location></track></trackList></playlist>", "application/xspf+xml"
        ),
    ])
    func aListOfAddressesLeadsToTheFirstThatPlays(list: String, type: String) async throws {
        let server = try LoopbackServer { request in
            let base = "http://" + (request.header("Host") ?? "")
            switch request.path {
            case "/list": return .text(list.replacing(Self.base, with: base), type: type)
            case "/again": return .text("#EXTM3U\n\(base)/live\n", type: "audio/mpegurl")
            case "/live": return Self.station(["found"])
            case "/page": return .text("<html>no</html>", type: "text/html")
            default: return .text("none", status: 404)
            }
        }
        try await Radio.with { radio, _ in
            try await radio.session.play([server.url + "/list"])
            #expect(await eventually { radio.events.contains("list: found") }, "\(radio.events)")
        }
    }

    private static let base = "BASE"

    @Test func listsThatLeadNowhereEnd() async throws {
        let server = try LoopbackServer { request in
            let base = "http://" + (request.header("Host") ?? "")
            switch request.path {
            case "/round": return .text("#EXTM3U\n\(base)/round\n\(base)/round\n", type: "audio/mpegurl")
            case "/none": return .text("#EXTM3U\n", type: "audio/mpegurl")
            case "/hls": return .text("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n", type: "application/vnd.apple.mpegurl")
            default: return .text("none", status: 404)
            }
        }
        try await Radio.with { radio, _ in
            for (path, error) in [
                ("round", SessionError.emptyPlaylist("round")), ("none", .emptyPlaylist("none")), ("hls", .isHLS(title: "hls")),
            ] {
                try await radio.session.play([server.url + "/" + path])
                let failures = await radio.session.waitUntilPlayed()
                #expect(failures.compactMap(Self.cause) == [error], "\(path): \(failures)")
                _ = try await radio.session.clear()
            }
            #expect(server.requests.count < 25)
        }
    }

    private static func cause(_ failure: ItemFailure) -> SessionError? {
        if case .source(let error)? = failure.error as? PlaybackError { error as? SessionError } else { failure.error as? SessionError }
    }
}

extension RadioSession {
    /// Whether what plays is a station that is paused for so long that it was let go of.
    fileprivate var isHungUp: Bool { playing.current?.isHungUp == true }
    fileprivate var speedOfCurrent: Double? { playing.current?.effects.speed }
}
