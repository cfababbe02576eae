import Catalogue
import Playback
import Session
import Synchronization
public import Terminal

/// Words in, lines out: runs commands against a session and writes what they say. One for a process; `run` may be called from
/// any thread, one command at a time.
public final class CommandPrompt: Sendable {
    /// What has become of a command.
    public struct Reply: Sendable {
        /// By interface: 0 done, 1 failed, 2 wrong usage, 3 nothing matched, 4 a server failed, 5 no audio device, 130 interrupted.
        public var status: Int32
        /// The listener wants to leave.
        public var quits: Bool

        public init(status: Int32, quits: Bool = false) {
            (self.status, self.quits) = (status, quits)
        }
    }

    let invocation: Invocation
    let session: RadioSession
    let out: Out
    let errors: Out
    let mailbox: TerminalMailbox
    private let rest = RestOfList()
    private let notes = NotesSaid()
    private let known = Mutex<(sources: [String], playlists: [String])>(([], []))

    public init(_ invocation: Invocation, out: Out, errors: Out, mailbox: TerminalMailbox) {
        self.invocation = invocation
        (self.out, self.errors, self.mailbox) = (out, errors, mailbox)
        let events = EventWriter(invocation, out: out, errors: errors, mailbox: mailbox)
        session = RadioSession(invocation.configuration) { events.show($0) }
    }

    /// What stands above the first line at a terminal.
    func greet() {
        Task {
            await learnNames()
            await session.beginBackup()
            await goOnDownloading()
        }
        if !invocation.options.quiet { out.writeLine("Skywave \(Invocation.version) · featured shows what is on, help what can be said") }
    }

    /// Goes on with the downloads that the end of the last run has cut off.
    private func goOnDownloading() async {
        guard let count = try? await session.goOnDownloading(), count > 0, !invocation.options.quiet else { return }
        out.writeLine("going on with \(Figures.count(count, "download", "downloads"))")
    }

    /// The names of the sources, for completion, which can't wait for the library.
    var sourceNames: [String] { known.withLock { $0.sources } }

    /// The names of the playlists, for the same.
    var playlistNames: [String] { known.withLock { $0.playlists } }

    /// Looks up what Tab offers.
    func learnNames() async {
        guard let sources = try? await session.sources().sources, let playlists = try? await session.playlistNames() else { return }
        known.withLock { $0 = (sources.map(\.name), playlists) }
    }

    /// Runs what the command line says.
    public func runArguments() async -> Reply { await run(invocation.words, invocation.options) }

    /// Runs a typed line, or one of a script.
    public func run(line: String) async -> Reply {
        do {
            let (options, words) = try Options.parse(try Words.split(line))
            return await run(words, try invocation.options.with(options))
        } catch {
            return fail(error, invocation.options)
        }
    }

    /// A script has come to its end, by this answer to the question for a line: stays until queue and downloads have ended. The
    /// status is that of the first failure among them.
    public func finish(after answer: Terminal.Answer) async -> Reply {
        let context = context(invocation.options)
        do {
            switch answer {
            case .line, .end: break
            case .interrupted: throw CancellationError()
            case .tooLong(let limit): throw ErrorLine(.usage, "a line of the script is longer than \(limit) bytes")
            case .unreadable(let code): throw ErrorLine(.io, "the script can't be read: \(ErrorText.reason(code))")
            }
            try await context.stayWhilePlaying()
            if let failure = await context.stayWhileDownloading() { throw failure }
            return Reply(status: 0)
        } catch {
            return fail(error, invocation.options)
        }
    }

    /// The exit status where standard output could not be written, after saying so; 141 where only its reader has gone, as `| head` does.
    func outputFailed() -> Int32? {
        guard let failure = out.failure else { return nil }
        if failure == .closedPipe { return 141 }
        let status = fail(failure, invocation.options).status
        errors.flush()
        return status
    }

    /// Ends playing and downloads, keeping place and parts.
    public func close() async { await session.close() }

    private func run(_ words: [Options.Word], _ options: Options) async -> Reply {
        do {
            if options.version {
                context(options).print([options.json ? version.text : "skywave \(Invocation.version)"])
                return Reply(status: 0)
            }
            guard let (command, arguments) = try parse(words, help: options.help) else { return Reply(status: 0) }
            await session.ask(options.source)
            try await command.run(context(options), arguments)
            if invocation.face == .prompt { await session.indexInBackground() }
            if invocation.face == .prompt, Self.namesThings.contains(command.name) { await learnNames() }
            return Reply(status: 0)
        } catch is Quit {
            return Reply(status: 0, quits: true)
        } catch {
            await session.note(error)
            return fail(error, options)
        }
    }

    /// The commands after which there may be other names for Tab to offer.
    private static let namesThings: Set = ["source", "save", "rm", "playlists"]

    private var version: JSONLine {
        var line = JSONLine(type: "version")
        line.add("version", Invocation.version)
        return line
    }

    /// The command that the words name, with its arguments; nil for an empty line.
    private func parse(_ words: [Options.Word], help: Bool) throws(UsageError) -> (Command, Arguments)? {
        var words = words
        if help { words.insert(.argument("help"), at: 0) }
        guard let place = words.firstIndex(where: { if case .argument = $0 { true } else { false } }),
            case .argument(let name) = words.remove(at: place)
        else {
            if case .option(let option)? = words.first { throw .unknownOption(option) }
            return nil
        }
        let command = try CommandTable.find(name)
        var arguments = Arguments(command: command, words: [], options: [:])
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case .argument(let text): arguments.words.append(text)
            case .option(let text): try arguments.takeOption(text, from: &rest)
            }
        }
        guard command.arguments.contains(arguments.words.count) else { throw arguments.wrong }
        return (command, arguments)
    }

    private func context(_ options: Options) -> Context {
        let width = out.isTerminal ? Screen.size(of: out.descriptor).columns : nil
        return Context(
            session: session, options: options, face: invocation.face, output: options.output ?? invocation.configuration.output,
            printer: invocation.printer(options, width: width, out: out), out: out, errors: errors, rest: rest, notes: notes)
    }

    private func fail(_ error: any Error, _ options: Options) -> Reply {
        if let said = error as? AlreadySaid { return Reply(status: said.status) }
        // Nobody reads any more: the end comes quietly.
        if error is CancellationError, out.failure == .closedPipe { return Reply(status: ErrorText.status(for: error)) }
        errors.writeLine(invocation.printer(options, width: nil, out: errors).error(error))
        return Reply(status: ErrorText.status(for: error))
    }
}
