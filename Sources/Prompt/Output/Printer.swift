import Catalogue
import Library
import Playback
import Queue
import Session

/// Turns what the session reports into lines, for people or for scripts. It writes nowhere: a line has no newline, and whoever asked
/// for it sends it to standard output; only what says so is for standard error.
protocol Printer: Sendable {
    func page(_ report: PageReport) -> [String]
    /// How things stood in charts over time: `charts --history`.
    func chartHistory(_ histories: [ChartHistory]) -> [String]
    /// What `inspect` made of a service's answer, of which nothing is kept: no ids, no numbers.
    func inspection(_ page: Page) -> [String]
    /// The lines of a playlist file; `action` is the command that shows them.
    func playlist(_ list: Playlist, action: String) -> [String]
    func playlists(_ records: [PlaylistRecord], part: ListPart) -> [String]
    /// The feeds of an OPML file, for `inspect`, or of one to be, for `export`.
    func outlines(_ outlines: [FeedOutline], action: String) -> [String]
    func queue(_ lines: [QueueLine], modes: QueueModes, part: ListPart) -> [String]
    func history(_ listens: [ListenRecord], part: ListPart) -> [String]
    func bookmarks(_ bookmarks: [Bookmark], part: ListPart) -> [String]
    /// Places to go back to: `where`.
    func places(_ places: [LeftPlace], part: ListPart) -> [String]
    /// A bookmark that was just made.
    func bookmark(_ bookmark: Bookmark) -> [String]
    /// How much was heard when, and of what.
    func stats(_ report: StatsReport) -> [String]
    func downloads(_ looks: [DownloadLook], part: ListPart) -> [String]
    func subscriptions(_ subscriptions: [Subscription], part: ListPart) -> [String]
    func updates(_ report: UpdateReport) -> [String]
    /// What `cleanup` moved to the trash, or would.
    func cleanup(_ report: CleanupReport) -> [String]
    func sources(_ sources: [Source], current: String) -> [String]
    /// `current` is the name of the chosen one; where none was chosen the server's default counts.
    func devices(_ devices: [AudioDevice], current: String?) -> [String]
    func settings(_ settings: [SettingReport]) -> [String]
    /// All that is known of one thing: `info`.
    func item(_ record: ItemRecord) -> [String]
    /// A picture by its address, where it can't be shown itself.
    func art(_ cover: Cover) -> [String]
    /// `name` is an absolute path, or a URL where `isURL`.
    func audio(_ facts: AudioFacts, _ tags: AudioTags, name: String, isURL: Bool) -> [String]
    func status(_ report: StatusReport) -> [String]
    /// The status in one line: where `seek` has led.
    func place(_ report: StatusReport) -> [String]
    /// When playing will end by itself; nil where it won't.
    func sleep(_ report: SleepReport?) -> [String]
    func chapters(_ report: ChapterReport) -> [String]
    /// The chapter that was gone to.
    func chapter(_ chapter: Chapter) -> [String]
    func change(_ report: ChangeReport) -> [String]
    /// What can be undone, the latest first.
    func undoSteps(_ steps: [UndoStep]) -> [String]
    func undone(_ report: UndoReport) -> [String]
    /// How the queue's modes stand after `mode` (`random`, `repeat`, `single`, `consume`) was switched.
    func modes(_ modes: QueueModes, mode: String) -> [String]
    /// What `doctor` found.
    func checks(_ checks: [LibraryCheck]) -> [String]
    /// What `verify` found.
    func verified(_ files: [VerifiedFile]) -> [String]
    /// A recording that has begun, or ended.
    func recording(_ report: RecordingReport, isOver: Bool) -> [String]
    func backup(_ file: BackupFile) -> [String]
    /// `name` was restored; what was there before is `before`.
    func restored(_ name: String, before: BackupFile) -> [String]
    func help(_ lines: [String]) -> [String]
    /// What happened by itself, or nil where nobody needs to be told.
    func event(_ event: SessionEvent) -> EventLine?
    /// What came of several downloads.
    func downloaded(_ tally: DownloadTally, failed: Int, seconds: Double) -> [String]
    /// For standard error: that the page came from the library's store, and which parts of it failed. `now`: seconds since 1970.
    func notes(of report: PageReport, now: Int64) -> [String]
    /// For standard error: one line for each thing of a command that failed while others were done.
    func failures(of report: ChangeReport) -> [String]
    /// For standard error: one line for each thing that has to be said of what was done.
    func remarks(on report: ChangeReport) -> [String]
    /// For standard error: the one line of an error.
    func error(_ error: any Error) -> String
}

/// A line about something that happened by itself.
struct EventLine: Hashable, Sendable {
    var text: String
    /// It belongs on standard error.
    var isError: Bool
}

/// Which part of a list is shown; its first line bears the number `first`.
struct ListPart: Hashable, Sendable {
    var first = 1
    /// How many lines the whole list has, where that is known.
    var total: Int?
    var hasMore = false
}
