import Catalogue
import Testing

@testable import Library

@Suite struct StoredPlaylists {
    private func library() async throws -> (LibraryStore, [ItemID]) {
        let store = try await LibraryStore.scratch()
        return (store, try await store.keep(Sample.page(Sample.episodes(3)), from: "fm").addresses.compactMap { ItemID($0) })
    }

    @Test func keepTheirItemsInOrderSomeOfThemTwice() async throws {
        let (store, ids) = try await library()
        #expect(try await store.savePlaylist("夜 night", [ids[2], ids[0], ids[2]], over: false))
        #expect(try await store.savePlaylist("a", [], over: false))
        #expect(try await store.playlist("夜 night") == [ids[2], ids[0], ids[2]])
        #expect(try await store.playlist("A") == nil)
        #expect(try await store.playlists() == [PlaylistRecord(name: "a", items: 0), PlaylistRecord(name: "夜 night", items: 3)])
    }

    @Test func areWrittenOverOnlyWhereThatIsSaid() async throws {
        let (store, ids) = try await library()
        #expect(try await store.savePlaylist("a", ids, over: false))
        #expect(try await store.savePlaylist("a", [ids[0]], over: false) == false)
        #expect(try await store.playlist("a") == ids)
        #expect(try await store.savePlaylist("a", [ids[0]], over: true))
        #expect(try await store.playlist("a") == [ids[0]])
    }

    @Test func goWithTheirEntriesAndLeaveTheItems() async throws {
        let (store, ids) = try await library()
        _ = try await store.savePlaylist("a", ids, over: false)
        #expect(try await store.removePlaylist("a"))
        #expect(try await store.removePlaylist("a") == false)
        #expect(try await store.number("SELECT count(*) FROM playlist_entry") == 0)
        #expect(try await store.records(ids).count == 3)
    }

    @Test func takeNoItemThatIsNotThere() async throws {
        let (store, ids) = try await library()
        _ = try await store.savePlaylist("a", ids, over: false)
        await #expect(throws: LibraryError.noSuchItem(ItemID(.episode, 99))) {
            _ = try await store.savePlaylist("a", [ItemID(.episode, 99)], over: true)
        }
        #expect(try await store.playlist("a") == ids)
    }

    @Test func areThereInALibraryOfTheVersionBefore() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let path = scratch.path + "/library.sqlite"
        try LibraryFile(path: path, busyMilliseconds: 0, migrations: [Migrations.all[0]]).open().close()
        let store = try await LibraryStore(folder: scratch.path)
        #expect(try await store.playlists().isEmpty)
        await store.close()
    }
}
