import Catalogue
import Library
import Synchronization
import TestSupport
import Testing

@testable import Session

/// `where`: which places there are to go back to, in what order, and that `play` begins there.
@Suite struct LeftPlaceTests {
    private func seconds(_ places: [LeftPlace]) -> [String] { places.map { "\($0.item.episode.title) \(Int($0.position))" } }

    /// A session whose clock goes on by a minute each time it is asked.
    private func with(_ body: (Radio, TemporaryFolder) async throws -> Void) async throws {
        let time = Shared(1_764_500_000)
        try await TemporaryFolder.with { folder in
            let radio = Radio(folder) {
                $0.clock = {
                    time.change { $0 += 60 }
                    return Int64(time.value)
                }
            }
            do { try await body(radio, folder) } catch {
                await radio.session.close()
                throw error
            }
            await radio.session.close()
        }
    }

    @Test func longJumpsLeaveAPlace() async throws {
        try await with { radio, folder in
            #expect(await sessionError { try await radio.session.places() } == .noPlaces)
            _ = try await radio.session.add(try folder.silence("a.mp3", seconds: 600))
            _ = try await radio.session.next()
            for place in [100.0, 120, 300, 140, 141] { _ = try await radio.session.seek(.absolute(place)) }
            // From 0 there is nothing to go back to, and of short jumps nothing is left but the place where it stands.
            let places = try await radio.session.places()
            #expect(seconds(places) == ["a.mp3 141", "a.mp3 300", "a.mp3 120"])
            try await radio.session.play(["2"])
            await radio.started()
            #expect(radio.events == ["playing a.mp3 at 300"])
            // It isn't one to go back to while it plays there.
            #expect(seconds(try await radio.session.places()).contains("a.mp3 300") == false)
        }
    }

    @Test func sittingsAndWaitingEpisodesAreInIt() async throws {
        try await with { radio, folder in
            let paths = try folder.silence("a.mp3", "b.mp3", "c.mp3", seconds: 600)
            _ = try await radio.session.add(paths)
            let library = try await radio.session.library()
            let (a, b, c) = (ItemID(.episode, 1), ItemID(.episode, 2), ItemID(.episode, 3))
            for (item, place) in [(a, 200.0), (b, 50), (a, 203), (a, 400), (b, 599)] {
                let listen = try await library.beginListen(item, at: 0)
                try await library.continueListen(listen, position: place, heard: place)
            }
            try await library.keepPosition(b, seconds: nil, duration: 600)
            try await library.keepPosition(c, seconds: 70, duration: 600)
            // What was heard to its end is none, nor is one place twice.
            #expect(seconds(try await radio.session.places()) == ["c.mp3 70", "a.mp3 400", "a.mp3 203", "b.mp3 50"])
            try await radio.session.play(["3-4"])
            await radio.started()
            #expect(radio.events == ["playing a.mp3 at 203"])
            #expect(try await radio.episode("e2").position == 50)
            // A place is no bookmark.
            #expect(await sessionError { try await radio.session.removeBookmarks(["1"]) } == .notABookmark("1"))
        }
    }

    @Test func noMoreThanTwentyAreShown() async throws {
        try await with { radio, folder in
            _ = try await radio.session.add(try folder.silence("a.mp3", seconds: 3600))
            let library = try await radio.session.library()
            for minute in 1...30 { try await library.addLeftPlace(ItemID(.episode, 1), position: Double(minute) * 60) }
            let places = try await radio.session.places()
            #expect(places.count == 20 && places[0].position == 1800 && places[19].position == 660)
        }
    }

    @Test func addressesAreReadBack() {
        for address in ["bookmark:3:e12:45.5", "place::e12:45.5"] { #expect(PlaceAddress(address)?.address == address) }
        for address in ["place:3:e12:45", "bookmark::e12:45", "bookmark:x:e12:45", "place::12:45", "place::e12:x", "e12", ""] {
            #expect(PlaceAddress(address) == nil)
        }
    }
}
