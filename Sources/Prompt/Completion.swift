import Session
import Terminal

/// What Tab offers: commands, and the words that a command takes.
extension CommandPrompt {
    /// The whole words that the last word of the text may become. Asks neither library nor network. Main thread.
    public func completions(for text: String) -> [String] {
        var words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        let last = text.hasSuffix(" ") || words.isEmpty ? "" : words.removeLast()
        return candidates(after: words, for: last).filter { $0.hasPrefix(last) }.sorted()
    }

    private func candidates(after words: [String], for last: String) -> [String] {
        guard let first = words.first(where: { !$0.hasPrefix("--") }) else {
            return last.hasPrefix("-") ? Options.names : CommandTable.commands.flatMap { [$0.name] + $0.aliases }
        }
        guard let command = try? CommandTable.find(first) else { return [] }
        if let option = words.last, let values = command.optionValues[option] { return values }
        if let mark = last.firstIndex(of: "="), let values = command.optionValues[String(last[..<mark])] {
            return values.map { last[...mark] + $0 }
        }
        if last.hasPrefix("-") { return command.options + Options.names }
        let words = words.filter { !$0.hasPrefix("--") }
        switch command.completing {
        case .nothing: return []
        case .words(let words): return words
        case .commands: return CommandTable.commands.map(\.name) + Help.topicNames
        case .settings: return words.count == 1 ? RadioSession.settingKeys : []
        case .sources:
            return words.count == 1 ? ["list", "add", "use", "remove"] : ["use", "remove"].contains(words[1]) ? sourceNames : []
        case .files: return PathNames.beginning(last)
        case .playlists(let files): return playlistNames + (files ? PathNames.beginning(last) : [])
        case .wordThenFiles(let choices): return words.count == 1 ? choices : PathNames.beginning(last)
        }
    }
}
