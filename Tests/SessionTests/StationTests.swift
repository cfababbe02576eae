import Catalogue
import Library
import TestSupport
import Testing

@testable import Session

/// Radio stations between the directory, the queue and the player.
struct StationTests {
    /// A directory of one page and its streams, which send a minute of sound and then nothing more.
    private func directory() throws -> LoopbackServer {
        try LoopbackServer { request in
            let base = "http://" + (request.header("Host") ?? "")
            switch request.path {
            case "/json/stations/topclick":
                return .json(
                    #"[{"stationuuid":"a","name":"First","url":"\#(base)/live"},{"stationuuid":"b","name":"Pieces","url":"\#(base)/p.m3u8","hls":1},"#
                        + #"{"stationuuid":"c","name":"Second","url":"\#(base)/live"}]"#)
            case "/live":
                var response = LoopbackServer.Response(type: "audio/mpeg", body: Silence.mp3(seconds: 60))
                response.withoutLength = true
                response.stallAfter = response.body.count
                return response
            default: return .text("none", status: 404)
            }
        }
    }

    private func with(kind: Source.Kind = .radio, _ body: (Radio, LoopbackServer) async throws -> Void) async throws {
        let server = try directory()
        try await Radio.with { radio, _ in
            _ = try await radio.session.addSource("tuner", url: server.url, kind: kind)
            try await radio.session.useSource("tuner")
            try await body(radio, server)
        }
    }

    @Test func eachPlayIsCountedOnceWhateverBecomesOfTheCount() async throws {
        try await with { radio, server in
            func clicks() -> [String] { server.requests.map(\.path).filter { $0.hasPrefix("/json/url/") } }
            _ = try await radio.session.charts("clicks")
            try await radio.session.play(["1", "3"])
            await radio.started()
            try await radio.session.pause()
            try await radio.session.resume()
            #expect(await eventually { clicks() == ["/json/url/a"] })
            _ = try await radio.session.next()
            await radio.started()
            #expect(await eventually { clicks().count >= 2 } && clicks() == ["/json/url/a", "/json/url/c"])
            #expect(radio.events == ["playing First at 0", "playing Second at 0"])
        }
    }

    @Test func aStreamInPiecesIsRefusedAndTheOthersPlay() async throws {
        try await with { radio, _ in
            _ = try await radio.session.charts("clicks")
            #expect(await sessionError { try await radio.session.add(["2"]) } == .isHLS(title: "Pieces"))
            #expect(await sessionError { try await radio.session.play(["2"]) } == .isHLS(title: "Pieces"))
            let report = try await radio.session.play(["1-3"])
            #expect(report.items == 2 && report.failures.map(\.title) == ["Pieces"])
            await radio.started()
            #expect(try await radio.titles() == ["First", "Second"])
        }
    }

    @Test func aLiveStationHasNoPlaceAndNoLength() async throws {
        try await with { radio, _ in
            _ = try await radio.session.charts("clicks")
            try await radio.session.play(["1"])
            await radio.started()
            #expect(await sessionError { try await radio.session.seek(.absolute(5)) } == .isLive(title: "First"))
            #expect(try await radio.session.status().duration == nil)
            try await radio.session.stop()
            #expect(try await radio.session.status().position ?? 0 == 0)
        }
    }

    @Test(arguments: [(Source.Kind.radio, ["clicks", "votes", "trend"]), (.apple, ["top"]), (.fyyd, ["hot"])])
    func aChartThatASourceHasNotIsToldWithoutAsking(kind: Source.Kind, known: [String]) async throws {
        try await with(kind: kind) { radio, server in
            #expect(await sessionError { try await radio.session.charts("liked") } == .noSuchChart("liked", known: known))
            #expect(server.requests.isEmpty)
        }
    }
}
