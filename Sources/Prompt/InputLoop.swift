import Session
public import Terminal

/// The input loop of the three faces: asks the console for lines, or takes the one command of the arguments, to the end. Main thread only.
public struct InputLoop {
    private let prompt: CommandPrompt
    private let console: Console
    private let invocation: Invocation
    private var status: Int32 = 0

    public init(_ prompt: CommandPrompt, _ console: Console) {
        (self.prompt, self.console, invocation) = (prompt, console, prompt.invocation)
    }

    /// Runs all there is to run, keeps places and parts, and gives the exit status.
    public mutating func run() -> Int32 {
        let prompt = prompt
        if invocation.face == .oneShot { status = reply { await prompt.runArguments() }.status } else { takeLines() }
        _ = console.run { await prompt.close() }
        console.close()
        if let signal = console.endingSignal { return 128 + signal }
        return prompt.outputFailed() ?? status
    }

    private mutating func takeLines() {
        let prompt = prompt
        while true {
            let answer = console.ask()
            if answer == .interrupted, invocation.face == .prompt { continue }
            guard case .line(let line) = answer else {
                if invocation.face == .script, console.endingSignal == nil { note(reply { await prompt.finish(after: answer) }) }
                return
            }
            let reply = reply { await prompt.run(line: line) }
            note(reply)
            if reply.quits { return }
        }
    }

    /// A script ends with the status of its first failure, a prompt with none.
    private mutating func note(_ reply: CommandPrompt.Reply) {
        if invocation.face == .script && status == 0 { status = reply.status }
    }

    private func reply(_ work: @escaping @Sendable () async -> CommandPrompt.Reply) -> CommandPrompt.Reply {
        let outcome = console.run(work)
        let isOver = outcome.value == nil || console.endingSignal != nil
        if outcome.isInterrupted { return CommandPrompt.Reply(status: 130, quits: isOver) }
        return outcome.value ?? CommandPrompt.Reply(status: 130, quits: isOver)
    }
}
