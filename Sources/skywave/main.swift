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
var loop = InputLoop(prompt, console)
exit(loop.run())
