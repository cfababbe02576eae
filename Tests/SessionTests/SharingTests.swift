import Catalogue
import Glibc
import Library
import Queue
import TestSupport
import Testing

@testable import Session

/// Two processes on one library: here two sessions, which share nothing but its folder.
@Suite struct SharedLibraryTests {
    private func with(_ body: (Radio, Radio, TemporaryFolder) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let (one, other) = (Radio(folder, face: .prompt), Radio(folder, face: .oneShot))
            try await body(one, other, folder)
            await one.session.close()
            await other.session.close()
        }
    }

    @Test func eachSeesWhatTheOtherChanged() async throws {
        try await with { one, other, folder in
            _ = try await one.session.add(try folder.silence("a.mp3", "b.mp3"))
            #expect(try await other.titles() == ["a.mp3", "b.mp3"])
            _ = try await other.session.delete(positions: [1])
            _ = try await other.session.setMode(\.random, true)
            _ = try await other.session.volume { _ in 30 }
            #expect(try await one.titles() == ["b.mp3"])
            #expect(try await one.session.queueLines().modes.random)
            #expect(try await one.session.volume() == 30)
        }
    }

    @Test func noneUndoesTheOthersChangesMadeAtTheSameTime() async throws {
        try await with { one, other, folder in
            let paths = try folder.silence("a.mp3", "b.mp3")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (radio, path) in [(one, paths[0]), (other, paths[1])] {
                    group.addTask { for _ in 1...20 { _ = try await radio.session.add([path]) } }
                }
                try await group.waitForAll()
            }
            let titles = try await one.titles()
            #expect(titles.count == 40)
            #expect(titles.filter { $0 == "a.mp3" }.count == 20)
        }
    }

    @Test func whatOnePlaysIsCurrentAgainWhenTheOtherUndoes() async throws {
        try await with { one, other, folder in
            _ = try await one.session.add(try folder.silence("a.mp3", "b.mp3"))
            try await one.session.play([])
            await one.started()
            for step in ["clear", "del"] {
                _ = try await step == "clear" ? other.session.clear() : other.session.delete(positions: [1])
                #expect(try await other.session.undo().step.action == step)
                #expect(try await one.titles() == ["a.mp3", "b.mp3"])
                #expect(try await one.current() == "a.mp3")
            }
            #expect(one.events == ["playing a.mp3 at 0"])
            #expect(try await one.session.status().state == .playing)
        }
    }

    @Test func whatOnePlaysTheOtherNamesAndLeaves() async throws {
        try await with { one, other, folder in
            try await one.session.play(try folder.silence("a.mp3"))
            await one.started()
            let elsewhere = SessionError.playingElsewhere(process: getpid())
            #expect(await sessionError { try await other.session.play([]) } == elsewhere)
            #expect(await sessionError { try await other.session.pause() } == elsewhere)
            #expect(await sessionError { try await other.session.stop() } == elsewhere)
            #expect(await sessionError { try await other.session.next() } == elsewhere)
            #expect(await sessionError { try await other.session.seek(.absolute(1)) } == elsewhere)
            let status = try await other.session.status()
            #expect(status.process == getpid())
            #expect(status.state == .playing)
            #expect(try await one.session.status().process == nil)
        }
    }

    @Test func theQueueOfTheOneThatPlaysCanBeChangedByTheOther() async throws {
        try await with { one, other, folder in
            _ = try await one.session.add(try folder.silence("a.mp3"))
            try await one.session.play([])
            await one.started()
            _ = try await other.session.add(try folder.silence("b.mp3", seconds: 0.2))
            // However long that took, the end comes after it.
            _ = try await one.session.seek(.absolute(59.8))
            #expect(await one.session.waitUntilPlayed().isEmpty)
            #expect(one.events == ["playing a.mp3 at 0", "playing b.mp3 at 0", "ended 0"])
        }
    }

    @Test func whoHasStoppedLetsTheOtherPlay() async throws {
        try await with { one, other, folder in
            try await one.session.play(try folder.silence("a.mp3"))
            await one.started()
            try await one.session.stop()
            #expect(try await other.session.status().process == nil)
            try await other.session.play([])
            await other.started()
            #expect(await sessionError { try await one.session.play([]) } == .playingElsewhere(process: getpid()))
        }
    }

    @Test func whoFoundNothingToPlayLetsTheOtherPlay() async throws {
        try await with { one, other, folder in
            #expect(await sessionError { try await one.session.play([]) } == .emptyQueue)
            try await other.session.play(try folder.silence("a.mp3"))
            await other.started()
        }
    }

    @Test func aNewProcessBeginsWithTheLastListing() async throws {
        try await with { one, other, folder in
            _ = try await one.session.add(try folder.silence("a.mp3", "b.mp3"))
            _ = try await one.session.queueLines()
            #expect(try await other.session.resolve(["2"]).map(\.title) == ["b.mp3"])
            // A running one keeps its own: its numbers mean what it has printed.
            _ = try await one.session.delete(positions: [1])
            _ = try await one.session.queueLines()
            #expect(try await other.session.resolve(["2"]).map(\.title) == ["b.mp3"])
            #expect(await sessionError { try await one.session.resolve(["2"]) } == .notInListing(2, count: 1))
        }
    }
}
