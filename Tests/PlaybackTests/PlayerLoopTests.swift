import Testing

@testable import Playback

@Suite struct PlayerLoopTests {
    private func item(_ bytes: [UInt8], start: Double = 0) -> PlayItem {
        PlayItem(name: "item", start: start) { MemorySource(bytes) }
    }

    private func tone(start: Double = 0) throws -> PlayItem { item(try fixture("tone"), start: start) }

    @Test func playsToTheEndAndSaysSoWhenItWasHeard() throws {
        let driver = LoopDriver()
        driver.perform(.play(try tone()))
        driver.run(4.9)
        #expect(driver.story == ["started 44100 5.00"])
        driver.run(0.2)
        #expect(driver.story == ["started 44100 5.00", "ended 5.00"])
        #expect(driver.output.bytes == 441_000)
        #expect(driver.places.count >= 8 && driver.places == driver.places.sorted())
    }

    @Test func thePlaceIsWhatIsHeard() throws {
        let driver = LoopDriver()
        driver.perform(.play(try tone()))
        driver.run(2)
        driver.perform(.pause)
        #expect(driver.story.last == "paused 2.00")
        driver.run(10)
        driver.perform(.resume)
        #expect(driver.story.last == "resumed 2.00")
        driver.run(1)
        driver.perform(.stop)
        #expect(driver.story.last == "stopped 3.00")
    }

    @Test func seeksWhilePlayingAndPausedAndCutsAtBothEnds() throws {
        let driver = LoopDriver()
        let item = try tone()
        driver.perform(.play(item))
        driver.run(1)
        driver.perform(.seek(item.token, -60))
        driver.run(0.5)
        driver.perform(.pause)
        driver.perform(.seek(item.token, 3))
        driver.run(5)
        driver.perform(.resume)
        driver.run(1)
        driver.perform(.seek(item.token, 5999))
        driver.run(1)
        #expect(
            driver.story == [
                "started 44100 5.00", "seeked 0.00", "paused 0.50", "seeked 3.00", "resumed 3.00", "seeked 5.00", "ended 5.00",
            ])
    }

    @Test func badAndStaleSeeksChangeNothing() throws {
        let driver = LoopDriver()
        let item = try tone()
        driver.perform(.play(item))
        driver.run(1)
        driver.perform(.seek(item.token, .nan))
        driver.perform(.seek(PlayToken(), 3))
        driver.perform(.pause)
        #expect(driver.story == ["started 44100 5.00", "paused 1.00"])
    }

    @Test func beginsWhereItWasLeft() throws {
        let driver = LoopDriver()
        driver.perform(.play(try tone(start: 3)))
        driver.run(1)
        driver.perform(.stop)
        driver.perform(.play(try tone(start: 77)))
        driver.run(1)
        driver.perform(.pause)
        #expect(driver.story == ["started 44100 5.00", "stopped 4.00", "started 44100 5.00", "paused 1.00"])
    }

    @Test func anotherPlayEndsTheFirstOnce() throws {
        let driver = LoopDriver()
        driver.perform(.play(try tone()))
        driver.run(1)
        driver.perform(.play(try tone()))
        driver.run(6)
        driver.perform(.stop)
        #expect(driver.story == ["started 44100 5.00", "stopped 1.00", "started 44100 5.00", "ended 5.00"])
    }

    @Test func whatCannotBePlayedFailsOnceAndTheLoopRests() {
        let driver = LoopDriver()
        driver.perform(.play(item([])))
        driver.run(1)
        driver.perform(.play(item([UInt8](repeating: 0, count: 1 << 20))))
        driver.run(1)
        driver.perform(.play(PlayItem(name: "gone") { try FileSource(path: "/nowhere") }))
        driver.run(1)
        #expect(
            driver.story == [
                "failed empty 0.00", #"failed notAudio(found: Optional("zeros")) 0.00"#,
                #"failed unreadable(path: "/nowhere", errno: 2) 0.00"#,
            ])
        driver.run(PlayerLoop.idleLimit + 1)
        #expect(driver.loop?.step() == .wait(nil))
    }

    @Test func aFormatChangeReopensTheOutputAndLosesNothing() {
        let driver = LoopDriver()
        driver.perform(.play(item(SilentMPEG.frames(100) + SilentMPEG.frames(200, .lowMono))))
        driver.run(9)
        #expect(driver.story == ["started 44100 7.84", "ended 7.84"])
        #expect(driver.output.opened.map(\.sampleRate) == [44_100, 22_050])
        #expect(driver.output.bytes == 115_200 * 4 + 115_200 * 2)
    }

    @Test func aDeviceThatGoesAndComesBackGoesOnAtItsPlace() throws {
        let driver = LoopDriver()
        driver.perform(.play(try tone()))
        driver.run(2)
        driver.output.isGone = true
        driver.run(3)
        #expect(driver.story == ["started 44100 5.00", "noDevice"])
        #expect(abs((driver.places.last ?? 0) - 2) < 0.01)
        driver.output.isGone = false
        driver.run(1)
        driver.perform(.pause)
        driver.output.isGone = true
        driver.run(1)
        driver.output.isGone = false
        driver.run(1)
        driver.perform(.resume)
        driver.run(9)
        #expect(driver.story.suffix(6) == ["deviceBack", "paused 3.00", "noDevice", "deviceBack", "resumed 3.00", "ended 5.00"])
    }

    @Test func aDeviceThatStandsStillIsSaidOnceAlsoWhereItGoesAwayThen() throws {
        let driver = LoopDriver()
        driver.perform(.play(try tone()))
        driver.run(1)
        driver.output.standstill = .serverHangs
        driver.run(1)
        driver.output.standstill = nil
        driver.run(1)
        #expect(driver.story == ["started 44100 5.00", "noDevice", "deviceBack"])
        driver.output.standstill = .deviceSuspended
        driver.run(1)
        driver.output.isGone = true
        driver.run(1)
        (driver.output.standstill, driver.output.isGone) = (nil, false)
        driver.run(0.5)
        #expect(driver.story.dropFirst(3) == ["noDevice", "deviceBack"])
    }

    @Test func itIsToldWhereTheSoundGoesElsewhere() throws {
        let driver = LoopDriver()
        driver.perform(.play(try tone()))
        driver.run(1)
        driver.output.detour = Detour(asked: "headset", used: "speakers")
        driver.run(1)
        #expect(driver.story == ["started 44100 5.00", "speakers instead of headset"])
    }

    @Test func withoutADeviceAnItemFailsAndStopWorksInALoss() throws {
        let driver = LoopDriver()
        driver.output.isGone = true
        driver.perform(.play(try tone()))
        driver.run(1)
        driver.output.isGone = false
        driver.perform(.play(try tone()))
        driver.run(1)
        driver.output.isGone = true
        driver.run(1)
        driver.perform(.stop)
        #expect(driver.story == [#"failed noDevice("gone") 0.00"#, "started 44100 5.00", "noDevice", "stopped 1.00"])
    }

    @Test func whatIsBegunWhileTheDeviceIsAwayWaitsForItToo() throws {
        let driver = LoopDriver()
        driver.perform(.play(try tone()))
        driver.run(1)
        driver.output.isGone = true
        driver.run(1)
        driver.perform(.play(try tone(start: 2)))
        driver.run(3)
        driver.output.isGone = false
        driver.run(9)
        #expect(driver.story == ["started 44100 5.00", "noDevice", "stopped 1.00", "deviceBack", "started 44100 5.00", "ended 5.00"])
    }

    @Test func aPauseBeforeTheFirstSoundHolds() throws {
        let driver = LoopDriver()
        driver.perform(.play(try tone()))
        driver.perform(.pause)
        driver.run(3)
        driver.perform(.resume)
        driver.run(1)
        driver.perform(.stop)
        #expect(driver.story == ["started 44100 5.00", "paused 0.00", "resumed 0.00", "stopped 1.00"])
    }

    @Test func shutdownEndsTheItemAndTheLoop() throws {
        let driver = LoopDriver()
        driver.perform(.play(try tone()))
        driver.run(1)
        driver.perform(.volume(140))
        driver.perform(.shutdown)
        #expect(driver.story.last == "stopped 1.00")
        #expect(driver.loop?.step() == .done)
        #expect(driver.output.volume == 100)
    }
}
