import Foundation
import Testing

@testable import Terminal

@Suite struct ConsoleTests {
    /// Runs `body` on a thread with the signals blocked, with a console that writes into two pipes; gives what came out of them.
    private func written(_ body: @escaping @Sendable (Console, TerminalMailbox, Out) -> Void) async throws -> (
        output: String, errors: String
    ) {
        let (output, errors) = (Pipe(), Pipe())
        let (out, err) = (output.fileHandleForWriting.fileDescriptor, errors.fileHandleForWriting.fileDescriptor)
        // A program that another test starts must not hold the pipes open.
        for descriptor in [out, err] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        await onAThread {
            let (mailbox, said) = (TerminalMailbox(), Out(descriptor: out))
            let console = Console(nil, mailbox: mailbox, output: said, errors: Out(descriptor: err, after: said))
            body(console, mailbox, said)
            console.close()
        }
        try output.fileHandleForWriting.close()
        try errors.fileHandleForWriting.close()
        let read = { (pipe: Pipe) in String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self) }
        return try (read(output), read(errors))
    }

    /// The commands need the cooperative pool, so the console must not wait in one of its threads.
    private func onAThread(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { held in
            Thread {
                Signals.block()
                body()
                held.resume()
            }.start()
        }
    }

    @Test func aCommandGivesItsValueAndEventsGoToStandardError() async throws {
        let (output, errors) = try await written { console, mailbox, out in
            let outcome = console.run {
                mailbox.post(.status(["never shown without a terminal"]))
                mailbox.post(.line("download done: 夜听\u{1B}[2J", .bold))
                out.writeLine("one")
                return 7
            }
            #expect(outcome.value == 7)
            #expect(!outcome.isInterrupted)
        }
        #expect(output == "one\n")
        #expect(errors == "download done: 夜听[2J\n")
    }

    @Test func controlCCancelsTheCommandAndTellsItsOwner() async throws {
        _ = try await written { console, _, _ in
            let main = pthread_self()
            var calls = 0
            let outcome = console.run(onInterrupt: { calls += 1 }) {
                pthread_kill(main, SIGINT)
                try? await Task.sleep(for: .seconds(60))
                return Task.isCancelled
            }
            #expect(outcome.value == true)
            #expect(outcome.isInterrupted)
            #expect(calls == 1)
            #expect(console.endingSignal == nil)
        }
    }

    @Test func aCommandThatDoesNotEndIsLeftAtTheSecondControlC() async throws {
        let release = DispatchSemaphore(value: 0)
        _ = try await written { console, _, _ in
            let main = pthread_self()
            let outcome = console.run(onInterrupt: { pthread_kill(main, SIGINT) }) {
                pthread_kill(main, SIGINT)
                await withCheckedContinuation { held in
                    Thread {
                        release.wait()
                        held.resume()
                    }.start()
                }
            }
            #expect(outcome.value == nil)
            release.signal()
        }
    }

    @Test func aTerminationEndsTheCommandAndTheInput() async throws {
        _ = try await written { console, _, _ in
            let main = pthread_self()
            // Where the machine is busy the command may get a thread late.
            let outcome = console.run(patience: .seconds(60)) {
                pthread_kill(main, SIGTERM)
                try? await Task.sleep(for: .seconds(60))
            }
            #expect(outcome.value != nil)
            #expect(outcome.isInterrupted)
            #expect(console.endingSignal == SIGTERM)
            #expect(console.ask() == .end)
        }
    }

    @Test func whatACommandWritesIsSeenWithoutItsFlushing() async throws {
        let pipe = Pipe()
        let (reader, writer) = (pipe.fileHandleForReading.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor)
        await onAThread {
            let out = Out(descriptor: writer)
            let console = Console(nil, mailbox: TerminalMailbox(), output: out, errors: out)
            let outcome = console.run {
                out.writeLine("seen")
                return await withCheckedContinuation { held in
                    Thread {
                        var wait = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
                        held.resume(returning: poll(&wait, 1, 60_000) == 1)
                    }.start()
                }
            }
            #expect(outcome.value == true)
            console.close()
        }
    }

    @Test func aCommandIsCancelledWhenNobodyReadsItsOutput() async throws {
        let pipe = Pipe()
        signal(SIGPIPE, SIG_IGN)
        try pipe.fileHandleForReading.close()
        let writer = pipe.fileHandleForWriting.fileDescriptor
        await onAThread {
            let out = Out(descriptor: writer)
            let console = Console(nil, mailbox: TerminalMailbox(), output: out, errors: out)
            let outcome = console.run {
                out.writeLine("nobody")
                try? await Task.sleep(for: .seconds(60))
                return Task.isCancelled
            }
            #expect(outcome.value == true)
            #expect(out.failure == .closedPipe)
        }
    }
}
