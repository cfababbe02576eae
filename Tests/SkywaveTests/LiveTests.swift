import Foundation
import TestSupport
import Testing

/// Stations as they are heard, written and recorded by the built program.
@Suite struct Live {
    private static let sound = SilentMP3.bytes(frames: 400)

    /// 400 frames of sound with a title behind each 4000 bytes; then it ends, or is silent.
    private static func station(isOver: Bool) -> LoopbackServer.Response {
        let texts = ["Guns N' Roses - Sweet Child O' Mine';StreamUrl='", "THE WEEKND &amp; KENDRICK; LIVE", "", "夜听';adw_ad='true"]
        let blocks = (0..<1000).map { Array("StreamTitle='\(texts[$0 / 12 % texts.count])';".utf8) }
        var response = StationBytes.response(StationBytes.mixed(sound, every: 4000, blocks), interval: "4000", [("icy-name", "One")])
        if isOver { response.stallAfter = nil }
        return response
    }

    @Test func anHourIsWrittenAsFastAsItComesUntilTheServerEndsIt() async throws {
        let server = try LoopbackServer { _ in Self.station(isOver: true) }
        let skywave = try Skywave()
        let run = try await skywave.run(["play", server.url + "/live", "--output", "raw:-"])
        #expect(run.status == 0, "\(run.errors)")
        let channels = Self.sound.count > 3 && Self.sound[3] >> 6 == 3 ? 1 : 2
        #expect(run.bytes.count == 400 * 1152 * 2 * channels && run.bytes.allSatisfy { $0 == 0 })
        #expect(run.errors == "♪ Guns N' Roses - Sweet Child O' Mine\n♪ THE WEEKND & KENDRICK; LIVE\n♪ 夜听\n")
        #expect(server.requests.count == 1)
    }

    @Test func whoDoesntReadOnEndsIt() async throws {
        let server = try LoopbackServer { _ in Self.station(isOver: false) }
        let skywave = try Skywave()
        let writer = try skywave.start(["play", server.url + "/live", "--output", "raw:-"])
        #expect(await writer.wait(until: { $0.out.count > 100_000 }))
        writer.signal(SIGINT)
        let (_, status) = await writer.finish()
        #expect(status == 130)
    }

    @Test func aScriptHearsTitlesRecordsAndFindsThemInTheHistory() async throws {
        let server = try LoopbackServer { request in
            request.path == "/list.pls"
                ? .text("[playlist]\nFile1=/live\n", type: "audio/x-scpls")
                : request.path == "/live" ? Self.station(isOver: false) : .json(Self.directory("http://" + (request.header("Host") ?? "")))
        }
        let skywave = try Skywave()
        #expect(try await skywave.run(["source", "add", "tuner", server.url, "--kind", "radio"]).status == 0)
        let script = try skywave.start(["--output", "null", "--source", "tuner"], input: "charts clicks\nplay 1\n")
        #expect(await script.wait(for: "♪ Guns N' Roses - Sweet Child O' Mine"))
        script.write("record show.mp3\nstatus --json\nstop\n")
        #expect(await script.wait { $0.text.contains("● recorded ") || $0.text.contains("nothing came of") })
        script.write("history --json\nrecord off\nquit\n")
        let (words, status) = await script.finish()
        #expect(words.text.contains("● recording to \(skywave.folder.file("show.mp3")); record off ends it"), "\(words.text)")
        #expect(status == 1 && words.errorText == "error: nothing is being recorded; record begins it\n", "\(words.errorText)")
        let objects = try JSONObject.lines(words.text.split(separator: "\n").filter { $0.hasPrefix("{") }.joined(separator: "\n"))
        let state = objects.of("status").first
        #expect(state?.text("title") == "Kanal 1" && state?.text("streamName") == "One")
        #expect(state?.text("stream") == "Guns N' Roses - Sweet Child O' Mine")
        #expect(state?.text("recording") == skywave.folder.file("show.mp3"))
        let heard = objects.of("listen").first
        #expect(heard?.text("title") == "Kanal 1" && heard?.list("titles").first?.text("title") == "Guns N' Roses - Sweet Child O' Mine")
        #expect(words.text.components(separatedBy: "♪ Guns N' Roses").count == 2)
    }

    /// A station whose only address is a list.
    private static func directory(_ base: String) -> String {
        #"[{"stationuuid":"u","name":"Kanal 1","url":"\#(base)/list.pls","codec":"MP3"}]"#
    }

    @Test func aKillLeavesWhatWasRecorded() async throws {
        let server = try LoopbackServer { _ in
            var response = Self.station(isOver: false)
            (response.chunk, response.pause) = (2000, 0.02)
            return response
        }
        let skywave = try Skywave()
        let script = try skywave.start(["--output", "null"], input: "play \(server.url)/live\n")
        #expect(await script.wait(for: "▶"))
        script.write("record a.mp3\n")
        let part = skywave.folder.file("a.mp3.recording")
        #expect(await eventually { ((try? FileManager.default.attributesOfItem(atPath: part)[.size]) as? Int ?? 0) > 4000 })
        script.signal(SIGKILL)
        _ = await script.finish()
        let facts = try await skywave.objects(["inspect", "a.mp3.recording"])
        #expect(facts.first?.text("codec") == "mp3" && facts.first?.count("frames") ?? 0 > 1152)
    }
}
