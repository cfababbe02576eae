import Catalogue
import Glibc
import Library
import Playback
import Queue
import Session
import Terminal

/// Output for people: calm tables and plain sentences. Without a width (pipes) nothing is cut; without a palette nothing is painted.
/// Whatever comes from outside stands on one line and without control characters.
struct TextPrinter: Printer {
    /// The terminal's columns; nil for pipes.
    var width: Int?
    var palette: Palette
    /// What is playing now: it bears ▶ in lists.
    var playing: ItemID?
    /// Seconds since 1970: how long ago things were is told by it, as they were noted by it.
    var clock: @Sendable () -> Int64 = LibraryStore.systemTime

    init(width: Int?, palette: Palette = .off, playing: ItemID? = nil) {
        self.width = width
        self.palette = palette
        self.playing = playing
    }

    func page(_ report: PageReport) -> [String] {
        let listing = Listing(report)
        return report.title == "favourites" && listing.count == 0 ? ["no favourites yet"] : pages.lines(listing)
    }

    func chartHistory(_ histories: [ChartHistory]) -> [String] {
        TextChartHistory(width: width, palette: palette).lines(histories)
    }

    func inspection(_ page: Page) -> [String] { pages.lines(Listing(page)) }

    func playlist(_ list: Playlist, action: String) -> [String] { lists.playlist(list) }

    func playlists(_ records: [PlaylistRecord], part: ListPart) -> [String] {
        lists.playlists(records, first: part.first) + pages.footer(part, count: records.count)
    }

    func outlines(_ outlines: [FeedOutline], action: String) -> [String] { lists.outlines(outlines) }

    func queue(_ lines: [QueueLine], modes: QueueModes, part: ListPart) -> [String] {
        lists.queue(lines, modes: modes) + pages.footer(part, count: lines.count)
    }

    func history(_ listens: [ListenRecord], part: ListPart) -> [String] {
        lists.history(listens, first: part.first) + pages.footer(part, count: listens.count)
    }

    func bookmarks(_ bookmarks: [Bookmark], part: ListPart) -> [String] {
        lists.bookmarks(bookmarks, first: part.first) + pages.footer(part, count: bookmarks.count)
    }

    func places(_ places: [LeftPlace], part: ListPart) -> [String] {
        lists.places(places, first: part.first) + pages.footer(part, count: places.count)
    }

    func bookmark(_ bookmark: Bookmark) -> [String] {
        ["marked \(Figures.clock(bookmark.position)) in \(ErrorText.quoted(Columns.plain(bookmark.item.episode.title)))"]
    }

    func stats(_ report: StatsReport) -> [String] { TextStats(width: width, palette: palette).lines(report) }

    func downloads(_ looks: [DownloadLook], part: ListPart) -> [String] {
        lists.downloads(looks, first: part.first) + pages.footer(part, count: looks.count)
    }

    func subscriptions(_ subscriptions: [Subscription], part: ListPart) -> [String] {
        let list = TextSubscriptions(width: width, palette: palette)
        return list.lines(subscriptions, first: part.first, now: clock()) + pages.footer(part, count: subscriptions.count)
    }

    func updates(_ report: UpdateReport) -> [String] {
        let count = report.downloads.count
        return TextSubscriptions(width: width, palette: palette).updates(report.lines)
            + (report.cleanup.items.isEmpty ? [] : [TextCleanup.line(report.cleanup)])
            + (count == 0 ? [] : ["fetching \(Figures.count(count, "episode", "episodes")) of what is new"])
    }

    func cleanup(_ report: CleanupReport) -> [String] { TextCleanup(width: width, palette: palette).lines(report) }

    func sources(_ sources: [Source], current: String) -> [String] { lists.sources(sources, current: current) }

    func devices(_ devices: [AudioDevice], current: String?) -> [String] { lists.devices(devices, current: current) }

    func settings(_ settings: [SettingReport]) -> [String] { lists.settings(settings) }

    func item(_ record: ItemRecord) -> [String] { TextItem(width: width, palette: palette).lines(record) }

    func art(_ cover: Cover) -> [String] { [Columns.plain(cover.url)] }

    func audio(_ facts: AudioFacts, _ tags: AudioTags, name: String, isURL: Bool) -> [String] {
        TextAudio.lines(facts, tags, name: name, width: width, palette: palette)
    }

    func status(_ report: StatusReport) -> [String] { TextStatus.lines(report) }

    func place(_ report: StatusReport) -> [String] { [TextStatus.short(report)] }

    func chapters(_ report: ChapterReport) -> [String] { pages.chapters(report.chapters, current: report.current) }

    func sleep(_ report: SleepReport?) -> [String] { [report.map { TextStatus.sleep($0) } ?? "sleep is off"] }

    func chapter(_ chapter: Chapter) -> [String] { [TextStatus.name(chapter)] }

    func change(_ report: ChangeReport) -> [String] { [TextChanges.line(report)] }

    func undoSteps(_ steps: [UndoStep]) -> [String] { TextUndo(width: width, palette: palette).lines(steps, now: clock()) }

    func undone(_ report: UndoReport) -> [String] { [TextUndo.line(report)] }

    func modes(_ modes: QueueModes, mode: String) -> [String] { [TextStatus.modes(modes)] }

    func checks(_ checks: [LibraryCheck]) -> [String] { CheckText.lines(checks) }
    func verified(_ files: [VerifiedFile]) -> [String] { VerifyText.lines(files) }

    func backup(_ file: BackupFile) -> [String] {
        ["wrote a backup, \(Figures.size(file.size)): \(Columns.plain(file.path))"]
    }

    func recording(_ report: RecordingReport, isOver: Bool) -> [String] {
        isOver ? [TextEvents.recorded(report)] : ["● recording to \(Columns.plain(report.path)); record off ends it"]
    }

    func restored(_ name: String, before: BackupFile) -> [String] {
        ["restored \(Columns.plain(name)); undo brings back what was there before, which is kept as \(Columns.plain(before.name))"]
    }

    func help(_ lines: [String]) -> [String] { lines }

    func downloaded(_ tally: DownloadTally, failed: Int, seconds: Double) -> [String] {
        if tally.done + failed > 1 { return [TextTransfers.summary(tally, failed: failed, seconds: seconds)] }
        return tally.last.flatMap { event(.download($0)) }.map { [$0.text] } ?? []
    }

    func event(_ event: SessionEvent) -> EventLine? { TextEvents.line(event) }

    func notes(of report: PageReport, now: Int64) -> [String] {
        Notes.stored(report, now: now) + Notes.waiting(report) + Notes.failures(report)
    }

    func failures(of report: ChangeReport) -> [String] {
        report.failures.map { "error: \(ErrorText.words(for: $0.error, about: $0.title))" }
    }

    func remarks(on report: ChangeReport) -> [String] {
        report.notes.map { "\(ErrorText.quoted(Columns.plain($0.title))): \(ErrorText.words(for: $0.error))" }
    }

    func error(_ error: any Error) -> String { "error: \(ErrorText.words(for: error))" }

    private var pages: TextPages { TextPages(width: width, palette: palette, playing: playing) }

    private var lists: TextLists { TextLists(width: width, palette: palette, playing: playing) }
}
