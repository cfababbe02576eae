import Foundation
import TestSupport
import Testing

/// Sound that ffmpeg decodes, through the program. Where that isn't installed, all but its absence is passed over.
@Suite struct OtherCodecs {
    private static let kinds = ["flac", "opus", "m4a", "aac", "ogg", "wav"]
    private static let isInstalled: Bool = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let isThere = folders.contains { access("\($0)/ffmpeg", X_OK) == 0 }
        if !isThere { print("ffmpeg is not installed: other kinds of sound than MPEG audio are not tried") }
        return isThere
    }()

    /// Writes so many seconds of 440 Hz, mono at 48 kHz.
    private func write(_ name: String, seconds: Int, in skywave: Skywave) async throws {
        let arguments = ["-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=\(seconds)"]
        let codec = name.hasSuffix(".ogg") ? ["-c:a", "libvorbis"] : []
        let ffmpeg = try ChildProcess(
            "ffmpeg", arguments + codec + [name], environment: skywave.environment, folder: skywave.folder.path)
        let (words, status) = await ffmpeg.finish()
        #expect(status == 0, "\(words.errorText)")
    }

    /// The processes of ffmpeg's that this one has started.
    private func children(of process: pid_t) throws -> [pid_t] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.filter { child in
            guard let text = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8) else { return false }
            return text.contains("(ffmpeg)") && text.split(separator: ")").last?.split(separator: " ").dropFirst().first == "\(process)"
        }
    }

    private func areGone(_ processes: [pid_t]) async -> Bool {
        await eventually { processes.allSatisfy { !FileManager.default.fileExists(atPath: "/proc/\($0)") } }
    }

    @Test(arguments: kinds) func eachKindIsPlayedAndInspected(_ kind: String) async throws {
        guard Self.isInstalled else { return }
        let skywave = try Skywave()
        // The name says nothing.
        try await write("sound.\(kind)", seconds: 2, in: skywave)
        let bytes = try #require(skywave.folder.read("sound.\(kind)"))
        try skywave.folder.write(bytes, to: "sound.mp3")
        let raw = try await skywave("--output raw:- play sound.mp3")
        #expect(raw.status == 0, "\(raw.errors)")
        #expect((96_000...99_000).contains(raw.bytes.count / 2))
        let facts = try #require(try await skywave.objects("inspect sound.mp3").first)
        #expect(facts.text("codec") == ["ogg": "vorbis", "m4a": "aac", "wav": "pcm_s16le"][kind] ?? kind)
        #expect(facts.count("sampleRate") == 48_000)
        #expect(facts.count("channels") == 1)
        #expect(facts.count("frames") == raw.bytes.count / 2)
        #expect(abs((facts.number("duration") ?? 0) - 2) < 0.07)
        #expect(try await skywave("inspect sound.mp3").out.contains("48000 Hz, mono"))
        // Nor does it matter where it is.
        let server = try LoopbackServer { .file(bytes, for: $0) }
        let remote = try await skywave("--output raw:- play \(server.url)/sound.mp3")
        #expect(remote.status == 0, "\(remote.errors)")
        #expect(remote.bytes == raw.bytes)
        let whole = try await skywave("--output null play sound.\(kind) sound.mp3")
        #expect(whole.status == 0, "\(whole.errors)")
    }

    @Test func withoutFFmpegTheErrorNamesThePackage() async throws {
        let skywave = try Skywave(["PATH": "/nowhere"])
        try skywave.folder.write([0, 0, 0, 0x20] + Array("ftypM4A ".utf8) + [UInt8](repeating: 0, count: 4000), to: "talk.mp3")
        for command in ["inspect talk.mp3", "--output null play talk.mp3", "--output raw:- play talk.mp3"] {
            let run = try await skywave(command)
            #expect(run.status == 1)
            #expect(run.errors.contains("no MPEG audio but MPEG-4/AAC"), "\(run.errors)")
            #expect(run.errors.contains("install the package ffmpeg"), "\(run.errors)")
        }
    }

    /// Playing, it has one process, which goes with stop, with quit, and with the program itself.
    @Test func noProcessIsLeftBehind() async throws {
        guard Self.isInstalled else { return }
        let skywave = try Skywave()
        try await write("long.opus", seconds: 60, in: skywave)
        for (end, signal) in [("stop\n", nil), ("quit\n", nil), ("", SIGKILL)] as [(String, Int32?)] {
            let radio = try skywave.start(["--output", "null", "--json"], input: "play long.opus\nseek 20\nstatus\n")
            #expect(await radio.wait { $0.text.contains("\"status\"") })
            var processes: [pid_t] = []
            #expect(
                await eventually {
                    processes = try children(of: radio.process)
                    return processes.count == 1
                })
            if let signal { radio.signal(signal) } else { radio.write(end) }
            #expect(await areGone(processes), "after \(end)")
            _ = await radio.finish()
        }
    }

    /// A station's AAC never ends; stop does, though it waits for bytes.
    @Test func aStationOfAACPlaysUntilStop() async throws {
        guard Self.isInstalled else { return }
        let skywave = try Skywave()
        try await write("station.aac", seconds: 20, in: skywave)
        let bytes = try #require(skywave.folder.read("station.aac"))
        let server = try LoopbackServer { _ in
            var response = LoopbackServer.Response(type: "audio/aacp", body: bytes)
            response.withoutLength = true
            response.stallAfter = bytes.count / 2
            return response
        }
        let radio = try skywave.start(["--output", "null"], input: "play \(server.url)/live\n")
        #expect(await radio.wait(for: "▶"), "\(radio.said.errorText)")
        radio.write("stop\n")
        #expect(await radio.hasStopped())
        radio.write("quit\n")
        let (words, status) = await radio.finish()
        #expect(status == 0, "\(words.errorText)")
    }

    /// What is recorded amid a station's Ogg can be played by itself.
    @Test(arguments: ["opus", "ogg"]) func aRecordingOfOggPlays(_ ending: String) async throws {
        guard Self.isInstalled else { return }
        let skywave = try Skywave()
        try await write("station." + ending, seconds: 20, in: skywave)
        let bytes = try #require(skywave.folder.read("station." + ending))
        let gate = LoopbackServer.Gate()
        let server = try LoopbackServer { _ in
            var response = LoopbackServer.Response(type: "audio/ogg", body: bytes, headers: [("icy-name", "Ogg One")])
            (response.withoutLength, response.stallAfter, response.gate) = (true, bytes.count / 2, gate)
            return response
        }
        let radio = try skywave.start(["--output", "null"], input: "play \(server.url)/live\n")
        #expect(await radio.wait(for: "▶"), "\(radio.said.errorText)")
        radio.write("record show.\(ending)\n")
        #expect(await radio.wait(for: "● recording to"), "\(radio.said.errorText)")
        gate.open()
        #expect(await eventually { skywave.folder.read("show.\(ending).recording")?.count ?? 0 > bytes.count / 4 })
        radio.write("record off\nquit\n")
        #expect(await radio.finish().status == 0)
        let facts = try #require(try await skywave.objects("inspect show.\(ending)").first)
        #expect(facts.count("sampleRate") == 48_000 && (facts.count("frames") ?? 0) > 4 * 48_000, "\(facts)")
    }

    /// Of several files in a row each counts its time anew.
    @Test(arguments: [true, false]) func aChainOfFilesPlaysOnWhereItIs(isLocal: Bool) async throws {
        guard Self.isInstalled else { return }
        let skywave = try Skywave()
        var chain: [UInt8] = []
        for name in ["one.opus", "two.opus"] {
            try await write(name, seconds: 20, in: skywave)
            chain += try #require(skywave.folder.read(name))
        }
        try skywave.folder.write(chain, to: "chain.opus")
        let server = try LoopbackServer { [chain] in .file(chain, for: $0, type: "audio/ogg") }
        let radio = try skywave.start(["--output", "null"], input: "play \(isLocal ? "chain.opus" : server.url + "/chain.opus")\n")
        #expect(await radio.wait(for: "▶"), "\(radio.said.errorText)")
        radio.write("seek 0:30\n")
        #expect(await radio.wait { $0.errorText.contains("can't be heard from another place") }, "\(radio.said.text)")
        // From a server it has to be asked for again.
        #expect(await radio.hasState("playing"))
        radio.write("quit\n")
        let (words, status) = await radio.finish()
        #expect(status == 1)
        let state = try JSONObject.lines(words.text.split(separator: "\n").filter { $0.hasPrefix("{") }.joined(separator: "\n")).last
        #expect(state?.text("state") == "playing" && state?.number("duration") == nil, "\(words.text)")
        #expect(try await skywave.objects("inspect chain.opus").first?.number("duration").map { abs($0 - 40) < 0.1 } == true)
    }
}
