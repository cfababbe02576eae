import Glibc
import TestSupport
import Testing

@testable import Terminal

/// Running another program: what it says, and that it never stays.
@Suite struct ChildProgramTests {
    private let shell: ChildProgram

    init() throws { shell = try #require(ChildProgram(named: "sh")) }

    @Test func whatItWritesIsGiven() async throws {
        #expect(try await shell.output(["-c", "printf 'a\\033[1m\\nb'"]) == Array("a\u{1B}[1m\nb".utf8))
        #expect(try await shell.output(["-c", "cat; head -c 300000 /dev/zero"]).count == 300_000)
        #expect(try await shell.output(["-c", "echo no >&2"]) == [])
    }

    @Test func noShellLooksAtItsArguments() async throws {
        #expect(try await shell.output(["-c", "printf %s \"$1\"", "sh", "$(id) *"]) == Array("$(id) *".utf8))
    }

    @Test func itsFailureIsItsStatus() async {
        #expect(await failure(["-c", "echo something; exit 3"]) == .failed(name: "sh", status: 3))
        #expect(await failure(["-c", "kill -TERM $$"]) == .failed(name: "sh", status: 128 + SIGTERM))
    }

    @Test func itBeginsWithSignalsAsAShellLeavesThem() async throws {
        // Neither blocked nor ignored, whatever this process does; 32 and 33 are the C library's own.
        let text = String(decoding: try await shell.output(["-c", "grep -E '^Sig(Blk|Ign)' /proc/self/status"]), as: UTF8.self)
        let masks = text.split(separator: "\n").map { $0.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } }
        #expect(masks.count == 2 && masks.allSatisfy { $0.map { $0 & 0x7FFF_FFFF } == 0 }, "\(text)")
    }

    @Test func whatTakesTooLongIsEndedWithAllThatItStarted() async {
        // The second one holds the pipe open when the first has gone.
        #expect(await failure(["-c", "sleep 90 & exec sleep 90"], seconds: 0.2) == .tooSlow(name: "sh", seconds: 0.2))
        #expect(await failure(["-c", "exec >&-; sleep 90"], seconds: 0.2) == .tooSlow(name: "sh", seconds: 0.2))
    }

    @Test func whatWritesTooMuchIsEnded() async {
        #expect(await failure(["-c", "exec yes"], limit: 1000) == .tooMuch(name: "sh", limit: 1000))
    }

    @Test func cancellingEndsIt() async throws {
        try await TemporaryFolder.with { folder in
            let shell = shell
            let path = folder.file("begun")
            let task = Task { try await shell.output(["-c", "echo $$ > \(path); exec sleep 90"], seconds: 1000) }
            #expect(await eventually { folder.read("begun")?.last == UInt8(ascii: "\n") })
            let process = try #require(Int32(String(decoding: folder.read("begun") ?? [], as: UTF8.self).dropLast()))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            // It was waited for, too.
            #expect(kill(process, 0) == -1 && errno == ESRCH)
        }
    }

    @Test func whatIsNotInstalledIsNotFound() {
        #expect(ChildProgram(named: "no-such-program-here") == nil)
        #expect(ChildProgram(named: "") == nil)
    }

    private func failure(_ arguments: [String], seconds: Double = 60, limit: Int = 1 << 20) async -> ChildProgram.Failure? {
        do {
            _ = try await shell.output(arguments, seconds: seconds, limit: limit)
            return nil
        } catch {
            return error as? ChildProgram.Failure
        }
    }
}
