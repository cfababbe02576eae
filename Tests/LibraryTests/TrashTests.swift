import Catalogue
import Foundation
import Testing

@testable import Library

/// Deleted files, which lie in the trash until they come back or are too old.
@Suite struct TrashedFiles {
    private static let e1 = ItemID(.episode, 1)
    private static let e2 = ItemID(.episode, 2)

    /// A library with two downloads of one file name, and what became of it.
    private struct Scene {
        let scratch: ScratchFolder
        let clock = TestClock()
        let store: LibraryStore

        init() async throws {
            scratch = try ScratchFolder()
            store = try await LibraryStore(folder: scratch.path, clock: { [clock] in clock.now })
            _ = try await store.keep(Sample.page(Sample.episodes(3)), from: "fm")
            for (number, folder) in ["a", "b"].enumerated() {
                try await put(ItemID(.episode, Int64(number) + 1), "\(folder)/talk.mp3", folder)
            }
        }

        func put(_ id: ItemID, _ name: String, _ text: String) async throws {
            let path = store.paths.downloads + "/" + name
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            try await store.keepDownload(
                DownloadRecord(id: id, url: "http://h/\(name)", state: .done, received: 1, size: 1, path: path, sha256: "ab"))
        }

        func text(_ name: String) -> String? { scratch.bytes(name).map { String(decoding: $0, as: UTF8.self) } }

        func trash() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: store.paths.trash).sorted() }

        func end() async {
            await store.close()
            scratch.remove()
        }
    }

    private func with(_ body: (Scene) async throws -> Void) async throws {
        let scene = try await Scene()
        do { try await body(scene) } catch {
            await scene.end()
            throw error
        }
        await scene.end()
    }

    @Test func goBackAndForthWithTheirRows() async throws {
        try await with { scene in
            let before = try await scene.store.listenersThings()
            let (deleted, gone) = try await scene.store.trashDownloads([Self.e1, Self.e2, ItemID(.episode, 3)], step: "delete")
            #expect(deleted == [Self.e1, Self.e2] && gone.isEmpty)
            for _ in 1...2 {
                #expect(try await scene.store.downloads().isEmpty)
                #expect(scene.text("downloads/a/talk.mp3") == nil && scene.text("downloads/b/talk.mp3") == nil)
                #expect(try scene.trash() == ["talk (2).mp3", "talk.mp3"])
                #expect(try await scene.store.undo(keepsCurrent: false)?.items == 2)
                #expect(try await scene.store.listenersThings() == before)
                #expect(scene.text("downloads/a/talk.mp3") == "a" && scene.text("downloads/b/talk.mp3") == "b")
                #expect(try scene.trash().isEmpty)
                let again = try #require(try await scene.store.redo())
                #expect(again.items == 2 && again.gone.isEmpty)
            }
        }
    }

    @Test func aKillBeforeTheMoveIsMadeUpFor() async throws {
        try await with { scene in
            _ = try await scene.store.trashDownloads([Self.e1], step: "delete")
            // As a kill between the row and the move, or between the move back and the row, has left it.
            let (trash, place) = (scene.store.paths.trash + "/talk.mp3", scene.store.paths.downloads + "/a/talk.mp3")
            try FileManager.default.moveItem(atPath: trash, toPath: place)
            #expect(try await scene.store.settleTrash().isEmpty)
            #expect(try scene.trash() == ["talk.mp3"])
            #expect(scene.text("downloads/a/talk.mp3") == nil)
            // And undoing finds it wherever it is.
            try FileManager.default.moveItem(atPath: trash, toPath: place)
            #expect(try await scene.store.undo(keepsCurrent: false)?.items == 1)
            #expect(scene.text("downloads/a/talk.mp3") == "a")
            #expect(try await scene.store.download(Self.e1)?.path == place)
        }
    }

    @Test func aFailedUndoLeavesTheFileInTheTrash() async throws {
        try await with { scene in
            _ = try await scene.store.trashDownloads([Self.e1, Self.e2], step: "delete")
            var steps = 0
            for count in stride(from: 1, to: 2_000, by: 7) {
                do {
                    try await scene.store.undoBrokenOff(afterSteps: count)
                    break
                } catch LibraryError.sqlite(9, _, _) {
                    steps += 1
                    if try await scene.store.downloads().count == 2 { break }
                    #expect(try scene.trash().count == 2)
                    #expect(try await scene.store.downloads().isEmpty)
                }
            }
            #expect(steps > 3)
            #expect(scene.text("downloads/a/talk.mp3") == "a" && scene.text("downloads/b/talk.mp3") == "b")
        }
    }

    @Test func aPlaceThatIsTakenGivesAnotherName() async throws {
        try await with { scene in
            _ = try await scene.store.trashDownloads([Self.e1], step: "delete")
            try await scene.put(ItemID(.episode, 3), "a/talk.mp3", "other")
            #expect(try await scene.store.undo(keepsCurrent: false)?.items == 1)
            #expect(scene.text("downloads/a/talk.mp3") == "other" && scene.text("downloads/a/talk (2).mp3") == "a")
            #expect(try await scene.store.download(Self.e1)?.path == scene.store.paths.downloads + "/a/talk (2).mp3")
            #expect(try await scene.store.redo()?.items == 1)
            #expect(scene.text("downloads/a/talk.mp3") == "other" && scene.text("downloads/a/talk (2).mp3") == nil)
            #expect(try await scene.store.undo(keepsCurrent: false)?.items == 1)
            #expect(scene.text("downloads/a/talk (2).mp3") == "a")
        }
    }

    @Test func aPlaceThatAnotherDownloadHasYetToWriteIsLeftToIt() async throws {
        try await with { scene in
            _ = try await scene.store.trashDownloads([Self.e1], step: "delete")
            let (other, place) = (ItemID(.episode, 3), scene.store.paths.downloads + "/a/talk.mp3")
            try await scene.store.keepDownload(DownloadRecord(id: other, url: "http://h/3", state: .running, path: place))
            #expect(try await scene.store.undo(keepsCurrent: false)?.items == 1)
            #expect(scene.text("downloads/a/talk.mp3") == nil && scene.text("downloads/a/talk (2).mp3") == "a")
        }
    }

    @Test func oneThatWasFetchedAgainStays() async throws {
        try await with { scene in
            _ = try await scene.store.trashDownloads([Self.e1], step: "delete")
            try await scene.put(Self.e1, "a/talk.mp3", "new")
            #expect(try await scene.store.undo(keepsCurrent: false)?.items == 0)
            #expect(scene.text("downloads/a/talk.mp3") == "new")
            #expect(scene.text("trash/talk.mp3") == "a")
        }
    }

    @Test func oneThatWasTakenOutOfTheTrashIsTold() async throws {
        try await with { scene in
            _ = try await scene.store.trashDownloads([Self.e1, Self.e2], step: "delete")
            #expect(FileAtPath(scene.store.paths.trash + "/talk.mp3").remove() == 0)
            let outcome = try #require(try await scene.store.undo(keepsCurrent: false))
            #expect(outcome.items == 1 && outcome.lost == [Self.e1])
            #expect(try await scene.store.downloads().map(\.id) == [Self.e2])
        }
    }

    @Test func whatIsThereForThirtyDaysGoes() async throws {
        try await with { scene in
            _ = try await scene.store.trashDownloads([Self.e1], step: "delete")
            scene.clock.now += 30 * 86_400
            #expect(try await scene.store.emptyTrash().isEmpty)
            scene.clock.now += 1
            _ = try await scene.store.trashDownloads([Self.e2], step: "delete")
            #expect(try scene.trash() == ["talk (2).mp3"])
            #expect(try await scene.store.undo(keepsCurrent: false)?.items == 1)
            #expect(try await scene.store.undo(keepsCurrent: false)?.lost == [Self.e1])
        }
    }

    @Test func moreThanAGigabyteIsNotKept() async throws {
        try await with { scene in
            let path = scene.store.paths.downloads + "/b/talk.mp3"
            let file = try #require(FileHandle(forUpdatingAtPath: path))
            // A hole, which takes no room.
            try file.truncate(atOffset: UInt64(TrashLimit.bytes) + 1)
            try file.close()
            let (deleted, gone) = try await scene.store.trashDownloads([Self.e1, Self.e2], step: "delete")
            #expect(deleted == [Self.e1, Self.e2])
            #expect(gone == [GoneFile(id: Self.e2, reason: .trashFull)])
            #expect(try scene.trash() == ["talk.mp3"])
        }
    }

    @Test func whereTheTrashCanNotBeUsedTheFileStays() async throws {
        try await with { scene in
            // Given a trash that is no folder
            let trash = scene.store.paths.trash
            try FileManager.default.removeItem(atPath: trash)
            try Data().write(to: URL(fileURLWithPath: trash))
            let (deleted, gone) = try await scene.store.trashDownloads([Self.e1], step: "delete")
            #expect(deleted.isEmpty && gone.map(\.id) == [Self.e1] && gone.first?.isStillThere == true)
            #expect(scene.text("downloads/a/talk.mp3") == "a")
            #expect(try await scene.store.download(Self.e1)?.state == .done)
            // Nothing of it is left to be undone.
            #expect(try await scene.store.undo(keepsCurrent: false)?.items ?? 0 == 0)
        }
    }

    private static let hasOtherDisk = FileAtPath("/dev/shm").device.map { $0 != FileAtPath(NSTemporaryDirectory()).device } ?? false

    @Test(.enabled(if: hasOtherDisk)) func downloadsOnAnotherDiskHaveTheirTrashThere() async throws {
        try await with { scene in
            let other = "/dev/shm/skywave-trash-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: other) }
            try FileManager.default.moveItem(atPath: scene.store.paths.downloads, toPath: other)
            try FileManager.default.createSymbolicLink(atPath: scene.store.paths.downloads, withDestinationPath: other)
            let (deleted, gone) = try await scene.store.trashDownloads([Self.e1, Self.e2], step: "delete")
            #expect(deleted == [Self.e1, Self.e2] && gone.isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: other + "/.trash").count == 2)
            #expect(scene.text("downloads/a/talk.mp3") == nil)
            #expect(try await scene.store.undo(keepsCurrent: false)?.items == 2)
            #expect(scene.text("downloads/a/talk.mp3") == "a" && scene.text("downloads/b/talk.mp3") == "b")
        }
    }

    @Test func aFullDiskDoesNotStopDeleting() async throws {
        try await with { scene in
            // Given a library that may not grow, whose pages are full
            let pages = try await scene.store.number("PRAGMA page_count") ?? 0
            _ = try await scene.store.number("PRAGMA max_page_count = \(pages)")
            let filler = String(repeating: "x", count: 900)
            for number in 0..<200 {
                do { try await scene.store.setValue("filler\(number)", filler) } catch LibraryError.diskFull { break }
            }
            await #expect(throws: LibraryError.diskFull(path: scene.store.paths.database)) {
                try await scene.store.setValue("one more", String(repeating: "x", count: 20_000))
            }
            let (deleted, gone) = try await scene.store.trashDownloads([Self.e1, Self.e2], step: String(repeating: "delete", count: 5_000))
            #expect(deleted == [Self.e1, Self.e2] && gone.map(\.reason) == [.notMoved(errno: ENOSPC), .notMoved(errno: ENOSPC)])
            #expect(scene.text("downloads/a/talk.mp3") == nil)
            #expect(try await scene.store.downloads().isEmpty)
        }
    }
}

extension LibraryStore {
    func undoBrokenOff(afterSteps steps: Int) throws { try broken(afterSteps: steps) { _ = try undo(keepsCurrent: false) } }
}
