import Session

/// What Tab offers: commands, and the words that a command takes.
extension CommandPrompt {
    /// The whole words that the last word of the text may become. Asks nothing of library or network.
    public func completions(for text: String) -> [String] {
        var words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        let last = text.hasSuffix(" ") || words.isEmpty ? "" : words.removeLast()
        return candidates(after: words).filter { $0.hasPrefix(last) }.sorted()
    }

    private func candidates(after words: [String]) -> [String] {
        guard let first = words.first(where: { !$0.hasPrefix("--") }) else {
            return CommandTable.commands.flatMap { [$0.name] + $0.aliases }
        }
        guard let command = try? CommandTable.find(first) else { return [] }
        switch command.completing {
        case .nothing: return command.options
        case .words(let words): return words + command.options
        case .commands: return CommandTable.commands.map(\.name) + Help.topicNames
        case .settings: return words.count == 1 ? RadioSession.settingKeys : []
        }
    }
}
