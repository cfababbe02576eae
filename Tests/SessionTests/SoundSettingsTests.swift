import Catalogue
import Library
import Playback
import TestSupport
import Testing

@testable import Session

/// Speed, intro, outro and silences: what is set, for whom, and what comes of it.
@Suite struct SoundSettingsTests {
    @Test func aSpeedIsANumberOrAStep() {
        #expect(SpeedChange("1.5") == .to(1.5))
        #expect(SpeedChange("3") == .to(3))
        #expect(SpeedChange("+0.1") == .by(0.1))
        #expect(SpeedChange("-1") == .by(-1))
        for text in ["", "+", "-", "0.4", "3.01", "1,5", "1e0", "nan", "0x1", "1.5x", "++1", "1.2.3", "+99999", " 1"] {
            #expect(SpeedChange(text) == nil, "\(text)")
        }
        #expect(SpeedChange.by(0.1).speed(from: 1.1) == 1.2)
        #expect(SpeedChange.by(5).speed(from: 1) == 3)
        #expect(SpeedChange.by(-5).speed(from: 1) == 0.5)
    }

    @Test func aProgrammeHasItsOwn() async throws {
        try await Radio.with { radio, _ in
            let session = radio.session
            _ = try await session.browse("English", list: .recommended)
            _ = try await session.open("1")
            let record = try await radio.episode("e1")
            let program = try #require(record.programID)
            #expect(try await session.effects(of: record) == Effects())
            for (key, value) in [("speed", "1.5"), ("skip-outro", "20"), ("skip-silence", "on"), ("replay-gain", "album")] {
                _ = try await session.set(key, to: value)
            }
            #expect(try await session.effects(of: record) == Effects(speed: 1.5, skipsSilence: true, outro: 20, gain: .album))
            for (key, value) in [("speed", "2"), ("skip-outro", "0"), ("skip-silence", "off"), ("skip-intro", "0:05")] {
                _ = try await session.set("\(program).\(key)", to: value)
            }
            #expect(try await session.effects(of: record) == Effects(speed: 2, gain: .album))
            #expect(try await session.beginning(of: record, at: nil) == 5)
            #expect(try await session.beginning(of: record, at: 3) == 3)
            // An intro that is all of it isn't skipped.
            _ = try await session.set("\(program).skip-intro", to: "1h")
            #expect(try await session.beginning(of: record, at: nil) == 0)
            let live = EpisodeRecord(id: ItemID(.station, 1), source: record.source, episode: record.episode)
            #expect(try await session.effects(of: live) == Effects())
        }
    }

    @Test func speedIsTheProgrammesWhileItPlays() async throws {
        try await Radio.with { radio, folder in
            let session = radio.session
            _ = try await session.browse("English", list: .recommended)
            _ = try await session.open("1")
            #expect(try await session.speed(.to(1.25)).key == "speed")
            try await session.play(["e1"])
            await radio.started()
            try await session.pause()
            #expect(try await session.speed().key == "speed")
            #expect(try await session.status().speed == 1.25)
            let report = try await session.speed(.by(0.5))
            #expect(report.value == "1.75" && report.key.hasSuffix(".speed"))
            #expect(try await session.status().speed == 1.75)
            #expect(try await session.speed().key == report.key)
            // What has no programme has the general one.
            try await session.play(try folder.silence("a.mp3"))
            await radio.started()
            #expect(try await session.status().speed == 1.25)
            #expect(try await session.speed(.to(2)).key == "speed")
            #expect(try await session.status().speed == 2)
            try await session.stop()
            #expect(try await session.speed().value == "2")
        }
    }

    @Test func introAndOutroAreLeftOut() async throws {
        try await Radio.with { radio, folder in
            let session = radio.session
            _ = try await session.set("skip-intro", to: "1")
            _ = try await session.set("skip-outro", to: "57")
            _ = try await session.add(try folder.silence("a.mp3", "b.mp3"))
            try await session.play([])
            #expect(await session.waitUntilPlayed().isEmpty)
            #expect(radio.events == ["playing a.mp3 at 1", "playing b.mp3 at 1", "ended 0"])
            let record = try await radio.episode("e1")
            #expect(record.played && record.position == nil)
            // It is as long as it was.
            #expect(record.episode.duration.map { abs($0 - 60) < 0.1 } != false)
            #expect(try await session.history().allSatisfy { abs($0.position - 3) < 0.2 })
        }
    }

    @Test func whatIsLeftJustBeforeTheOutroIsHeard() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.set("skip-outro", to: "30")
            try await radio.session.play(try folder.silence("a.mp3"))
            await radio.started()
            try await radio.session.pause()
            _ = try await radio.session.seek(.absolute(29.5))
            try await radio.session.stop()
            #expect(try await radio.episode("e1").played)
        }
    }

    @Test func anIntroLongerThanTheItemIsNone() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.set("skip-intro", to: "1:30")
            try await radio.session.play(try folder.silence("a.mp3"))
            await radio.started()
            #expect(radio.events == ["playing a.mp3 at 0"])
            #expect(try await radio.session.status().position.map { $0 < 30 } == true)
        }
    }

    @Test func whatComesNextIsToldAnew() async throws {
        try await Radio.with { radio, folder in
            let session = radio.session
            _ = try await session.add(try folder.silence("a.mp3", "b.mp3"))
            try await session.play([])
            await radio.started()
            #expect(await eventually { await session.nextEffects == Effects() })
            _ = try await session.speed(.to(1.5))
            #expect(await session.nextEffects == Effects(speed: 1.5))
        }
    }
}

extension RadioSession {
    fileprivate var nextEffects: Effects? { playing.upcoming?.effects }
}
