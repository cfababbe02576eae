import Catalogue

/// A copy of the library in `backups/`.
public struct BackupFile: Hashable, Sendable {
    /// The file's name; the path is the folder's.
    public var name: String
    public var path: String
    /// Bytes.
    public var size: Int64
    /// When it was made, seconds since 1970: by its name, else by the file.
    public var made: Int64
}

extension BackupFile {
    /// Nil where there is no such file, or its name is not a backup's.
    init?(_ name: String, in folder: String) {
        let path = folder + "/" + name
        guard name.hasSuffix(Self.ending), let facts = FileFacts(path), facts.isRegular else { return nil }
        self.init(name: name, path: path, size: facts.size, made: Self.time(in: name) ?? facts.changed)
    }

    static let ending = ".sqlite"
    /// What is made by itself once a day, and by `backup`.
    static let regular = "backup-"
    /// What is made before something that changes the whole library.
    static let before = "before-"

    var isRegular: Bool { name.hasPrefix(Self.regular) }

    /// `2026-11-30-150501`, UTC, as backups' names end.
    static func stamp(_ time: Int64) -> String {
        let text = Timestamp.iso8601(time)
        return text.prefix(10) + "-" + text.dropFirst(11).prefix(8).filter { $0 != ":" }
    }

    private static func time(in name: String) -> Int64? {
        var text = name.dropLast(ending.count)
        // One more of the same second.
        while text.last == "+" { text.removeLast() }
        text = text.suffix(17)
        guard text.utf8.count == 17, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2D }) else { return nil }
        let (day, clock) = (text.prefix(10), Array(text.suffix(6)).map(String.init))
        return Timestamp.feedDate("\(day)T\(clock[0])\(clock[1]):\(clock[2])\(clock[3]):\(clock[4])\(clock[5])Z")
    }
}

/// Which backups go when newer ones are there.
enum BackupRotation {
    /// Of those that are made by themselves all of the newest day stay, the newest of each of the six days before it, and of what is older
    /// the newest of each of four weeks. Of those before changes the newest four stay. `files`: newest first.
    static func superseded(_ files: [BackupFile]) -> [BackupFile] {
        let regular = files.filter(\.isRegular)
        var (days, weeks): (Set<Int64>, Set<Int64>) = ([], [])
        var gone: [BackupFile] = []
        for (index, file) in regular.enumerated() {
            let (day, week) = (file.made / 86_400, file.made / 604_800)
            if days.contains(day) {
                if day != (regular.first?.made ?? 0) / 86_400 || index >= 7 { gone.append(file) }
            } else if days.count < 7 {
                days.insert(day)
            } else if weeks.count < 4, weeks.insert(week).inserted {
                continue
            } else {
                gone.append(file)
            }
        }
        return gone + files.filter { $0.name.hasPrefix(BackupFile.before) }.dropFirst(4)
    }
}
