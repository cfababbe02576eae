import Foundation
import TestSupport
import Testing

@testable import Playback

/// Real sound: a server of each test's own, whose sink is recorded.
@OwnThread @Suite struct PulseTests {
    private final class Log: Sendable {
        let events = Gate<[PlayerEvent]>([])

        func await(_ isIt: (PlayerEvent) -> Bool) -> PlayerEvent? { events.wait(seconds: 60) { $0.first(where: isIt) } }

        /// Waits for a place at or behind `seconds`.
        func awaitPlace(_ seconds: Double, after count: Int = 0) -> Bool {
            events.wait(seconds: 60) { events in
                events.dropFirst(count).first { if case .position(_, let place, _) = $0 { place >= seconds } else { false } }
            } != nil
        }

        var count: Int { events.read { $0.count } }
    }

    private func player(_ daemon: PulseDaemon, _ log: Log) -> Player {
        let address = daemon.address
        return Player(makeOutput: { wake in PulseOutput(sink: "own", volume: 100, server: address, wake: wake) }) { event in
            log.events.change { $0.append(event) }
        }
    }

    private func item(_ name: String) throws -> PlayItem {
        let bytes = try fixture(name)
        return PlayItem(name: name) { MemorySource(bytes) }
    }

    @Test func fiveSecondsAreHeardAsFiveSecondsWithoutGaps() throws {
        guard let daemon = try PulseDaemon() else { return }
        let log = Log()
        let samples = try daemon.record {
            let player = player(daemon, log)
            player.play(try item("tone"))
            #expect(log.await { if case .ended(_, 5) = $0 { true } else { false } } != nil)
            player.shutdown()
        }
        let sound = Sound(samples)
        #expect(sound.stretches.count == 1)
        #expect(abs((sound.stretches.first?.length ?? 0) - 5) < 0.06)
        #expect(abs((sound.stretches.first?.frequency ?? 0) - 440) < 1)
    }

    @Test func afterPauseAndSeekTheFirstSoundIsTheNewPlace() throws {
        guard let daemon = try PulseDaemon() else { return }
        let log = Log()
        let samples = try daemon.record {
            let player = player(daemon, log)
            let item = try item("steps")
            player.play(item)
            #expect(log.awaitPlace(1.2))
            player.pause()
            #expect(log.await { if case .paused = $0 { true } else { false } } != nil)
            player.seek(item.token, to: 8.01)
            #expect(log.await { if case .seeked(_, let place) = $0 { abs(place - 8.01) < 0.001 } else { false } } != nil)
            let before = log.count
            try Self.rest(0.3)
            player.resume()
            #expect(log.awaitPlace(8.5, after: before))
            player.stop()
            #expect(log.await { if case .stopped(_, let place) = $0 { place > 8.5 } else { false } } != nil)
            player.shutdown()
        }
        let sound = Sound(samples)
        #expect(sound.stretches.count == 2)
        guard let last = sound.stretches.last else { return }
        // Second 8 has 1200 Hz; not one cycle of second 1's 500 may come before it.
        #expect(abs(last.frequency - 1200) < 10)
        let start = Int(last.start * 44_100)
        #expect(Sound.frequency(samples[start..<min(samples.count, start + 2205)]) > 1000)
    }

    @Test func aServerThatDiesAndComesBackGoesOnAtThePlace() throws {
        guard let daemon = try PulseDaemon() else { return }
        let log = Log()
        let player = player(daemon, log)
        player.play(try item("steps"))
        #expect(log.awaitPlace(1))
        daemon.kill()
        #expect(log.await { if case .noDevice = $0 { true } else { false } } != nil)
        let events = log.events.read { $0 }
        guard case .position(_, let lost, _)? = events.dropLast().last else {
            Issue.record("no place before the loss")
            return
        }
        #expect(lost >= 1 && lost < 10)
        // What is paused meanwhile has the same place however long this test takes.
        player.pause()
        #expect(log.await { if case .paused = $0 { true } else { false } } != nil)
        #expect(daemon.start())
        #expect(log.await { if case .deviceBack = $0 { true } else { false } } != nil)
        player.resume()
        guard case .resumed(_, let back)? = log.await({ if case .resumed = $0 { true } else { false } }) else {
            Issue.record("it doesn't go on")
            return
        }
        #expect(abs(back - lost) < 0.5)
        player.shutdown()
    }

    @Test func whatIsDecodedWhileTheServerDiesIsUnheard() throws {
        guard let daemon = try PulseDaemon() else { return }
        let output = PulseOutput(sink: "own", volume: 100, server: daemon.address) {}
        let format = AudioFormat(sampleRate: 44_100, channels: 2)
        output.open(format)
        #expect(eventuallyBlocking { if case .opening = output.state { false } else { true } })
        #expect(output.delay == 0)
        let start = Monotonic.now()
        let written = try output.write(limit: 64 << 10) { memory throws(PlaybackError) in
            daemon.kill()
            memory.initializeMemory(as: UInt8.self, repeating: 0)
            _ = eventuallyBlocking { output.connection.map { connection in connection.locked { connection.lossTime } != nil } ?? true }
            return memory.count
        }
        let passed = Monotonic.now() - start
        guard case .bytes(let count) = written, case .lost = output.state else {
            Issue.record("not lost")
            return
        }
        #expect(count > 0 && output.delay >= format.seconds(count / format.bytesPerFrame) - passed)
        output.close()
    }

    @Test func theVolumeIsTheStreams() throws {
        guard let daemon = try PulseDaemon() else { return }
        let log = Log()
        let samples = try daemon.record {
            let player = player(daemon, log)
            player.setVolume(0)
            player.play(try item("tone"))
            #expect(log.awaitPlace(0.5))
            player.shutdown()
        }
        #expect(Sound(samples).stretches.isEmpty)
    }

    @Test func sinksAreListedAndAMissingOneIsNamed() throws {
        guard let daemon = try PulseDaemon() else { return }
        #expect(try PulseDevices.list(server: daemon.address) == [AudioDevice(name: "own", title: "Null Output", isDefault: true)])
        let log = Log()
        let address = daemon.address
        let player = Player(makeOutput: { wake in PulseOutput(sink: "nosuch", volume: 100, server: address, wake: wake) }) { event in
            log.events.change { $0.append(event) }
        }
        player.play(try item("tone"))
        #expect(log.await { if case .failed(_, .noSuchDevice("nosuch"), _) = $0 { true } else { false } } != nil)
        player.shutdown()
    }

    @Test func withoutAServerAnItemFailsAtOnce() throws {
        let log = Log()
        let player = Player(makeOutput: { wake in PulseOutput(sink: nil, volume: 100, server: "unix:/nowhere/native", wake: wake) }) {
            event in
            log.events.change { $0.append(event) }
        }
        player.play(try item("tone"))
        #expect(log.await { if case .failed(_, .noDevice, _) = $0 { true } else { false } } != nil)
        player.shutdown()
        #expect(throws: PlaybackError.self) { try PulseDevices.list(server: "unix:/nowhere/native") }
    }

    /// Lets a silence be recorded.
    private static func rest(_ seconds: Double) throws {
        _ = Gate(0).wait(seconds: seconds) { _ -> Bool? in nil }
    }
}
