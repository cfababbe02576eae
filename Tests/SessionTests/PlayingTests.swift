import Catalogue
import Library
import Playback
import TestSupport
import Testing
import Transfer

@testable import Session

/// Playing and the queue together. The sound is a clock; what must end is short, what must not is long.
@Suite struct PlayingTests {
    @Test func theQueueGoesOnByItself() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.add(try folder.silence("a.mp3", "b.mp3", seconds: 0.2))
            try await radio.session.play([])
            #expect(await radio.session.waitUntilPlayed().isEmpty)
            #expect(radio.events == ["playing a.mp3 at 0", "playing b.mp3 at 0", "ended 0"])
            #expect(try await radio.episode("e1").played)
            #expect(try await radio.episode("e1").position == nil)
            #expect(try await radio.session.history().map(\.item.episode.title) == ["b.mp3", "a.mp3"])
            #expect(try await radio.session.status().state == .stopped)
        }
    }

    @Test func givenThingsComeAfterTheCurrentOneAndTheQueueAfterThem() async throws {
        try await Radio.with { radio, folder in
            let paths = try folder.silence("a.mp3", "b.mp3", "c.mp3")
            _ = try await radio.session.add([paths[0], paths[1]])
            try await radio.session.play([])
            await radio.started()
            try await radio.session.play([paths[2]])
            await radio.started()
            #expect(try await radio.titles() == ["a.mp3", "c.mp3", "b.mp3"])
            #expect(try await radio.current() == "c.mp3")
            #expect(try await radio.session.next()?.episode.title == "b.mp3")
            await radio.started()
            #expect(try await radio.session.previous()?.episode.title == "c.mp3")
            await radio.started()
            #expect(radio.events.map { $0.prefix { $0 != "." } } == ["playing a", "playing c", "playing b", "playing c"])
        }
    }

    @Test func onlyTheseEndsBeforeTheRestOfTheQueue() async throws {
        try await Radio.with { radio, folder in
            let short = try folder.silence("a.mp3", "b.mp3", seconds: 0.2)
            _ = try await radio.session.add(try folder.silence("long.mp3"))
            try await radio.session.play(short, onlyThese: true)
            #expect(await radio.session.waitUntilPlayed().isEmpty)
            #expect(radio.events == ["playing a.mp3 at 0", "playing b.mp3 at 0"])
            #expect(try await radio.current() == "long.mp3")
            #expect(try await radio.session.status().state == .stopped)
        }
    }

    @Test func playGoesOnWhereItWasLeft() async throws {
        try await TemporaryFolder.with { folder in
            let radio = Radio(folder)
            _ = try await radio.session.add(try folder.silence("a.mp3", "b.mp3"))
            try await radio.session.play([])
            await radio.started()
            try await radio.session.pause()
            #expect(try await radio.session.seek(.absolute(30)) == 30)
            await radio.session.close()

            let later = Radio(folder)
            let status = try await later.session.status()
            #expect(status.state == .stopped)
            #expect(abs((status.position ?? 0) - 30) < 0.1)
            #expect(status.queuePosition == 1)
            try await later.session.play([])
            await later.started()
            #expect(["playing a.mp3 at 29", "playing a.mp3 at 30"].contains(later.events.first))
            try await later.session.stop()
            // The other item begins at its own place.
            try await later.session.play(["e2"])
            await later.started()
            #expect(later.events.last == "playing b.mp3 at 0")
            await later.session.close()
        }
    }

    @Test func aPauseHoldsAndToggleTurnsItOver() async throws {
        try await Radio.with { radio, folder in
            #expect(await sessionError { try await radio.session.pause() } == .nothingPlaying)
            #expect(await sessionError { try await radio.session.toggle() } == .emptyQueue)
            try await radio.session.play(try folder.silence("a.mp3"))
            await radio.started()
            try await radio.session.pause()
            await radio.settled { $0.state == .paused }
            #expect(try await radio.session.status().state == .paused)
            let place = try await radio.session.status().position
            #expect(try await radio.session.status().position == place)
            try await radio.session.toggle()
            await radio.settled { $0.state == .playing }
            #expect(try await radio.session.status().state == .playing)
        }
    }

    @Test func nextAtTheEndStopsAndPrevAtTheStartStays() async throws {
        try await Radio.with { radio, folder in
            #expect(await sessionError { try await radio.session.next() } == .emptyQueue)
            try await radio.session.play(try folder.silence("a.mp3"))
            await radio.started()
            #expect(try await radio.session.previous() == nil)
            try await radio.session.pause()
            await radio.settled { $0.state == .paused }
            #expect(try await radio.session.status().state == .paused)
            #expect(try await radio.session.next() == nil)
            #expect(await !radio.session.isPlaying)
            #expect(try await radio.session.queueLines().lines.map(\.played) == [true])
            // After the end the last one is the one before.
            #expect(try await radio.session.previous()?.episode.title == "a.mp3")
            #expect(await !radio.session.isPlaying)
        }
    }

    @Test func stepsWithoutSoundMoveTheStoredPlace() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.add(try folder.silence("a.mp3", "b.mp3"))
            #expect(await sessionError { try await radio.session.seek(.absolute(5)) } == .nothingCurrent)
            #expect(try await radio.session.next()?.episode.title == "a.mp3")
            #expect(try await radio.session.next()?.episode.title == "b.mp3")
            #expect(try await radio.session.next() == nil)
            #expect(try await radio.session.next() == nil)
            #expect(try await radio.session.previous()?.episode.title == "b.mp3")
            #expect(try await radio.session.seek(.absolute(5)) == 5)
            #expect(try await radio.episode("e2").position == 5)
            #expect(radio.events.isEmpty)
        }
    }

    @Test func whatPlaysIsTakenAwayAndTheFollowingOnePlays() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.add(try folder.silence("a.mp3", "b.mp3", "c.mp3"))
            try await radio.session.play([])
            await radio.started()
            _ = try await radio.session.delete(positions: [1, 2])
            await radio.started()
            #expect(radio.events == ["playing a.mp3 at 0", "playing c.mp3 at 0"])
            _ = try await radio.session.clear()
            #expect(try await radio.session.status().state == .stopped)
            #expect(try await radio.titles().isEmpty)
        }
    }

    @Test func croppingKeepsWhatPlaysAndNeedsSomethingToKeep() async throws {
        try await Radio.with { radio, folder in
            #expect(await sessionError { try await radio.session.crop() } == .emptyQueue)
            _ = try await radio.session.add(try folder.silence("a.mp3", "b.mp3"))
            #expect(await sessionError { try await radio.session.crop() } == .nothingCurrent)
            #expect(try await radio.titles() == ["a.mp3", "b.mp3"])
            _ = try await radio.session.next()
            #expect(try await radio.session.crop().items == 1)
            #expect(try await radio.titles() == ["a.mp3"])
        }
    }

    @Test func theVolumeStaysBetweenItsEnds() async throws {
        try await Radio.with { radio, _ in
            var volumes = [try await radio.session.volume()]
            for change in [-30, 500, -500] { volumes.append(try await radio.session.volume { $0 + change }) }
            #expect(volumes == [100, 70, 100, 0])
        }
    }

    /// The first frames have four times as many bytes as the others: a quarter of its length is what they would say.
    @Test func aPlaceBehindAGuessedEndIsGoneTo() async throws {
        let large: [UInt8] = [0xFF, 0xFB, 0x90, 0xC4] + [UInt8](repeating: 0, count: 413)
        let small: [UInt8] = [0xFF, 0xFB, 0x10, 0xC4] + [UInt8](repeating: 0, count: 100)
        let sound = Array([[UInt8]](repeating: large, count: 200).joined()) + Array([[UInt8]](repeating: small, count: 80_000).joined())
        let server = try LoopbackServer { .file(sound, for: $0) }
        try await Radio.with { radio, _ in
            try await radio.session.play([server.url + "/bare.mp3"])
            await radio.started()
            var guess = 0.0
            #expect(
                await eventually {
                    guess = try await radio.session.status().duration ?? 0
                    return guess > 0
                })
            #expect(guess < 1000)
            // Just before that end it isn't heard, and not forgotten where it was left.
            _ = try await radio.session.seek(.absolute(guess - 3))
            try await radio.session.stop()
            let left = try await radio.episode("e1")
            #expect(!left.played && left.position.map { $0 >= guess - 10 } == true)
            #expect(await sessionError { _ = try await radio.session.seek(.fraction(0.5)) } == .lengthUnknown(title: "bare.mp3"))
            try await radio.session.play([])
            await radio.started()
            #expect(try await radio.session.seek(.absolute(1500)) == 1500)
            let status = try await radio.session.status()
            #expect(status.position.map { $0 >= 1500 && $0 < 1600 } == true && status.duration.map { $0 > 1800 } != false, "\(status)")
            try await radio.session.stop()
            #expect(try await radio.episode("e1").position.map { $0 >= 1500 } == true)
            // And no guess is kept for the next time.
            #expect(try await radio.episode("e1").episode.duration == nil)
            try await radio.session.play([])
            await radio.started()
            #expect(try await radio.session.seek(.absolute(1800)) == 1800)
            #expect(try await radio.session.status().position.map { $0 >= 1800 && $0 < 1900 } == true)
        }
    }

    @Test func aSeekDoesNotWaitForASilentServer() async throws {
        let sound = Silence.mp3(seconds: 600)
        let server = try LoopbackServer { request in
            var answer = LoopbackServer.Response.file(sound, for: request)
            if request.range == nil { answer.stallAfter = 20_000 }
            return answer
        }
        try await Radio.with {
            $0.transferLimits.stallSeconds = 600
        } _: { radio, _ in
            try await radio.session.play([server.url + "/talk.mp3"])
            await radio.started()
            #expect(try await radio.session.seek(.absolute(500)) == 500)
            #expect(await eventually { try await radio.session.status().position.map { $0 > 500 } == true })
            #expect(server.requests.contains { $0.range != nil })
        }
    }
}
