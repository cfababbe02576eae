import Glibc
import Prompt
import Terminal

Launch.prepare()
let out = Out(descriptor: 1)
let errors = Out(descriptor: 2, after: out)
let mailbox = TerminalMailbox()
guard let invocation = Invocation(Array(CommandLine.arguments.dropFirst()), isTerminal: Screen.isTerminal(0), errors: errors) else {
    errors.flush()
    exit(2)
}
let prompt = CommandPrompt(invocation, out: out, errors: errors, mailbox: mailbox)
let console = Console(
    invocation.promptSettings { prompt.completions(for: $0) }, mailbox: mailbox, output: out, errors: errors,
    palette: invocation.palette(for: out))
let status = invocation.face == .oneShot ? run { await prompt.runArguments() }.status : askAndRun()
_ = console.run { await prompt.close() }
console.close()
exit(out.failure == nil ? status : out.failure == .closedPipe ? 141 : 1)

func run(_ work: @escaping @Sendable () async -> CommandPrompt.Reply) -> CommandPrompt.Reply {
    let outcome = console.run(work)
    if outcome.isInterrupted { return .init(status: 130, quits: console.endingSignal != nil) }
    return outcome.value ?? .init(status: 130, quits: true)
}

/// The prompt, or a script: line by line to the end, which for a script comes when queue and downloads have ended.
func askAndRun() -> Int32 {
    var first: Int32 = 0
    while true {
        switch console.ask() {
        case .line(let line):
            let reply = run { await prompt.run(line: line) }
            if invocation.face == .script && first == 0 { first = reply.status }
            if reply.quits { return first }
        case .interrupted where invocation.face == .prompt: continue
        case .interrupted: return 130
        case .tooLong, .unreadable: return 1
        case .end:
            if invocation.face == .prompt || console.endingSignal != nil { return first }
            let last = run { CommandPrompt.Reply(status: await prompt.finish(), quits: true) }.status
            return first == 0 ? last : first
        }
    }
}
