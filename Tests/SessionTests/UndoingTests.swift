import Catalogue
import Foundation
import Library
import TestSupport
import Testing

@testable import Session

/// Undoing beside playing and downloads.
@Suite struct UndoingTests {
    @Test func whatPlaysGoesOnWhileAClearedQueueComesBack() async throws {
        try await Radio.with { radio, folder in
            let paths = try folder.silence("a.mp3", "b.mp3", "c.mp3")
            _ = try await radio.session.add([paths[0], paths[1]])
            try await radio.session.play([])
            await radio.started()
            _ = try await radio.session.clear()
            try await radio.session.play([paths[2]])
            await radio.started()
            let report = try await radio.session.undo()
            #expect(report.items == 2 && report.step.action == "clear")
            #expect(try await radio.titles() == ["a.mp3", "b.mp3", "c.mp3"])
            #expect(try await radio.current() == "c.mp3")
            #expect(radio.events == ["playing a.mp3 at 0", "playing c.mp3 at 0"])
            #expect(try await radio.session.status().state == .playing)
            // Done again it takes away no more than before.
            #expect(try await radio.session.redo().items == 2)
            #expect(try await radio.titles() == ["c.mp3"])
            #expect(try await radio.session.status().state == .playing)
        }
    }

    @Test func undoingARestoreEndsPlaying() async throws {
        try await Radio.with { radio, folder in
            let paths = try folder.silence("a.mp3", "b.mp3")
            _ = try await radio.session.add([paths[0]])
            let backup = try await radio.session.backup(to: nil, over: false)
            _ = try await radio.session.add([paths[1]])
            _ = try await radio.session.restore(backup.name)
            try await radio.session.play([])
            await radio.started()
            let undone = try await radio.session.undo()
            #expect(undone.items == 1 && undone.step.title == backup.name && undone.failures.isEmpty)
            #expect(try await radio.session.status().state == .stopped)
            #expect(try await radio.titles() == ["a.mp3", "b.mp3"])
            #expect(try await radio.session.redo().items == 1)
            #expect(try await radio.titles() == ["a.mp3"])
            await #expect(throws: SessionError.self) { try await radio.session.redo() }
        }
    }

    @Test func goingBackEndsDownloadsAndIsRefusedWhileAnotherProcessHasSome() async throws {
        try await Radio.with { radio, _ in
            let gate = LoopbackServer.Gate()
            let server = try LoopbackServer { request in
                var response = LoopbackServer.Response.file(Silence.mp3(seconds: 1), for: request)
                response.headGate = gate
                return response
            }
            let backup = try await radio.session.backup(to: nil, over: false)
            _ = try await radio.session.download([server.url + "/a.mp3"])
            #expect(await eventually { !server.requests.isEmpty })
            let library = try await radio.session.library()
            try await library.giveDownloadsAway()
            #expect(await sessionError { try await radio.session.restore(backup.name) } == .downloadsElsewhere(process: 1))
            try await library.run("UPDATE download SET owner = NULL")
            _ = try await radio.session.restore(backup.name)
            #expect(await radio.session.downloading.isEmpty)
            gate.open()
            #expect(try await radio.session.downloads().isEmpty)
        }
    }

    @Test func theEntryThatPlaysStaysCurrentWhenOneBeforeItComesBack() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.add(try folder.silence("a.mp3", "b.mp3"))
            try await radio.session.play([])
            await radio.started()
            _ = try await radio.session.delete(positions: [1])
            await radio.started()
            _ = try await radio.session.undo()
            #expect(try await radio.titles() == ["a.mp3", "b.mp3"])
            #expect(try await radio.current() == "b.mp3")
            #expect(radio.events == ["playing a.mp3 at 0", "playing b.mp3 at 0"])
        }
    }

    @Test func whatARedoTakesAwayIsFollowedByTheNext() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.add(try folder.silence("a.mp3", "b.mp3"))
            _ = try await radio.session.next()
            _ = try await radio.session.delete(positions: [1])
            _ = try await radio.session.undo()
            #expect(try await radio.current() == "a.mp3")
            try await radio.session.play([])
            await radio.started()
            _ = try await radio.session.redo()
            await radio.started()
            #expect(radio.events == ["playing a.mp3 at 0", "playing b.mp3 at 0"])
        }
    }

    @Test func withoutAStepThereIsNothing() async throws {
        try await Radio.with { radio, _ in
            #expect(await sessionError { try await radio.session.undo() } == .nothingToUndo)
            #expect(await sessionError { try await radio.session.redo() } == .nothingToRedo)
            let steps = try await radio.session.undoSteps()
            #expect(steps.isEmpty)
        }
    }

    @Test func aFileThatAKillLeftInItsPlaceIsInTheTrashAfterTheNextStart() async throws {
        try await TemporaryFolder.with { folder in
            let radio = Radio(folder)
            _ = try await radio.session.download(try folder.silence("a.mp3"))
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            let file = try #require(try await radio.episode("e1").downloaded)
            let report = try await radio.session.deleteFiles(["e1"])
            #expect(report.items == 1 && report.notes.isEmpty && !LocalFile.exists(file))
            await radio.session.close()
            let trash = folder.file("library/trash")
            let name = try #require(LocalFile.names(in: trash).first)
            try FileManager.default.moveItem(atPath: trash + "/" + name, toPath: file)

            let later = Radio(folder)
            #expect(try await later.session.downloads().isEmpty)
            #expect(LocalFile.names(in: trash) == [name] && !LocalFile.exists(file))
            #expect(try await later.session.undo().items == 1)
            #expect(try await later.episode("e1").downloaded == file)
            #expect(LocalFile.exists(file) && LocalFile.names(in: trash).isEmpty)
            await later.session.close()
        }
    }
}

/// What counts as heard.
@Suite struct MarkingTests {
    @Test func whatIsLeftInItsLastSecondsIsHeard() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.add(try folder.silence("a.mp3", "b.mp3"))
            for place in [40.0, 58.5] {
                try await radio.session.play([])
                await radio.started()
                try await radio.session.pause()
                _ = try await radio.session.seek(.absolute(place))
                try await radio.session.stop()
                let record = try await radio.episode("e1")
                #expect(record.played == (place > 57))
                #expect((record.position == nil) == (place > 57))
            }
        }
    }

    @Test(arguments: [
        (3_600.0, 3_584.0, false), (3_600, 3_585, true), (60, 56, false), (60, 57, true), (0, 0, false), (0.2, 0, false),
    ]) func theLastSecondsAreFifteenOrATwentieth(_ duration: Double, _ position: Double, _ isHeard: Bool) {
        #expect(RadioSession.isHeard(position, of: duration) == isHeard)
    }

    @Test func aProgrammeStandsForItsEpisodesThatAreKnown() async throws {
        try await Radio.with { radio, _ in
            let library = try await radio.session.library()
            let episodes = (1...3).map { Episode(ref: "\($0)", title: "\($0)", programRef: "p", programTitle: "P") }
            _ = try await library.keep(
                Page(
                    program: Program(ref: "p", title: "P"),
                    sections: [
                        Section(
                            .plain,
                            items: episodes.map(Item.episode) + [
                                .program(Program(ref: "q", title: "Q")), .story(Story(ref: "s", title: "S")),
                            ])
                    ]), from: "fm")
            #expect(try await radio.session.mark(["e2"], played: true).items == 1)
            let report = try await radio.session.mark(["p1", "e1", "p2"], played: true)
            #expect((report.items, report.skipped) == (2, 1))
            #expect(report.failures.map(\.title) == ["Q"])
            #expect(await sessionError { try await radio.session.mark(["s1"], played: true) } == .cannotBeMarked(title: "S"))
            #expect(try await radio.session.undo().items == 2)
            #expect(try await radio.episode("e1").played == false)
            #expect(try await radio.episode("e2").played)
        }
    }
}
