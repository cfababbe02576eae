import Foundation
import TestSupport
import Testing

/// What is seen of downloads: bars at a terminal, one line elsewhere, objects for scripts.
@Suite struct DownloadsSeen {
    /// Both files fall silent in their middle until the gate opens.
    private func halting(_ gate: LoopbackServer.Gate) throws -> RadioService {
        let service = try RadioService()
        for name in ["71001", "71002"] {
            service.change(name) { request in
                var answer = RadioService.honest(request)
                (answer.stallAfter, answer.gate) = (40_000, gate)
                return answer
            }
        }
        return service
    }

    /// Runs `download` with standard error at a terminal; `meanwhile` with what is there before the gate opens.
    private func screen(
        _ environment: [String: String] = [:], columns: UInt16, until isThere: @escaping @Sendable (String) -> Bool
    ) async throws -> (before: String, after: String, run: ChildProcess.Words, status: Int32) {
        let gate = LoopbackServer.Gate()
        let service = try halting(gate)
        defer { service.server.stop() }
        let skywave = try await service.listenerAtProgram(environment)
        let terminal = try #require(PseudoTerminal(columns: columns, rows: 20))
        let process = try ChildProcess(
            "/bin/sh", ["-c", "exec \"$0\" download 1 2 2>\"$1\"", Skywave.binary, terminal.path], environment: skywave.environment,
            folder: skywave.folder.path)
        let before = await offPool { terminal.read(until: isThere) }
        gate.open()
        let (words, status) = await process.finish()
        _ = write(terminal.line, "end", 3)
        let after = await offPool { terminal.read { $0.hasSuffix("end") } }
        return (try #require(before), try #require(after), words, status)
    }

    /// The rows of one drawing that shows both.
    private static func both(in screen: String) -> String? {
        screen.components(separatedBy: "\u{1B}[J").dropLast().last { $0.contains("第一班车") && $0.contains("末班车") }
    }

    @Test func atATerminalEachThatRunsHasABar() async throws {
        let (before, after, words, status) = try await screen(columns: 80) { Self.both(in: $0) != nil }
        #expect(status == 0)
        let rows = try #require(Self.both(in: before))
        #expect(rows.contains("班车  ") && rows.contains("[##") && rows.contains("\u{1B}[K\r\r\n"), "\(before.debugDescription)")
        // What has ended leaves a line, and nothing stays of the bars.
        #expect(words.text.components(separatedBy: "↓ downloaded").count == 3 && words.text.contains("downloaded 2 items"), "\(words.text)")
        #expect(after.hasSuffix("\r\u{1B}[Jend"), "\(after.debugDescription)")
    }

    @Test func aTerminalWithoutSequencesHasNone() async throws {
        let (_, after, words, status) = try await screen(["TERM": "dumb"], columns: 80) { _ in true }
        #expect((status, after) == (0, "end"))
        #expect(words.text.contains("↓ downloaded “"))
    }

    @Test func elsewhereOneLineSumsUpAndOneTellsOfEachThatFailed() async throws {
        let service = try RadioService()
        let skywave = try await service.listenerAtProgram()
        service.change("71002") { _ in .text("no", status: 404) }
        let run = try await skywave("download 1 2")
        #expect(run.status == 4)
        // Whatever takes a second tells how long it took.
        #expect(run.out.hasPrefix("downloaded 1 of 2 items, 79 kB") && run.out.hasSuffix("; 1 failed\n"), "\(run.out)")
        #expect(run.lines.count == 1 && run.errors.split(separator: "\n").count == 1)
        #expect(run.errors.contains("末班车") && run.errors.contains("404"), "\(run.errors)")
        let all = try await skywave("download all")
        #expect(all.status == 4)
        service.change("71002", nil)
        #expect(try await skywave("download 2").out.hasPrefix("↓ downloaded “"))
    }

    @Test func scriptsHearWhatBecomesOfEach() async throws {
        let gate = LoopbackServer.Gate()
        let service = try halting(gate)
        service.change("71002") { _ in .text("no", status: 404) }
        let skywave = try await service.listenerAtProgram()
        let process = try skywave.start(["--json", "download", "1", "2"])
        #expect(await process.wait(for: #""state":"running""#))
        // Another process knows how far it is.
        var other: [JSONObject] = []
        let isTold = await eventually {
            other = try await skywave.objects("downloads").of("download")
            return other.first?.text("state") == "running" && other.first?.count("received") == 40_000
        }
        #expect(isTold, "\(other)")
        #expect(try await skywave("downloads").out.contains("by process \(process.process)"))
        gate.open()
        let (words, status) = await process.finish()
        #expect(status == 4)
        let lines = try JSONObject.lines(words.text).of("download")
        let states = Dictionary(grouping: lines) { $0.text("id") ?? "" }.mapValues { $0.compactMap { $0.text("state") } }
        #expect(states.values.contains { $0.first == "running" && $0.last == "done" }, "\(lines)")
        #expect(states.values.contains(["failed"]), "\(lines)")
        #expect(lines.first { $0.text("state") == "failed" }?.text("error")?.contains("404") == true)
    }
}
