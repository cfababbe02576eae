import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Terminal

/// The editor at a real pseudo-terminal, on a thread of its own.
@OwnThread @Suite(.serialized) struct LineEditorTests {
    private final class Answers: Sendable {
        let list = Mutex<[Answer]>([])
        let isDone = DispatchSemaphore(value: 0)
    }

    /// The thread of the editor, for signals.
    private final class EditorThread: Sendable {
        let id = Mutex<pthread_t?>(nil)
    }

    private let editorThread = EditorThread()

    /// Asks until `quit` or the end of the input, while `person` types; gives all answers.
    private func answers(
        columns: UInt16 = 40, term: String = "xterm", isPlain: Bool = false, historyFile: String? = nil,
        _ person: (PseudoTerminal, TerminalMailbox) throws -> Void
    ) throws -> [Answer] {
        Launch.useUTF8()
        let terminal = try #require(PseudoTerminal(columns: columns, rows: 12))
        let (mailbox, answers) = (TerminalMailbox(), Answers())
        Thread { [editorThread] in
            Signals.block()
            editorThread.id.withLock { $0 = pthread_self() }
            var settings = PromptSettings()
            settings.prompt = "电台>"
            settings.style = .bold
            settings.isPlain = isPlain
            settings.historyFile = historyFile
            settings.remembers = { !$0.hasPrefix("set ") }
            settings.completions = { _ in ["play", "playlist", "queue", "历史故事"] }
            let editor = LineEditor(
                settings, mailbox: mailbox, signals: Signals(), palette: Palette(isOn: true), input: terminal.line, output: terminal.line,
                terminalName: term)
            for _ in 0..<1000 {
                guard let answer = editor?.ask(), answer != .line("quit") else { break }
                answers.list.withLock { $0.append(answer) }
                if answer == .end { break }
            }
            editor?.close()
            answers.isDone.signal()
        }.start()
        _ = try #require(terminal.read { $0.contains("电台>") })
        try person(terminal, mailbox)
        terminal.type("\u{5}\u{15}quit\r")
        #expect(answers.isDone.wait(timeout: .now() + 60) == .success)
        return answers.list.withLock { $0 }
    }

    @Test func linesAreEditedByCharacters() throws {
        let found = try answers { terminal, _ in
            terminal.type("你好世界x\u{7F}\u{1B}[D\u{1B}[D한국🎧\u{7F}\r")
            terminal.type("\u{FFFD}é\r   \r")
        }
        #expect(found == [.line("你好한국世界"), .line("\u{FFFD}é"), .line("   ")])
    }

    @Test func aPasteOfAHundredLinesGivesAHundredLines() throws {
        let lines = (1...100).map { "line \($0) 故事" }
        let found = try answers { terminal, mailbox in
            for line in lines {
                terminal.type(line + "\r")
                mailbox.post(.line("event"))
            }
            _ = try #require(terminal.read { $0.contains("line 100 故事") })
        }
        #expect(found == lines.map { .line($0) })
    }

    @Test func controlCDropsTheLine() throws {
        let found = try answers { terminal, _ in
            terminal.type("half a line\u{3}")
            _ = try #require(terminal.read { $0.contains("^C") })
            terminal.type("queue\r")
        }
        #expect(found == [.interrupted, .line("queue")])
    }

    @Test func controlDEndsAnEmptyLineOnly() throws {
        let found = try answers { terminal, _ in
            terminal.type("ab\u{4}\r")
            _ = try #require(terminal.read { $0.components(separatedBy: "电台>").count == 2 })
            terminal.type("\u{4}")
            _ = try #require(terminal.read { $0.contains("^D\r\n") })
        }
        #expect(found == [.line("ab"), .end])
    }

    @Test func eventsStandAboveTheLineWhichStaysWhole() throws {
        let found = try answers { terminal, mailbox in
            terminal.type("历史故事 typed so far that it wraps 人物人物")
            _ = try #require(terminal.read { $0.hasSuffix("人物人物") })
            mailbox.post(.line("download done: \u{1B}]0;x\u{7}夜听"))
            let shown = try #require(terminal.read { $0.hasSuffix("人物人物") })
            #expect(shown.hasPrefix("\r\u{1B}[1A\u{1B}[Jdownload done: ]0;x夜听\r\n"))
            #expect(shown.contains("历史故事 typed so far"))
            terminal.type("!\r")
        }
        #expect(found == [.line("历史故事 typed so far that it wraps 人物人物!")])
    }

    @Test func aStatusStaysAtTheBottomUntilItIsTakenAway() throws {
        let found = try answers { terminal, mailbox in
            mailbox.post(.status(["▶ 历史"]))
            _ = try #require(terminal.read { $0.contains("\u{1B}[1;11r\u{1B}8\u{1B}7\u{1B}[12;1H\u{1B}[7m▶ 历史\u{1B}[0m") })
            mailbox.post(.line("event"))
            _ = try #require(terminal.read { $0.contains("event\r\n\u{1B}7\u{1B}[12;1H\u{1B}[7m▶ 历史") })
            mailbox.post(.status([]))
            _ = try #require(terminal.read { $0.contains("\u{1B}[12;1H\u{1B}[K\u{1B}[r\u{1B}8") })
        }
        #expect(found.isEmpty)
    }

    @Test func aNewSizeHasTheStatusLaidOutAnewAtOnce() throws {
        let found = try answers { terminal, mailbox in
            mailbox.onResize { [weak mailbox] in mailbox?.post(.status(["▶ laid out for more"])) }
            mailbox.post(.status(["▶ narrow"]))
            _ = try #require(terminal.read { $0.contains("\u{1B}[12;1H\u{1B}[7m▶ narrow\u{1B}[0m") })
            terminal.resize(columns: 70, rows: 20)
            pthread_kill(try #require(editorThread.id.withLock { $0 }), SIGWINCH)
            let shown = try #require(terminal.read { $0.contains("\u{1B}[20;1H\u{1B}[7m▶ laid out for more\u{1B}[0m") })
            // All below the line went first, and so did the bar of the old size.
            #expect(shown.hasPrefix("\r\u{1B}[J"))
            mailbox.post(.status([]))
            _ = try #require(terminal.read { $0.contains("\u{1B}[20;1H\u{1B}[K\u{1B}[r\u{1B}8") })
        }
        #expect(found.isEmpty)
    }

    @Test func tabCompletesAndListsAtTheSecond() throws {
        let found = try answers { terminal, _ in
            terminal.type("q\t1\r历\t\r")
            terminal.type("pl\t\t\t")
            _ = try #require(terminal.read { $0.contains("play      playlist\r\n") })
            terminal.type("l\t\r")
        }
        #expect(found == [.line("queue 1"), .line("历史故事 "), .line("playlist ")])
    }

    @Test func historyIsSearchedAndKept() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "skywave-editor-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try "first\n历史故事\n".write(toFile: path, atomically: true, encoding: .utf8)
        let found = try answers(historyFile: path) { terminal, _ in
            terminal.type("\u{12}故\r")
            terminal.type("set fm.key secret\r")
            terminal.type("\u{1B}[A\u{1B}[A\r")
        }
        #expect(found == [.line("历史故事"), .line("set fm.key secret"), .line("first")])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "first\n历史故事\nfirst\nquit\n")
    }

    @Test func aDumbTerminalGetsNoSequences() throws {
        for (term, isPlain) in [("dumb", false), ("xterm", true)] {
            let found = try answers(term: term, isPlain: isPlain) { terminal, mailbox in
                mailbox.post(.status(["status"]))
                mailbox.post(.line("event", .plain))
                let shown = try #require(terminal.read { $0.contains("event") })
                #expect(!shown.contains("\u{1B}"))
                terminal.type("queue\r")
                _ = try #require(terminal.read { $0.contains("queue") })
            }
            #expect(found == [.line("queue")])
        }
    }
}
