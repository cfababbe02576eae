import Foundation
import Library
import TestSupport
import Testing

@testable import Session

/// What is written down of what plays.
struct RecordingTests {
    private let sound = Silence.mp3(seconds: 20)

    /// A station whose sound waits for the gate after the first kilobytes.
    private func station(_ gate: LoopbackServer.Gate, type: String = "audio/mpeg") throws -> LoopbackServer {
        try LoopbackServer { [sound] _ in
            let texts = (0..<200).map { Array("StreamTitle='t\($0)';".utf8) }
            var response = StationBytes.response(StationBytes.mixed(sound, every: 512, texts), interval: "512")
            response.headers.removeAll { $0.name == "Content-Type" }
            response.headers.append(("Content-Type", type))
            (response.stallAfter, response.gate) = (20_000, gate)
            return response
        }
    }

    private func with(_ gate: LoopbackServer.Gate, _ body: (Radio, TemporaryFolder) async throws -> Void) async throws {
        let server = try station(gate)
        try await Radio.with { radio, folder in
            try await radio.session.play([server.url + "/live"])
            await radio.started()
            try await body(radio, folder)
        }
    }

    @Test func theSoundIsWrittenWithoutWhatStandsBetween() async throws {
        let gate = LoopbackServer.Gate()
        try await with(gate) { radio, folder in
            let begun = try await radio.session.record(to: folder.file("a.mp3"))
            #expect(begun.path == folder.file("a.mp3") && begun.title == "live")
            #expect(FileManager.default.fileExists(atPath: folder.file("a.mp3.recording")))
            #expect(await sessionError { try await radio.session.record(to: nil) } == .recordingAlready(folder.file("a.mp3")))
            gate.open()
            let half = Int64(sound.count / 2)
            #expect(await eventually { try await radio.session.status().recording?.bytes ?? 0 > half })
            let ended = try await radio.session.endRecording()
            let written = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.mp3")))
            #expect(written.count == Int(ended.bytes) && isPart(written))
            #expect(!FileManager.default.fileExists(atPath: folder.file("a.mp3.recording")))
            #expect(await sessionError { try await radio.session.endRecording() } == .notRecording)
            #expect(try await radio.session.status().recording == nil)
            // What is there stays
            #expect(await sessionError { try await radio.session.record(to: folder.file("a.mp3")) } == .fileExists(folder.file("a.mp3")))
        }
    }

    @Test func doctorLeavesItAloneAndWhatAKillLeftMayBeWrittenOver() async throws {
        let gate = LoopbackServer.Gate()
        try await with(gate) { radio, folder in
            let begun = try await radio.session.record(to: nil)
            #expect(try await radio.session.doctor(mends: true).first { $0.name == .leftovers }?.isGood == true)
            #expect(FileManager.default.fileExists(atPath: begun.path + ".recording"))
            gate.open()
            #expect(await eventually { try await radio.session.status().recording?.bytes ?? 0 > 0 })
            #expect(try await radio.session.endRecording().bytes > 0)
            #expect(FileManager.default.fileExists(atPath: begun.path))
            _ = try folder.write([1, 2, 3], to: "b.mp3.recording")
            let place = folder.file("b.mp3")
            #expect(await sessionError { try await radio.session.record(to: place) } == .fileExists(place + ".recording"))
            _ = try await radio.session.record(to: place, over: true)
            #expect(await eventually { try await radio.session.status().recording?.bytes ?? 0 > 0 })
            _ = try await radio.session.endRecording()
            #expect(isPart(try Data(contentsOf: URL(fileURLWithPath: place))))
        }
    }

    /// Whether it is some of the sound, of which each frame is like the one before.
    private func isPart(_ bytes: Data) -> Bool {
        !bytes.isEmpty && zip(bytes, bytes.dropFirst(104)).allSatisfy { $0 == $1 } && Data(sound).range(of: bytes.prefix(500)) != nil
    }

    @Test func withoutANameItLiesWithTheDownloadsAndEndsWithWhatPlays() async throws {
        let gate = LoopbackServer.Gate()
        try await with(gate) { radio, folder in
            let first = try await radio.session.record(to: nil)
            #expect(first.path.hasPrefix(folder.file("library/downloads/live ")) && first.path.hasSuffix(".mp3"))
            gate.open()
            #expect(await eventually { try await radio.session.status().recording?.bytes ?? 0 > 1000 })
            try await radio.session.stop()
            #expect(await eventually { radio.events.contains("recorded live") })
            #expect(FileManager.default.fileExists(atPath: first.path))
        }
    }

    @Test func theEndOfTheProgramEndsItWell() async throws {
        let gate = LoopbackServer.Gate()
        gate.open()
        let server = try station(gate)
        let folder = try TemporaryFolder()
        let radio = Radio(folder)
        try await radio.session.play([server.url + "/live"])
        await radio.started()
        _ = try await radio.session.record(to: folder.file("b.mp3"))
        #expect(await eventually { try await radio.session.status().recording?.bytes ?? 0 > 1000 })
        await radio.session.close()
        let written = try Data(contentsOf: URL(fileURLWithPath: folder.file("b.mp3")))
        #expect(isPart(written))
    }

    @Test func whereItCantBeThatIsSaidAndPlayingGoesOn() async throws {
        let gate = LoopbackServer.Gate()
        try await with(gate) { radio, folder in
            let missing = folder.file("nowhere/a.mp3")
            #expect(await sessionError { try await radio.session.record(to: missing) } == .fileNotWritten(missing, errno: ENOENT))
            #expect(await sessionError { try await radio.session.record(to: folder.path) } == .notAFile(folder.path))
            let own = folder.file("library/library.sqlite")
            #expect(await sessionError { try await radio.session.record(to: own) } == .fileNotWritten(own, errno: EBUSY))
            let state = try await radio.session.status().state
            #expect(state != .stopped)
        }
    }

    @Test func onlyWhatComesFromTheNetworkIsRecorded() async throws {
        try await Radio.with { radio, folder in
            #expect(await sessionError { try await radio.session.record(to: nil) } == .nothingPlaying)
            try await radio.session.play(try folder.silence("one.mp3"))
            await radio.started()
            #expect(await sessionError { try await radio.session.record(to: nil) } == .notFromNetwork(title: "one.mp3"))
        }
    }
}
