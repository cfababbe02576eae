import Catalogue
import Library
import Synchronization
import TestSupport
import Testing

@testable import Session

/// How far playing goes back after a pause, in this process and in a later one.
@Suite struct RewindingTests {
    private final class Clock: Sendable {
        let time = Mutex<Int64>(1_764_500_000)

        func forward(_ seconds: Int64) { time.withLock { $0 += seconds } }
    }

    private func radio(_ folder: TemporaryFolder, _ clock: Clock) -> Radio {
        Radio(folder) { $0.clock = { clock.time.withLock { $0 } } }
    }

    /// Plays it from a place, pauses, and gives the place where it holds.
    private func paused(_ radio: Radio, _ path: String, at place: Double) async throws -> Double {
        try await radio.session.play([path])
        await radio.started()
        _ = try await radio.session.seek(.absolute(place))
        try await radio.session.pause()
        await radio.settled { $0.state == .paused }
        return try await radio.session.status().position ?? 0
    }

    @Test func theLongerThePauseTheFartherBack() {
        #expect([-5, 0, 9].map(Rewind.seconds) == [0, 0, 0])
        #expect([10, 299].map(Rewind.seconds) == [3, 3])
        #expect([300, 3599].map(Rewind.seconds) == [10, 10])
        #expect([3600, .max].map(Rewind.seconds) == [20, 20])
    }

    @Test(arguments: [(5, 0), (60, 3), (600, 10), (7200, 20)]) func resumeGoesBack(pause: Int64, back: Double) async throws {
        try await TemporaryFolder.with { folder in
            let clock = Clock()
            let radio = radio(folder, clock)
            let place = try await paused(radio, folder.silence("a.mp3")[0], at: 40)
            clock.forward(pause)
            // The player's clock goes on meanwhile: all it can have played is measured.
            let start = ContinuousClock.now
            try await radio.session.resume()
            await radio.settled { $0.state == .playing && $0.current?.isSeeking == false }
            let now = try await radio.session.status().position ?? 0
            #expect(now >= place - back - 0.1)
            #expect(now <= place - back + start.duration(to: .now) / .seconds(1) + 0.2)
            await radio.session.close()
        }
    }

    @Test func aPlaceThatWasChosenInThePauseCounts() async throws {
        try await TemporaryFolder.with { folder in
            let clock = Clock()
            let radio = radio(folder, clock)
            _ = try await paused(radio, folder.silence("a.mp3")[0], at: 40)
            clock.forward(7200)
            _ = try await radio.session.seek(.absolute(30))
            try await radio.session.resume()
            await radio.settled { $0.state == .playing }
            #expect(try await radio.session.status().position ?? 0 >= 29.9)
            await radio.session.close()
        }
    }

    @Test func itNeverGoesBeforeTheStartAndCanBeSwitchedOff() async throws {
        try await TemporaryFolder.with { folder in
            let clock = Clock()
            let radio = radio(folder, clock)
            _ = try await paused(radio, folder.silence("a.mp3")[0], at: 2)
            clock.forward(7200)
            try await radio.session.resume()
            await radio.settled { $0.state == .playing && $0.current?.isSeeking == false }
            #expect(radio.events == ["playing a.mp3 at 0"])
            #expect(try await radio.session.set("rewind", to: "off").value == "off")
            _ = try await radio.session.seek(.absolute(40))
            try await radio.session.pause()
            await radio.settled { $0.state == .paused }
            clock.forward(7200)
            try await radio.session.resume()
            await radio.settled { $0.state == .playing }
            #expect(try await radio.session.status().position ?? 0 >= 39.9)
            await radio.session.close()
        }
    }

    @Test func aLaterProcessGoesBackByTheTimeItWasLeft() async throws {
        try await TemporaryFolder.with { folder in
            let clock = Clock()
            let radio = radio(folder, clock)
            let path = try folder.silence("a.mp3")[0]
            let place = try await paused(radio, path, at: 40)
            await radio.session.close()
            clock.forward(600)
            let later = self.radio(folder, clock)
            #expect(try await later.session.status().position == place)
            try await later.session.play([])
            await later.started()
            #expect(later.events == ["playing a.mp3 at \(Int(place - 10))"])
            try await later.session.stop()
            // A place that was chosen counts as it is, however long ago.
            _ = try await later.session.seek(.absolute(50))
            clock.forward(100_000)
            try await later.session.play([])
            await later.started()
            #expect(later.events.last == "playing a.mp3 at 50")
            await later.session.close()
        }
    }

    @Test func aBookmarkBeginsAtItsPlace() async throws {
        try await TemporaryFolder.with { folder in
            let clock = Clock()
            let radio = radio(folder, clock)
            let place = try await paused(radio, folder.silence("a.mp3")[0], at: 40)
            _ = try await radio.session.bookmark(nil)
            try await radio.session.stop()
            clock.forward(7200)
            #expect(try await radio.session.bookmarks().count == 1)
            try await radio.session.play(["1"])
            await radio.started()
            #expect(radio.events.last == "playing a.mp3 at \(Int(place))")
            await radio.session.close()
        }
    }
}
