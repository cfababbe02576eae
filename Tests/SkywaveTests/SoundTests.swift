import Foundation
import TestSupport
import Testing

/// What comes out of the speakers, recorded from a sink of each test's own.
@Suite struct Sound {
    /// Runs a test with a sink of its own, where there is a sound server.
    private func listening(_ body: (Listening, Skywave) async throws -> Void) async throws {
        guard let server = Listening.server else { return }
        try await Listening.with(server: server) { try await body($0, try $0.skywave()) }
    }

    @Test func fiveSecondsOf440HertzAreHeardWithoutAGap() async throws {
        try await listening { listening, skywave in
            try await Tone.write([(440, 5)], to: "tone.mp3", in: skywave.folder)
            let run = try await skywave.run(["play", "tone.mp3"])
            #expect(run.status == 0, "\(run.errors)")
            #expect(await listening.waitForSilence(seconds: 0.3))
            let recording = listening.recording
            let sounds = recording.sounds(partedBy: 0.005)
            #expect(sounds.count == 1, "\(sounds)")
            let sound = try #require(sounds.first)
            #expect(abs(Recording.seconds(sound) - 5) < 0.06, "\(Recording.seconds(sound)) s")
            // Without the first and last hundredths, where an encoder swings in
            let middle = (sound.lowerBound + 882)..<(sound.upperBound - 882)
            #expect(recording.frequency(middle).map { abs($0 - 440) < 1 } == true)
            #expect(recording.unevenness(middle) < 0.05, "\(recording.unevenness(middle))")
        }
    }

    @Test func twoItemsFollowEachOther() async throws {
        try await listening { listening, skywave in
            try await Tone.write([(440, 1)], to: "one.mp3", in: skywave.folder)
            try await Tone.write([(660, 1)], to: "two.mp3", in: skywave.folder)
            let run = try await skywave.run(["play", "one.mp3", "two.mp3"])
            #expect(run.status == 0, "\(run.errors)")
            #expect(await listening.waitForSilence(seconds: 0.3))
            let recording = listening.recording
            #expect(recording.holds(440, from: 0) && recording.holds(660, from: 0))
            let seconds = recording.sounds(partedBy: 0.005).map(Recording.seconds).reduce(0, +)
            #expect(abs(seconds - 2) < 0.1, "\(seconds) s")
        }
    }

    @Test func pauseStopsItResumeGoesOnAndSeekMovesIt() async throws {
        try await listening { listening, skywave in
            // A tone a second: 500 Hz, 600 Hz … so that a second can be told by its pitch
            try await Tone.write((0..<30).map { (500 + 100 * Double($0), 1) }, to: "steps.mp3", in: skywave.folder)
            let radio = try skywave.start([], input: "play steps.mp3\n")
            #expect(await listening.wait { $0.sounds().reduce(0) { $0 + $1.count } > Int(1.3 * 44100) }, "\(radio.said.errorText)")
            // When it is paused, it is silent, at the place that it says
            radio.write("pause\nstatus --json\n")
            #expect(await radio.wait(for: "\"paused\""))
            #expect(await listening.waitForSilence(seconds: 0.4))
            let place = try #require(try Self.status(radio)?.number("position"))
            let heard = listening.recording.sounds().map(Recording.seconds).reduce(0, +)
            #expect(abs(heard - place) < (SoundServers.rounds == nil ? 0.5 : 0.06), "heard \(heard), said \(place)")
            // When it goes on, then from there
            let paused = listening.recording.samples.count
            radio.write("resume\n")
            let after = try #require(await listening.sound(from: paused, seconds: 0.3))
            let pitch = try #require(after.frequency(500..<2500))
            #expect(Self.pitches(from: heard).contains(pitch), "\(pitch) at \(heard)")
            // When it is told to go to another second while it is paused, then that is the first to be heard
            radio.write("pause\nseek 25.2\n")
            #expect(await listening.waitForSilence(seconds: 0.4))
            let again = listening.recording.samples.count
            radio.write("resume\n")
            let moved = try #require(await listening.sound(from: again, seconds: 0.2))
            let first = try #require(moved.frequency(500..<4500))
            #expect(abs(first - 3000) < 15, "\(first)")
            // And seeking while it plays goes there too
            let end = listening.recording.samples.count
            radio.write("seek 3.1\n")
            #expect(await listening.wait { $0.holds(800, from: end) })
            radio.write("stop\nquit\n")
            #expect(await radio.finish().status == 0)
        }
    }

    @Test func theVolumeIsHeard() async throws {
        try await listening { listening, skywave in
            try await Tone.write([(440, 1)], to: "tone.mp3", in: skywave.folder)
            try await skywave("volume 50")
            #expect(try await skywave.run(["play", "tone.mp3"]).status == 0)
            #expect(await listening.waitForSilence(seconds: 0.3))
            let half = listening.recording.samples.map(\.magnitude).max() ?? 0
            try await skywave("volume 100")
            #expect(try await skywave.run(["play", "tone.mp3"]).status == 0)
            #expect(await listening.waitForSilence(seconds: 0.3))
            let full = listening.recording.samples.map(\.magnitude).max() ?? 0
            #expect(half > 300 && half < full * 3 / 4, "\(half), \(full)")
        }
    }

    @Test(arguments: [1.5, 0.75]) func atAnotherSpeedTheToneIsTheSameAndTheTimeIsNot(_ speed: Double) async throws {
        try await listening { listening, skywave in
            try await Tone.write([(440, 12)], to: "tone.mp3", in: skywave.folder)
            try await skywave("speed \(speed)")
            let run = try await skywave.run(["play", "tone.mp3"])
            #expect(run.status == 0, "\(run.errors)")
            #expect(await listening.waitForSilence(seconds: 0.3))
            let recording = listening.recording
            // A machine that has no time may part it: that is another matter.
            let sounds = recording.sounds(partedBy: 0.005)
            let heard = sounds.map(Recording.seconds).reduce(0, +)
            #expect(abs(heard * speed / 12 - 1) < 0.005, "\(heard) s in \(sounds)")
            let sound = try #require(sounds.max { $0.count < $1.count })
            let middle = (sound.lowerBound + 882)..<(sound.upperBound - 882)
            #expect(recording.frequency(middle).map { abs($0 - 440) < 2 } == true, "\(recording.frequency(middle) ?? 0)")
        }
    }

    @Test func aSpeedOfTheMomentIsHeardFromThePlaceOn() async throws {
        try await listening { listening, skywave in
            // A tone a second, as above.
            try await Tone.write((0..<30).map { (500 + 100 * Double($0), 1) }, to: "steps.mp3", in: skywave.folder)
            let radio = try skywave.start([], input: "play steps.mp3\n")
            #expect(await listening.wait { $0.holds(600, from: 0) }, "\(radio.said.errorText)")
            radio.write("speed 2\n")
            #expect(await listening.wait { $0.holds(1500, from: 0) })
            radio.write("speed 1\n")
            #expect(await listening.wait { $0.holds(1800, from: 0) })
            radio.write("pause\nstatus --json\n")
            #expect(await radio.wait(for: "\"paused\""))
            let place = try #require(try Self.status(radio)?.number("position"))
            #expect(try Self.status(radio)?.number("speed") == 1)
            #expect(await listening.waitForSilence(seconds: 0.4))
            // What was last heard is what is at the place that it says.
            let heard = try #require(listening.recording.sounds(partedBy: 0.2).last)
            let pitch = listening.recording.frequency((heard.upperBound - 4000)..<(heard.upperBound - 200)) ?? 0
            #expect(abs(pitch - Self.pitch(at: place - 0.05)) < 110, "\(pitch) at \(place)")
            radio.write("stop\nquit\n")
            #expect(await radio.finish().status == 0)
        }
    }

    @Test func aStreamIsHeardWhileItIsFetched() async throws {
        try await listening { listening, skywave in
            try await Tone.write([(440, 10)], to: "tone.mp3", in: skywave.folder)
            let bytes = try #require(skywave.folder.read("tone.mp3"))
            // Three quarters come, the rest when they are heard.
            let gate = LoopbackServer.Gate()
            let server = try LoopbackServer { request in
                var answer = LoopbackServer.Response.file(bytes, for: request)
                if request.range == nil { (answer.stallAfter, answer.gate) = (120_000, gate) }
                return answer
            }
            async let run = skywave.run(["play", server.url + "/tone.mp3"])
            #expect(await listening.wait { !$0.sounds().isEmpty })
            gate.open()
            let ended = try await run
            #expect(ended.status == 0, "\(ended.errors)")
            #expect(await listening.waitForSilence(seconds: 0.3))
            let sounds = listening.recording.sounds(partedBy: 0.005)
            #expect(abs(sounds.map(Recording.seconds).reduce(0, +) - 10) < 0.06)
        }
    }

    @Test func ctrlCKeepsThePlaceAndPlayGoesOnThere() async throws {
        try await listening { listening, skywave in
            // A slow machine may take more than ten seconds to come back to it.
            try await skywave.run(["set", "rewind", "off"])
            try await Tone.write((0..<20).map { (500 + 100 * Double($0), 1) }, to: "steps.mp3", in: skywave.folder)
            let radio = try skywave.start(["play", "steps.mp3"])
            #expect(await listening.wait { $0.sounds().reduce(0) { $0 + $1.count } > Int(2.2 * 44100) })
            radio.signal(SIGINT)
            let (words, status) = await radio.finish()
            #expect(status == 130, "\(words.errorText)")
            #expect(await listening.waitForSilence(seconds: 0.3))
            let heard = listening.recording.sounds().map(Recording.seconds).reduce(0, +)
            let place = try #require(try await skywave.objects("status").first?.number("position"))
            #expect(abs(heard - place) < 0.3, "heard \(heard), kept \(place)")
            let stopped = listening.recording.samples.count
            let again = try skywave.start(["play"])
            let first = try #require(await listening.sound(from: stopped, seconds: 0.2), "\(again.said.errorText)")
            let pitch = try #require(first.frequency(500..<2500))
            #expect(Self.pitches(from: place).contains(pitch), "\(pitch) at \(place)")
            again.signal(SIGTERM)
            _ = await again.finish()
        }
    }

    @Test func devicesAreListedAndOneCanBeChosen() async throws {
        try await listening { listening, _ in
            let skywave = try Skywave(sound: true)
            try await Tone.write([(440, 1)], to: "tone.mp3", in: skywave.folder)
            #expect(try await skywave.objects("device").of("device").contains { $0.text("name") == listening.sink })
            #expect(try await skywave.run(["--output", "pulse:" + listening.sink, "play", "tone.mp3"]).status == 0)
            #expect(await listening.waitForSilence(seconds: 0.3))
            let first = listening.recording.samples.count
            #expect(listening.recording.holds(440, from: 0))
            #expect(try await skywave("device " + listening.sink).status == 0)
            #expect(try await skywave.objects("device").of("device").first { $0.flag("current") == true }?.text("name") == listening.sink)
            #expect(try await skywave.run(["play", "tone.mp3"]).status == 0)
            #expect(await listening.waitForSilence(seconds: 0.3))
            #expect(listening.recording.holds(440, from: first))
            #expect(try await skywave("--output pulse:nosuch play tone.mp3").status == 5)
        }
    }

    private static func status(_ radio: ChildProcess) throws -> JSONObject? {
        try radio.said.text.split(separator: "\n").last { $0.hasPrefix("{\"type\":\"status\"") }.map { try JSONObject(String($0)) }
    }

    private static func pitch(at seconds: Double) -> Double { 500 + 100 * seconds.rounded(.down) }

    /// The pitches that a look at the first sound from a place may find: it may lie across the border of two tones.
    private static func pitches(from place: Double) -> ClosedRange<Double> { pitch(at: place) - 15...pitch(at: place + 0.06) + 15 }
}

/// Where there is no sound server.
@Suite struct NoSound {
    @Test func oneCommandFailsInOneLine() async throws {
        let skywave = try Skywave()
        try skywave.folder.write(SilentMP3.bytes(frames: 50), to: "tone.mp3")
        for command in ["play tone.mp3", "device"] {
            let run = try await skywave(command)
            #expect(run.status == 5, "\(command)")
            #expect(run.errors.split(separator: "\n").count == 1, "\(command): \(run.errors)")
            #expect(run.errors.contains("--output null"), "\(command): \(run.errors)")
        }
        let json = try await skywave("--json play tone.mp3")
        #expect(json.status == 5)
        #expect(try JSONObject.lines(json.errors).map { $0.object("error")?.text("code") } == ["no-device"])
    }

    @Test func aScriptSaysItAndEndsWithIt() async throws {
        let skywave = try Skywave()
        try skywave.folder.write(SilentMP3.bytes(frames: 50), to: "tone.mp3")
        let run = try await skywave.script("play tone.mp3\nqueue\n")
        #expect(run.status == 5)
        #expect(run.out.contains("tone"))
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test func thePlaceIsKeptAfterCtrlCAndGoneOnFrom() async throws {
        let skywave = try Skywave()
        try skywave.folder.write(SilentMP3.bytes(frames: 20_000), to: "long.mp3")
        // A slow machine may take more than ten seconds to come back to it.
        let radio = try skywave.start(["--output", "null"], input: "set rewind off\nplay long.mp3\nseek 20\n")
        #expect(await radio.wait(for: "▶"))
        var place = 0.0
        for ask in 1...2000 where place < 20.2 {
            radio.write("status --json\n")
            #expect(await radio.wait { $0.text.split(separator: "\n").count { $0.hasPrefix("{") } == ask })
            let last = radio.said.text.split(separator: "\n").last { $0.hasPrefix("{") }
            place = try last.flatMap { try JSONObject(String($0)).number("position") } ?? 0
        }
        #expect(place >= 20.2)
        radio.signal(SIGINT)
        #expect(await radio.finish().status == 130)
        let kept = try #require(try await skywave.objects("status").first?.number("position"))
        #expect(kept >= place)
        let again = try skywave.start(["--output", "null"], input: "play\n")
        let clock = "from \(Int(kept) / 60):" + String(format: "%02d", Int(kept) % 60)
        #expect(await again.wait(for: clock), "\(clock): \(again.said.text)")
        again.write("quit\n")
        #expect(await again.finish().status == 0)
        #expect((try await skywave.objects("status").first?.number("position") ?? 0) >= kept - 0.01)
    }

    @Test func whatCannotBePlayedNeverMakesTheQueueSpin() async throws {
        let skywave = try Skywave()
        for name in ["a", "b", "c"] { try skywave.folder.write([], to: name + ".mp3") }
        let run = try await skywave.script("add a.mp3 b.mp3 c.mp3\nrepeat on\nplay\n", ["--output", "null"])
        #expect(run.status == 1)
        #expect(run.errors.split(separator: "\n").count == 3, "\(run.errors)")
    }
}
