/// What `doctor` looks at, in this order.
public enum CheckName: String, Sendable, CaseIterable {
    /// The file's structure.
    case file
    /// Rows that name rows of other tables.
    case references
    /// Favourites, history, queue and playlists: whether what they name is there.
    case ids
    case queue
    case listing
    /// Whether all is in the search index.
    case search
    /// Whether downloaded files are there and as long as they were.
    case downloads
    case backups
    /// Room on the disk.
    case space
    case settings
    /// Parts of files that nothing goes on with.
    case leftovers
    /// What was rescued the last time.
    case rescue
}

/// What one look came to.
public struct LibraryCheck: Sendable {
    public enum Finding: Sendable {
        /// As it should be, of so many things looked at.
        case good(Int)
        /// So many faults, with a few names.
        case faults(Int, [String])
        /// SQLite's words for a damaged file.
        case damaged(String)
        /// Bytes that are free, and that a copy of the library needs.
        case room(free: Int64, needed: Int64)
        /// The newest backup, how many there are, and the names of those that can't be read.
        case backups(newest: BackupFile?, count: Int, bad: [String])
        case rescued(RescueReport)
        /// Anything else that went wrong.
        case failed(any Error)
    }

    public var name: CheckName
    public var isGood: Bool
    /// It was repaired just now.
    public var isMended: Bool
    public var finding: Finding

    public init(_ name: CheckName, isGood: Bool, isMended: Bool = false, _ finding: Finding) {
        (self.name, self.isGood, self.isMended, self.finding) = (name, isGood, isMended, finding)
    }

    init(_ name: CheckName, faults: Int, names: [String] = [], of count: Int = 0) {
        self.init(name, isGood: faults == 0, faults == 0 ? .good(count) : .faults(faults, names))
    }
}
