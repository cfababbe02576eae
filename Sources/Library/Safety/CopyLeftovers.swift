import Glibc

/// What killed processes have left of copies of a library that they had begun. Only names that this program gives count: in a folder may
/// be anything of the listener's.
enum CopyLeftovers {
    /// Of backups: `backup-TIME.sqlite.PROCESS.partN`, and what SQLite puts beside it.
    static func ofBackups(in names: [String]) -> [String] {
        names.filter { name in
            let words = name.split(separator: ".", omittingEmptySubsequences: false)
            guard words.count == 4, [BackupFile.regular, BackupFile.before].contains(where: words[0].hasPrefix) else { return false }
            return words[1] == BackupFile.ending.dropFirst() && isLeft(words.dropFirst(2))
        }
    }

    /// Of what was to be put in a library's place: `DATABASE.part.PROCESS`, with parts of its own.
    static func of(_ database: String, in names: [String]) -> [String] {
        let start = database + ".part."
        return names.filter { name in
            name.hasPrefix(start) && isLeft(name.dropFirst(start.count).split(separator: ".", omittingEmptySubsequences: false)[...])
        }
    }

    /// Whether these words of a name are a process, which has ended, and its parts.
    private static func isLeft(_ words: ArraySlice<Substring>) -> Bool {
        let plain = words.map { word in
            ["-journal", "-wal", "-shm"].first(where: word.hasSuffix).map { word.dropLast($0.count) } ?? word
        }
        let processes = plain.filter { !$0.isEmpty && isNumber($0) }
        let others = plain.filter { $0.isEmpty || !isNumber($0) }
        guard others.allSatisfy({ $0 == "pages" || ($0.hasPrefix("part") && isNumber($0.dropFirst(4))) }) else { return false }
        return !processes.isEmpty && processes.allSatisfy { access("/proc/\($0)", F_OK) != 0 }
    }

    private static func isNumber(_ text: Substring) -> Bool { text.utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
