import TestSupport
import Testing

@testable import Playback

@Suite struct GaplessTests {
    private func item(_ bytes: [UInt8], start: Double = 0) -> PlayItem { PlayItem(name: "item", start: start) { MemorySource(bytes) } }
    private func tone(start: Double = 0) throws -> PlayItem { item(try fixture("tone"), start: start) }
    private let tones = ["started 44100 5.00", "ended 5.00"]

    /// A driver that plays `first` and knows `next`, `seconds` later.
    private func driver(_ first: PlayItem, _ next: PlayItem?, _ seconds: Double = 0) -> LoopDriver {
        let driver = LoopDriver()
        driver.perform(.play(first))
        driver.perform(.enqueue(next, after: first.token))
        driver.run(seconds)
        return driver
    }

    @Test func theNextItemFollowsInTheSameStreamAndIsToldWhenItIsHeard() throws {
        let driver = driver(try tone(), try tone(), 4.9)
        #expect(driver.story == ["started 44100 5.00"])
        #expect(driver.output.bytes > 441_000)
        driver.run(0.15)
        #expect(driver.story == tones + tones.prefix(1))
        driver.run(4.85)
        #expect(driver.story == tones + tones.prefix(1))
        driver.run(0.2)
        #expect(driver.story == tones + tones)
        #expect(driver.output.opened.count == 1)
        #expect(driver.output.bytes == 2 * 441_000)
    }

    @Test func anotherFormatIsHeardAfterTheFirstOne() throws {
        let driver = driver(try tone(), item(SilentMPEG.frames(100, .lowMono)), 8)
        #expect(driver.story == tones + ["started 22050 2.61", "ended 2.61"])
        #expect(driver.output.opened.map(\.sampleRate) == [44_100, 22_050])
        #expect(driver.output.bytes == 441_000 + 57_600 * 2)
    }

    @Test func aRemoteItemIsFetchedAheadAndFollowsWithoutAGap() async throws {
        let bytes = try fixture("tone")
        let source = FakeSource(bytes)
        let driver = driver(try tone(), PlayItem(name: "far") { source })
        driver.run(0.1)
        // The clock is the test's, the thread that reads ahead has its own.
        #expect(await eventually { source.bytesRead == bytes.count })
        driver.run(8)
        #expect(driver.output.opened.count == 1)
        #expect(driver.story.prefix(3) == ["started 44100 5.00", "ended 5.00", "started 44100 5.00"])
    }

    @Test(.timeLimit(.minutes(1))) func whatIsBehindALargeTagIsNotWaitedForWhileSomethingSounds() async throws {
        let size = 300_000
        let tag = Array("ID3".utf8) + [3, 0, 0] + [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) } + [UInt8](repeating: 0, count: size)
        let sound = try fixture("tone")
        let source = FakeSource(tag + sound, arrived: 100_000)
        let driver = driver(try tone(), PlayItem(name: "far") { source })
        driver.run(0.1)
        #expect(await eventually { source.bytesRead >= 65_536 })
        driver.run(3)
        #expect(driver.story == ["started 44100 5.00"])
        source.arrive(.max)
        driver.run(0.1)
        #expect(await eventually { source.bytesRead >= 65_536 + sound.count })
        driver.run(8)
        #expect(driver.output.opened.count == 1)
        #expect(driver.story.prefix(3) == ["started 44100 5.00", "ended 5.00", "started 44100 5.00"])
    }

    @Test func aRemoteItemThatDoesNotComeIsWaitedForInSilenceOnly() throws {
        let source = FakeSource(try fixture("tone"), arrived: 0)
        let driver = driver(try tone(), PlayItem(name: "far") { source }, 4.99)
        #expect(driver.story == ["started 44100 5.00"])
        source.cancel()
        driver.run(0.5)
        #expect(driver.story.first == "started 44100 5.00")
        #expect(driver.story.contains("ended 5.00"))
    }

    @Test func whatIsSaidInTheLastSecondIsOfTheItemThatIsHeard() throws {
        let first = try tone()
        let driver = driver(first, try tone(), 4.8)
        driver.perform(.pause)
        driver.run(3)
        driver.perform(.resume)
        driver.perform(.seek(first.token, 4))
        driver.run(0.9)
        driver.perform(.stop)
        driver.run(9)
        #expect(driver.story == ["started 44100 5.00", "paused 4.80", "resumed 4.80", "seeked 4.00", "stopped 4.90"])
        #expect(driver.places.allSatisfy { $0 <= 5 })
    }

    @Test func afterASeekBackTheNextItemFollowsAllTheSame() throws {
        let first = try tone()
        let driver = driver(first, try tone(), 4.8)
        driver.perform(.seek(first.token, 2))
        driver.run(9)
        #expect(driver.story == ["started 44100 5.00", "seeked 2.00"] + tones.suffix(1) + tones)
        #expect(driver.output.opened.count == 1)
    }

    @Test func anotherNextItemTakesTheFirstOnesPlaceUpToTheBorder() throws {
        let first = try tone()
        let driver = driver(first, try tone(), 4.8)
        driver.perform(.enqueue(item(SilentMPEG.frames(100)), after: first.token))
        driver.run(4)
        #expect(driver.story == tones + ["started 44100 2.61", "ended 2.61"])
        driver.perform(.play(first))
        driver.perform(.enqueue(try tone(), after: first.token))
        driver.run(4.8)
        driver.perform(.enqueue(nil, after: first.token))
        driver.run(9)
        #expect(driver.story.suffix(2) == tones[...])
    }

    @Test func theDeviceGoesInTheLastSecond() throws {
        let driver = driver(try tone(), try tone(), 4.8)
        driver.output.isGone = true
        driver.run(2)
        #expect(abs((driver.places.last ?? 0) - 4.8) < 0.02)
        driver.output.isGone = false
        driver.run(9)
        #expect(driver.story == ["started 44100 5.00", "noDevice", "deviceBack", "ended 5.00"] + tones)
    }

    @Test func anItemThatCannotBePlayedIsToldWhenItsTurnHasCome() throws {
        for bad in [item([]), item(Array(repeating: 0, count: 1 << 20)), PlayItem(name: "gone") { try FileSource(path: "/nowhere") }] {
            let driver = driver(try tone(), bad, 4.9)
            #expect(driver.story == ["started 44100 5.00"])
            driver.run(1)
            #expect(driver.story.prefix(2) == tones[...])
            #expect(driver.story.count == 3 && driver.story[2].hasPrefix("failed"))
        }
    }

    @Test func whatCouldNotBeOpenedAheadIsTriedAgainInItsTurn() throws {
        let bytes = try fixture("tone")
        let tries = Gate(0)
        let next = PlayItem(name: "far") {
            let isFirst = tries.change { count in
                count += 1
                return count == 1
            }
            if isFirst { throw PlaybackError.unreadable(path: "far", errno: 5) }
            return MemorySource(bytes)
        }
        let driver = driver(try tone(), next, 12)
        #expect(driver.story == tones + tones)
        #expect(tries.read { $0 } == 2)
    }

    @Test func aLongItemThatWasLeftInsideIsMeasuredInSlicesBeforeItsTurn() throws {
        let source = FakeSource(SilentMPEG.frames(12_000), isLocal: true)
        let driver = driver(try tone(), PlayItem(name: "long", start: 200) { source })
        var most: Int64 = 0
        for _ in 0..<1000 {
            let before = source.bytesRead
            let next = driver.loop?.step()
            most = max(most, source.bytesRead - before)
            if case .wait = next { break }
        }
        #expect(source.bytesRead > 5_000_000)
        #expect(most < 1_000_000)
        driver.run(6)
        #expect(driver.story == tones + ["started 44100 313.47"])
        #expect(driver.places.last.map { $0 > 200 } == true)
        driver.perform(.stop)
    }

    @Test func nextComesAfterWhatIsMeantOnly() throws {
        let (first, second) = (try tone(), try tone())
        let driver = driver(first, nil, 1)
        driver.perform(.enqueue(second, after: PlayToken()))
        driver.run(5)
        #expect(driver.story == tones)
        // It has just ended, so this is late, but meant.
        driver.perform(.enqueue(second, after: first.token))
        driver.run(1)
        driver.perform(.stop)
        driver.perform(.enqueue(try tone(), after: second.token))
        driver.run(6)
        #expect(driver.story == tones + ["started 44100 5.00", "stopped 1.00"])
    }

    @Test func whatIsSaidJustBehindTheBorderCounts() throws {
        let (first, third) = (try tone(), item(SilentMPEG.frames(100)))
        let driver = driver(first, try tone(), 5.5)
        driver.perform(.enqueue(third, after: first.token))
        driver.perform(.enqueue(third, after: first.token))
        driver.run(4)
        #expect(driver.story == tones + ["started 44100 5.00", "stopped 0.50", "started 44100 2.61", "ended 2.61"])
        let last = try tone()
        driver.perform(.play(last))
        driver.perform(.enqueue(try tone(), after: last.token))
        driver.run(5.5)
        driver.perform(.enqueue(nil, after: last.token))
        driver.run(9)
        #expect(driver.story.suffix(3) == ["ended 5.00", "started 44100 5.00", "stopped 0.50"])
    }

    @Test func veryShortItemsFollowOneAnother() throws {
        let driver = LoopDriver()
        var last = item(SilentMPEG.frames(5))
        driver.perform(.play(last))
        for _ in 0..<20 {
            let next = item(SilentMPEG.frames(5))
            driver.perform(.enqueue(next, after: last.token))
            for _ in 0..<100 where driver.lastStarted != next.token { driver.run(0.01) }
            last = next
        }
        driver.run(1)
        #expect(driver.story.filter { $0.hasPrefix("ended") }.count == 21)
        #expect(driver.output.opened.count == 1)
        #expect(driver.output.bytes == 21 * 5 * 1152 * 4)
    }
}
