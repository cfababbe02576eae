/// What was done with a library that was damaged or lost.
public struct RescueReport: Hashable, Sendable {
    public enum Cause: Hashable, Sendable {
        /// The file had gone, or was empty, though there are backups or a log.
        case missing, empty
        /// Its log had gone though it was in use; what was in the log alone is lost, the rest is whole.
        case logGone
        /// SQLite's words.
        case damaged(String)
    }

    public var cause: Cause
    /// When it was done, seconds since 1970.
    public var time: Int64
    /// The name beside the library under which the damaged file is kept; nil where there was none.
    public var keptAs: String?
    /// The backup that the rest came from, nil where there was none or none was needed.
    public var backup: BackupFile?
    /// Rows that were read from the damaged file.
    public var read = 0
    /// Rows that came from the backup.
    public var fromBackup = 0
    /// Tables parts of which could not be read.
    public var tables: [String] = []
    /// Rows that were left out, as what they name could not be had.
    public var leftOut = 0

    init(cause: Cause, time: Int64) { (self.cause, self.time) = (cause, time) }
}

extension RescueReport {
    /// As one text, kept in the library so that `doctor` can tell it later.
    var packed: String {
        let (kind, words): (String, String) =
            switch cause {
            case .missing: ("missing", "")
            case .empty: ("empty", "")
            case .logGone: ("log", "")
            case .damaged(let words): ("damaged", words)
            }
        let fields = [
            kind, words, String(time), keptAs ?? "", backup?.name ?? "", String(backup?.made ?? 0), String(read), String(fromBackup),
            tables.joined(separator: " "), String(leftOut),
        ]
        return PackedText.pack(fields) ?? ""
    }

    init?(packed: String) {
        let fields = PackedText.list(packed)
        guard fields.count >= 10, let time = Int64(fields[2]) else { return nil }
        switch fields[0] {
        case "missing": self.init(cause: .missing, time: time)
        case "empty": self.init(cause: .empty, time: time)
        case "log": self.init(cause: .logGone, time: time)
        default: self.init(cause: .damaged(fields[1]), time: time)
        }
        keptAs = fields[3].isEmpty ? nil : fields[3]
        backup = fields[4].isEmpty ? nil : BackupFile(name: fields[4], path: "", size: 0, made: Int64(fields[5]) ?? 0)
        (read, fromBackup, leftOut) = (Int(fields[6]) ?? 0, Int(fields[7]) ?? 0, Int(fields[9]) ?? 0)
        tables = fields[8].split(separator: " ").map(String.init)
    }

    /// The key in `state`.
    static let key = "safety.rescue"
}
