import Glibc
import Prompt
import Session
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
let settings = invocation.promptSettings { prompt.completions(for: $0) }
let console = Console(settings, mailbox: mailbox, output: out, errors: errors, palette: invocation.palette(for: out))
var status: Int32 = 0

@MainActor func run(_ work: @escaping @Sendable () async -> CommandPrompt.Reply) -> CommandPrompt.Reply {
    let outcome = console.run(work)
    let isOver = outcome.value == nil || console.endingSignal != nil
    if outcome.isInterrupted { return CommandPrompt.Reply(status: 130, quits: isOver) }
    return outcome.value ?? CommandPrompt.Reply(status: 130, quits: isOver)
}

/// A script ends with the status of its first failure, a prompt with none.
@MainActor func note(_ reply: CommandPrompt.Reply) {
    if invocation.face == .script && status == 0 { status = reply.status }
}

status = settings == nil ? run { await prompt.runArguments() }.status : 0

// The prompt, or a script: line by line to the end, which for a script comes when queue and downloads have ended.
while settings != nil {
    let answer = console.ask()
    if answer == .interrupted, invocation.face == .prompt { continue }
    guard case .line(let line) = answer else {
        if invocation.face == .script, console.endingSignal == nil { note(run { await prompt.finish(after: answer) }) }
        break
    }
    let reply = run { await prompt.run(line: line) }
    note(reply)
    if reply.quits { break }
}
_ = console.run { await prompt.close() }
console.close()
exit(prompt.exitStatus(after: status))
