public import Catalogue

/// A command that took something away, which can be undone.
public struct UndoStep: Hashable, Sendable {
    public var id: Int64
    /// The command's name: `clear`, `delete` …
    public var action: String
    /// How many things it took away.
    public var items: Int
    /// What it took away, where that is one thing.
    public var title: String?
    /// Seconds since 1970.
    public var time: Int64

    public init(id: Int64, action: String, items: Int, title: String? = nil, time: Int64) {
        self.id = id
        self.action = action
        self.items = items
        self.title = title
        self.time = time
    }
}

/// What undoing a step, or doing it again, has come to.
public struct UndoOutcome: Hashable, Sendable {
    public var step: UndoStep
    /// How many things are as they were; what had been changed since, so that nothing was left to do, isn't counted.
    public var items: Int
    /// Episodes whose files are not in the trash any more.
    public var lost: [ItemID]
    /// Files that doing it again could not put into the trash.
    public var gone: [GoneFile]
    /// The name that a playlist has now, where its own was taken since.
    public var name: String?
    /// The backup that the library was to be exchanged for, where it can't be had any more.
    public var lostBackup: String?

    public init(step: UndoStep, items: Int, lost: [ItemID] = [], gone: [GoneFile] = [], name: String? = nil) {
        self.step = step
        self.items = items
        self.lost = lost
        self.gone = gone
        self.name = name
    }
}

/// A downloaded file that could not be kept in the trash.
public struct GoneFile: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// It, or what was thrown away with it, is more than the trash takes.
        case trashFull
        /// Moving it failed: the system's error number.
        case notMoved(errno: Int32)
        /// It could not be removed at all: it is still there, downloaded.
        case notRemoved(errno: Int32)
    }

    public var id: ItemID
    public var reason: Reason

    public init(id: ItemID, reason: Reason) {
        self.id = id
        self.reason = reason
    }
}
