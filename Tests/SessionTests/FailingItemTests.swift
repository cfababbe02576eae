import Catalogue
import Library
import Playback
import Queue
import TestSupport
import Testing
import Transfer

@testable import Session

/// What can't be played.
@Suite struct FailingItemTests {
    @Test func itIsNamedSkippedAndCounted() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.add(try folder.noise("bad.mp3") + folder.silence("good.mp3", seconds: 0.2))
            try await radio.session.play([])
            #expect(await radio.session.waitUntilPlayed().map(\.title) == ["bad.mp3"])
            #expect(radio.events == ["skipped bad.mp3", "playing good.mp3 at 0", "ended 1"])
            #expect(try await !radio.episode("e1").played)
            #expect(try await radio.session.history().map(\.item.episode.title) == ["good.mp3"])
        }
    }

    @Test func triedAgainItStandsInTheQueueOnce() async throws {
        try await Radio.with { radio, folder in
            let path = try folder.noise("bad.mp3")
            for _ in 0..<3 {
                try await radio.session.play(path)
                _ = await radio.session.waitUntilPlayed()
            }
            #expect(try await radio.session.queueLines().lines.count == 1)
        }
    }

    @Test(arguments: [[], ["random"], ["consume"], ["random", "consume"], ["single"]])
    func aQueueOfNothingElseEndsAfterOneRoundWhateverRepeats(_ modes: [String]) async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.add(try folder.noise("a.mp3", "b.mp3", "c.mp3"))
            _ = try await radio.session.setMode(\.repeats, true)
            if modes.contains("random") { _ = try await radio.session.setMode(\.random, true) }
            if modes.contains("consume") { _ = try await radio.session.setMode(\.consume, true) }
            if modes.contains("single") { _ = try await radio.session.setMode(\.single, true) }
            try await radio.session.play([])
            _ = await radio.session.waitUntilPlayed()
            let tried = radio.events.filter { $0.hasPrefix("skipped") }
            #expect(tried.sorted() == (modes == ["single"] ? ["a"] : ["a", "b", "c"]).map { "skipped \($0).mp3" })
            #expect(radio.events.last == "ended \(tried.count)")
        }
    }

    @Test func withConsumeAGoodOneBehindSeveralBadOnesIsReached() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.add(try folder.noise("a.mp3", "b.mp3", "c.mp3") + folder.silence("good.mp3", seconds: 0.2))
            _ = try await radio.session.setMode(\.consume, true)
            try await radio.session.play([])
            _ = await radio.session.waitUntilPlayed()
            #expect(radio.events.suffix(2) == ["playing good.mp3 at 0", "ended 3"])
            #expect(try await radio.titles().isEmpty)
        }
    }

    /// A moment of each is heard: too little to be told.
    @Test func aQueueOfBeginningsEndsAfterOneRoundToo() async throws {
        // 128 kbit/s, of which a fifth of a second comes.
        let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0xC4] + [UInt8](repeating: 0, count: 413)
        let sound = Array([[UInt8]](repeating: frame, count: 1000).joined())
        let server = try LoopbackServer { request in
            var response = LoopbackServer.Response.file(sound, for: request)
            response.cutAfter = request.range == nil ? 3_000 : 0
            return response
        }
        // It fails with the end of what came, not a moment later.
        try await Radio.with {
            $0.transferLimits.retries = 0
        } _: { radio, _ in
            _ = try await radio.session.add([server.url + "/a.mp3", server.url + "/b.mp3"])
            _ = try await radio.session.setMode(\.repeats, true)
            try await radio.session.play([])
            await radio.settled { $0.current == nil }
            #expect(radio.events.filter { $0.hasPrefix("skipped") } == ["skipped a.mp3", "skipped b.mp3"])
            #expect(radio.events.last == "ended 2")
        }
    }

    @Test func aFileThatHasGoneIsSkipped() async throws {
        try await Radio.with { radio, folder in
            let path = try folder.silence("a.mp3")[0]
            _ = try await radio.session.add([path])
            #expect(LocalFile.remove(path))
            try await radio.session.play([])
            #expect(await radio.session.waitUntilPlayed().count == 1)
            #expect(radio.events == ["skipped a.mp3", "ended 1"])
        }
    }

    @Test func onlyTheGivenBadOnesAreTried() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.add(try folder.silence("long.mp3"))
            try await radio.session.play(try folder.noise("a.mp3", "b.mp3"), onlyThese: true)
            #expect(await radio.session.waitUntilPlayed().count == 2)
            #expect(radio.events == ["skipped a.mp3", "skipped b.mp3"])
        }
    }
}
