import CEdit

// The keys with commands of our own; each gives libedit's CC_… for what to do next.
extension LineEditor {
    func run(_ key: Libedit.Key) -> Int32 {
        switch key {
        case .cancel: return cancel()
        case .suspend:
            if let signal = suspendByKey().first { end(by: signal) }
            return CC_NORM
        case .clear:
            clearScreen()
            return CC_NORM
        case .complete: return completeWord()
        }
    }

    func cancel() -> Int32 {
        leaveLine("^C")
        isCancelled = true
        return CC_NEWLINE
    }

    /// The first Tab that can add nothing beeps, the second lists the choices.
    private func completeWord() -> Int32 {
        let before = libedit.beforeCursor
        let completion = Completion(of: before, from: complete(before))
        if completion.choices.isEmpty && completion.inserted.isEmpty && completion.deleted == 0 { return CC_ERROR }
        if !completion.choices.isEmpty {
            guard refused == before else {
                refused = before
                return CC_ERROR
            }
            write(list(completion.choices))
            return CC_REFRESH
        }
        if completion.deleted > 0 { libedit.delete(completion.deleted) }
        libedit.insert(completion.inserted)
        refused = nil
        return CC_REFRESH
    }

    private func list(_ choices: [String]) -> String {
        let most = 200
        let lines = Columns.grid(Array(choices.prefix(most)), width: size.columns)
        let more = choices.count > most ? "… +\(choices.count - most)\n" : ""
        return lines.map { $0 + "\n" }.joined() + more
    }
}
