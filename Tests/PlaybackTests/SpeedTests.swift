import TestSupport
import Testing

@testable import Playback

/// Places, borders and changes at another speed, as the player's loop has them.
@Suite struct SpeedTests {
    private func item(_ name: String, _ effects: Effects, start: Double = 0) throws -> PlayItem {
        let bytes = try fixture(name)
        return PlayItem(name: name, start: start, effects: effects) { MemorySource(bytes) }
    }

    private func playing(_ item: PlayItem, _ seconds: Double) -> LoopDriver {
        let driver = LoopDriver()
        driver.perform(.play(item))
        driver.run(seconds)
        return driver
    }

    private func place(_ driver: LoopDriver) -> Double { driver.loop?.place ?? -1 }

    @Test(arguments: [0.5, 1.5, 2, 3]) func thePlaceIsTheItemsAtAnySpeed(_ speed: Double) throws {
        let driver = playing(try item("steps", Effects(speed: speed)), 2)
        #expect(abs(place(driver) - 2 * speed) < 0.06, "\(place(driver))")
        driver.run(10 / speed)
        #expect(driver.story == ["started 22050 10.06", "ended 10.06"])
        let length = Double(driver.output.bytes) * speed / 443_520
        #expect(abs(length - 1) < 0.005, "\(length)")
    }

    @Test(arguments: [true, false]) func anotherSpeedHoldsFromThePlaceThatIsHeard(_ isLocal: Bool) async throws {
        let bytes = try fixture("steps")
        let remote = FakeSource(bytes)
        let item = PlayItem(name: "steps") { isLocal ? MemorySource(bytes) : remote as any ByteSource }
        let driver = LoopDriver()
        driver.perform(.play(item))
        driver.run(0.01)
        // The clock is the test's, the thread that reads ahead has its own.
        #expect(await eventually { isLocal || remote.bytesRead == bytes.count })
        driver.run(0.99)
        for speed in [2, 0.5, 3, 1] as [Double] {
            let before = place(driver)
            driver.perform(.effects(item.token, Effects(speed: speed)))
            #expect(abs(place(driver) - before) < 0.05, "\(speed): \(place(driver)) after \(before)")
            #expect(driver.places.last == place(driver))
            driver.run(1)
            // Of a remote item what waited in the device, half a second, was still as it was.
            if isLocal { #expect(abs(place(driver) - before - speed) < 0.08, "\(speed): \(place(driver)) after \(before)") }
        }
        driver.run(20)
        #expect(driver.story.last == "ended 10.06")
        #expect(zip(driver.places, driver.places.dropFirst()).allSatisfy { $0 < $1 + 0.05 })
    }

    @Test func itemsOfOneSpeedFollowInOneStream() throws {
        let (first, second) = (try item("tone", Effects(speed: 1.5)), try item("tone", Effects(speed: 1.5)))
        let driver = LoopDriver()
        driver.perform(.play(first))
        driver.perform(.enqueue(second, after: first.token))
        driver.run(8)
        #expect(driver.story == Array(repeatElement(["started 44100 5.00", "ended 5.00"], count: 2).joined()))
        #expect(driver.output.opened.count == 1)
        #expect(abs(driver.output.bytes - 588_000) < 1000, "\(driver.output.bytes)")
    }

    @Test func afterTheOutroTheNextItemFollowsInOneStream() throws {
        let (first, second) = (try item("tone", Effects(outro: 2)), try item("tone", Effects()))
        let driver = LoopDriver()
        driver.perform(.play(first))
        driver.perform(.enqueue(second, after: first.token))
        driver.run(9)
        #expect(driver.story == ["started 44100 5.00", "ended 3.00", "started 44100 5.00", "ended 5.00"])
        #expect(driver.output.opened.count == 1)
        #expect(driver.output.bytes == 8 * 88_200)
    }

    @Test func speedChangesWhilePausedAndInTheLastSecondAndWithoutADevice() throws {
        let (first, second) = (try item("tone", Effects()), try item("tone", Effects()))
        let driver = LoopDriver()
        driver.perform(.play(first))
        driver.perform(.enqueue(second, after: first.token))
        driver.run(1)
        driver.perform(.pause)
        driver.perform(.effects(first.token, Effects(speed: 2)))
        driver.run(3)
        #expect(abs(place(driver) - 1) < 0.02)
        driver.perform(.resume)
        driver.run(1.9)
        // The next item is being decoded already.
        driver.perform(.effects(first.token, Effects(speed: 0.5)))
        #expect(abs(place(driver) - 4.8) < 0.05, "\(place(driver))")
        driver.output.isGone = true
        driver.run(1)
        driver.perform(.effects(first.token, Effects(speed: 1)))
        driver.output.isGone = false
        driver.run(0.3)
        driver.perform(.effects(PlayToken(), Effects(speed: 3)))
        driver.run(9)
        let story = driver.story.map { String($0.prefix { $0 != " " }) }
        #expect(story == ["started", "paused", "resumed", "noDevice", "deviceBack", "ended", "started", "ended"], "\(driver.story)")
        #expect(driver.story.filter { $0.hasPrefix("ended") } == ["ended 5.00", "ended 5.00"])
    }

    @Test func aPlaceSoughtIsReachedAtAnySpeed() throws {
        let item = try item("steps", Effects(speed: 2), start: 4)
        let driver = playing(item, 1)
        #expect(abs(place(driver) - 6) < 0.06)
        driver.perform(.seek(item.token, 1))
        driver.run(1)
        #expect(driver.story == ["started 22050 10.06", "seeked 1.00"])
        #expect(abs(place(driver) - 3) < 0.06, "\(place(driver))")
        driver.perform(.stop)
        #expect(driver.story.last?.hasPrefix("stopped") == true)
    }
}
