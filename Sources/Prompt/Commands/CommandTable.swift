/// All commands of this version, in the order in which `help` lists them.
enum CommandTable {
    static let commands: [Command] =
        BrowseCommands.all + StoryCommands.all + PictureCommands.all + SourceCommands.all + SubscriptionCommands.all + QueueCommands.all
        + PlaylistCommands.all
        + PlayCommands.all + RecordCommands.all + OfflineCommands.all
        + MineCommands.all + ListeningCommands.all
        + FileCommands.all + SafetyCommands.all + OtherCommands.all

    /// Finds a command by its name, an alias, or the beginning of just one name. A whole word always wins.
    static func find(_ word: String) throws(UsageError) -> Command {
        if let whole = commands.first(where: { $0.name == word || $0.aliases.contains(word) }) { return whole }
        let found = word.isEmpty ? [] : commands.filter { $0.name.hasPrefix(word) || $0.aliases.contains { $0.hasPrefix(word) } }
        if found.count == 1 { return found[0] }
        if found.isEmpty { throw .unknownCommand(word, near: near(word)) }
        throw .ambiguousCommand(word, choices: found.map(\.name))
    }

    /// The names that one slip of the finger lies between.
    private static func near(_ word: String) -> [String] {
        commands.map(\.name).filter { distance($0, word.lowercased()) <= (word.count > 4 ? 2 : 1) }
    }

    /// How many letters must be put in, taken out, replaced or swapped with their neighbour.
    private static func distance(_ first: String, _ second: String) -> Int {
        let (a, b) = (Array(first.utf8), Array(second.utf8))
        if abs(a.count - b.count) > 2 { return 3 }
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
