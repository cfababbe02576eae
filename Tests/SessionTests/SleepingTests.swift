import Catalogue
import Library
import Playback
import TestSupport
import Testing

@testable import Session

/// `sleep`: when playing ends by itself, how, and from where it goes on.
@Suite struct SleepingTests {
    /// Waits until nothing plays any more.
    private func asleep(_ radio: Radio) async { await radio.settled { $0.current == nil } }

    /// Waits for something the session holds.
    private func eventually(_ radio: Radio, _ holds: @escaping @Sendable (PlayState) -> Bool) async -> Bool {
        await TestSupport.eventually { await radio.session.holds(holds) }
    }

    @Test func timesAreMinutesUnlessTheySayOtherwise() {
        #expect(SleepWish("45") == .time(2700))
        #expect(SleepWish("1.5") == .time(90))
        #expect(SleepWish("30m") == .time(1800))
        #expect(SleepWish("1h30m") == .time(5400))
        #expect(SleepWish("90s") == .time(90))
        #expect(SleepWish("1:30") == .time(90))
        #expect(SleepWish("24h") == .time(86_400))
        #expect(SleepWish("+10") == .longer(600))
        #expect(SleepWish("+10m") == .longer(600))
        #expect([SleepWish("episode"), SleepWish("chapter"), SleepWish("off")] == [.episode, .chapter, .off])
        for word in ["", "0", "0m", "-10", "+", "25h", "80%", "++5", "+-5", "soon", "1e3", "nan"] { #expect(SleepWish(word) == nil) }
    }

    @Test func aTimeFadesOutAndStopsWhereTheFadeBegan() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.volume { _ in 60 }
            try await radio.session.play(try folder.silence("a.mp3", "b.mp3"))
            await radio.started()
            _ = try await radio.session.seek(.absolute(30))
            #expect(try await radio.session.sleep(.time(8))?.goal == .time)
            #expect(await eventually(radio) { $0.fade < 0.9 && $0.sleep?.fading != nil })
            let begun = await radio.session.fadePlace ?? 0
            #expect(try await radio.session.volume() == 60)
            #expect(await TestSupport.eventually { radio.events.count >= 2 })
            let status = try await radio.session.status()
            #expect(begun >= 29.9 && radio.events == ["playing a.mp3 at 0", "asleep at \(Int(begun))"])
            #expect(status.state == .stopped && status.sleep == nil && status.volume == 60 && status.process == nil)
            // The whole fade is heard again.
            #expect(try await radio.episode("e1").position == begun)
            #expect(await radio.session.holds { $0.fade == 1 })
            try await radio.session.play([])
            await radio.started()
            #expect(radio.events.last == "playing a.mp3 at \(Int(begun))")
        }
    }

    @Test func theEpisodeIsHeardToItsEndAndTheNextWaits() async throws {
        try await Radio.with { radio, folder in
            try await radio.session.play(try folder.silence("a.mp3", "b.mp3"))
            await radio.started()
            #expect(await eventually(radio) { $0.upcoming != nil })
            #expect(try await radio.session.sleep(.episode)?.goal == .episode)
            // The player is told that nothing follows.
            #expect(await radio.session.holds { $0.upcoming == nil })
            let left = try await radio.session.status().sleep?.left ?? 0
            #expect(left > 30 && left < 61)
            // A pause holds the fade, too.
            try await radio.session.pause()
            _ = try await radio.session.seek(.absolute(58.5))
            #expect(await eventually(radio) { $0.fade < 0.5 })
            try await radio.session.resume()
            await asleep(radio)
            #expect(radio.events == ["playing a.mp3 at 0", "asleep"])
            #expect(try await radio.episode("e1").played)
            #expect(try await radio.current() == "b.mp3")
            #expect(try await radio.session.status().state == .stopped)
            try await radio.session.play([])
            await radio.started()
            #expect(radio.events.last == "playing b.mp3 at 0")
            #expect(await eventually(radio) { $0.sleep == nil && $0.fade == 1 })
        }
    }

    @Test func whatIsTakenBackPlaysOn() async throws {
        try await Radio.with { radio, folder in
            try await radio.session.play(try folder.silence("a.mp3", "b.mp3"))
            await radio.started()
            _ = try await radio.session.sleep(.episode)
            try await radio.session.pause()
            _ = try await radio.session.seek(.absolute(58.5))
            #expect(await eventually(radio) { $0.fade < 0.5 })
            #expect(try await radio.session.sleep(.off) == nil)
            #expect(await radio.session.holds { $0.fade == 1 && $0.upcoming != nil })
            try await radio.session.resume()
            #expect(await eventually(radio) { $0.current?.record.episode.title == "b.mp3" })
            #expect(try await radio.session.sleep() == nil)
        }
    }

    @Test func aChapterEndsWithinTheItem() async throws {
        try await Radio.with { radio, folder in
            let path = try folder.write(Silence.mp3(chapters: ["One", "Two", "Three"], seconds: 20), to: "talk.mp3")
            try await radio.session.play([path])
            await radio.started()
            try await radio.session.pause()
            _ = try await radio.session.seek(.absolute(25))
            let left = try await radio.session.sleep(.chapter)?.left ?? 0
            #expect(left > 5 && left < 15.1)
            _ = try await radio.session.seek(.absolute(38.5))
            #expect(await eventually(radio) { $0.sleep?.fading != nil })
            try await radio.session.resume()
            await asleep(radio)
            #expect(radio.events == ["playing talk.mp3 at 0", "asleep at 38"])
            let kept = try await radio.episode("e1").position ?? 0
            #expect(abs(kept - 38.5) < 0.1)
            // Of the last chapter the item's end is the end.
            try await radio.session.play([])
            await radio.started()
            try await radio.session.pause()
            _ = try await radio.session.seek(.absolute(59))
            _ = try await radio.session.sleep(.chapter)
            try await radio.session.resume()
            await asleep(radio)
            #expect(radio.events.last == "asleep")
        }
    }

    @Test func theNextItemHasChaptersOfItsOwnOrEndsAsAWhole() async throws {
        try await Radio.with { radio, folder in
            let talk = try folder.write(Silence.mp3(chapters: ["One", "Two"], seconds: 30), to: "talk.mp3")
            try await radio.session.play([talk] + folder.silence("bare.mp3"))
            await radio.started()
            _ = try await radio.session.sleep(.chapter)
            _ = try await radio.session.next()
            await radio.started()
            #expect(await eventually(radio) { $0.sleep?.chapters?.item == ItemID(.episode, 2) })
            _ = try await radio.session.seek(.absolute(59))
            await asleep(radio)
            #expect(radio.events == ["playing talk.mp3 at 0", "playing bare.mp3 at 0", "asleep"])
        }
    }

    @Test func itOutlastsNextAndEndsWithStop() async throws {
        try await Radio.with { radio, folder in
            try await radio.session.play(try folder.silence("a.mp3", "b.mp3"))
            await radio.started()
            _ = try await radio.session.sleep(.time(600))
            _ = try await radio.session.next()
            await radio.started()
            let left = try await radio.session.sleep()?.left ?? 0
            #expect(left > 500 && left <= 600)
            let longer = try await radio.session.sleep(.longer(600))?.left ?? 0
            #expect(longer > 1100 && longer <= 1200)
            try await radio.session.stop()
            #expect(try await radio.session.sleep() == nil)
            try await radio.session.play([])
            await radio.started()
            #expect(try await radio.session.status().sleep == nil)
            // Without one to make later it is as from now.
            #expect(try await radio.session.sleep(.longer(600))?.left ?? 0 > 500)
        }
    }

    @Test func aVolumeSaidInTheFadeCountsAfterwards() async throws {
        try await Radio.with { radio, folder in
            try await radio.session.play(try folder.silence("a.mp3"))
            await radio.started()
            _ = try await radio.session.sleep(.episode)
            try await radio.session.pause()
            _ = try await radio.session.seek(.absolute(58.5))
            #expect(await eventually(radio) { $0.fade < 0.5 })
            #expect(try await radio.session.volume { _ in 40 } == 40)
            #expect(await radio.session.holds { $0.fade < 0.5 })
            try await radio.session.stop()
            #expect(await radio.session.holds { $0.fade == 1 })
            #expect(try await radio.session.volume() == 40)
        }
    }

    @Test func aPausedItemIsLeftWhereItIs() async throws {
        try await Radio.with { radio, folder in
            try await radio.session.play(try folder.silence("a.mp3"))
            await radio.started()
            try await radio.session.pause()
            _ = try await radio.session.seek(.absolute(20))
            _ = try await radio.session.sleep(.time(0.3))
            await asleep(radio)
            #expect(abs((try await radio.episode("e1").position ?? 0) - 20) < 0.1)
        }
    }

    @Test func itNeedsSomethingThatPlays() async throws {
        try await Radio.with { radio, folder in
            for wish in [SleepWish.time(60), .longer(60), .episode, .chapter] {
                #expect(await sessionError { try await radio.session.sleep(wish) } == .nothingPlaying)
            }
            #expect(try await radio.session.sleep(.off) == nil)
            #expect(try await radio.session.sleep() == nil)
            try await radio.session.play(try folder.silence("a.mp3"))
            await radio.started()
            #expect(await sessionError { try await radio.session.sleep(.chapter) } == .noChapters(title: "a.mp3"))
            let other = Radio(folder)
            #expect(
                await sessionError { try await other.session.sleep(.episode) } == .playingElsewhere(process: await radio.session.process))
            await other.session.close()
        }
    }

    @Test func anEstimateThatWasPassedSilencesNothing() {
        let record = EpisodeRecord(id: ItemID(.episode, 1), source: "", episode: Episode(ref: "", title: ""))
        var play = Play(entry: 1, record: record, position: 97)
        play.duration = 100
        var sleep = Sleep(.episode)
        #expect(sleep.left(in: play, at: 97, now: .now)?.seconds == 3)
        sleep.fading = Sleep.Fading(token: play.token, place: 96, end: 100)
        play.duration = 103
        #expect(sleep.left(in: play, at: 100.5, now: .now)?.seconds == -0.5)
        #expect(sleep.left(in: play, at: 101.5, now: .now) == nil)
        #expect(sleep.level(5) == 1 && sleep.level(2.5) == 0.5 && sleep.level(-1) == 0)
    }
}

extension RadioSession {
    fileprivate var fadePlace: Double? { playing.sleep?.fading?.place }

    fileprivate func holds(_ check: @Sendable (PlayState) -> Bool) -> Bool { check(playing) }

    /// This process, by its lease.
    fileprivate var process: Int32 { PlayerLease.holder(inFolder: configuration.libraryFolder) ?? 0 }
}
