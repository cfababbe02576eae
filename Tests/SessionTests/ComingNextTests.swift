import Catalogue
import Library
import Playback
import Queue
import TestSupport
import Testing

@testable import Session

/// What follows the current item is told to the player ahead, and is always what the queue says in the end.
@Suite struct ComingNextTests {
    /// What the player was told comes next.
    private func upcoming(_ radio: Radio) async -> String? { await radio.session.upcomingTitle }

    /// Waits until the current item has started and the player knows what follows.
    private func told(_ radio: Radio, _ title: String?) async -> Bool {
        await radio.started()
        return await eventually { await upcoming(radio) == title }
    }

    @Test func eachChangeOfTheQueueIsTold() async throws {
        try await Radio.with { radio, folder in
            let paths = try folder.silence("a.mp3", "b.mp3", "c.mp3")
            _ = try await radio.session.add(paths)
            try await radio.session.play([])
            #expect(await told(radio, "b.mp3"))
            _ = try await radio.session.delete(positions: [2])
            #expect(await upcoming(radio) == "c.mp3")
            _ = try await radio.session.add([paths[1]], next: true)
            #expect(await upcoming(radio) == "b.mp3")
            _ = try await radio.session.setMode(\.single, true)
            #expect(await upcoming(radio) == nil)
            _ = try await radio.session.setMode(\.repeats, true)
            #expect(await upcoming(radio) == "a.mp3")
            try await radio.session.stop()
            #expect(await upcoming(radio) == nil)
        }
    }

    @Test func anItemThatIsRepeatedBeginsAtItsStart() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.add(try folder.silence("a.mp3", seconds: 0.3))
            _ = try await radio.session.setMode(\.single, true)
            _ = try await radio.session.setMode(\.repeats, true)
            try await radio.session.play([])
            #expect(await eventually { radio.events.count >= 4 })
            try await radio.session.stop()
            #expect(radio.events.allSatisfy { $0 == "playing a.mp3 at 0" })
        }
    }

    @Test func whatAnotherProcessPutsInFrontPlays() async throws {
        try await Radio.with { radio, folder in
            let paths = try folder.silence("a.mp3") + folder.silence("b.mp3", "c.mp3", seconds: 0.3)
            _ = try await radio.session.add([paths[0], paths[1]])
            try await radio.session.play([])
            #expect(await told(radio, "b.mp3"))
            let other = Radio(folder)
            _ = try await other.session.add([paths[2]], next: true)
            await other.session.close()
            _ = try await radio.session.seek(.absolute(59.5))
            #expect(await radio.session.waitUntilPlayed().isEmpty)
            #expect(radio.events == ["playing a.mp3 at 0", "playing c.mp3 at 0", "playing b.mp3 at 0", "ended 0"])
        }
    }

    @Test func whatAnotherProcessTakesAwayDoesNotPlay() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.add(try folder.silence("a.mp3", "b.mp3"))
            try await radio.session.play([])
            #expect(await told(radio, "b.mp3"))
            let other = Radio(folder)
            _ = try await other.session.delete(positions: [2])
            await other.session.close()
            _ = try await radio.session.seek(.absolute(59.5))
            _ = await radio.session.waitUntilPlayed()
            #expect(radio.events == ["playing a.mp3 at 0", "ended 0"])
            #expect(try await radio.session.status().state == .stopped)
            #expect(try await radio.session.history().map(\.item.episode.title) == ["a.mp3"])
        }
    }

    @Test func eachItemBeginsWhereItWasLeft() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.add(try folder.silence("a.mp3", "b.mp3", seconds: 60))
            let library = try await radio.session.library()
            try await library.keepPosition(ItemID(.episode, 1), seconds: 59.5, duration: 60)
            try await library.keepPosition(ItemID(.episode, 2), seconds: 30, duration: 60)
            try await radio.session.play([])
            #expect(await eventually { radio.events.count >= 2 })
            #expect(radio.events == ["playing a.mp3 at 59", "playing b.mp3 at 30"])
            #expect(try await radio.episode("e1").played)
        }
    }

    @Test func whatCannotBePlayedIsSkippedWhenItsTurnComes() async throws {
        try await Radio.with { radio, folder in
            let paths = try folder.silence("a.mp3", "b.mp3", "c.mp3", seconds: 0.4)
            _ = try await radio.session.add(paths)
            try folder.write(Array("not sound".utf8), to: "b.mp3")
            try await radio.session.play([])
            #expect(await radio.session.waitUntilPlayed().map(\.title) == ["b.mp3"])
            #expect(radio.events == ["playing a.mp3 at 0", "skipped b.mp3", "playing c.mp3 at 0", "ended 1"])
        }
    }
}

extension RadioSession {
    fileprivate var upcomingTitle: String? { playing.upcoming?.record.episode.title }
}
