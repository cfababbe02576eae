import Catalogue
import Directory
import Library
import Playback
import Queue
import Session
import Terminal

/// Output for scripts: one JSON object a line, as interface.md "JSON output" has them.
struct JSONPrinter: Printer {
    func page(_ report: PageReport) -> [String] {
        let listing = Listing(report)
        if let part = report.part, !part.isLast { return lines(listing) }
        let isText = listing.article != nil && !listing.isComments
        var result = JSONLists.result(
            report.title, items: listing.count + (isText ? 1 : 0) + (report.part?.before ?? 0), skipped: listing.skipped.count)
        if let stored = report.stored {
            result.add("offline", true)
            result.add("seen", Timestamp.iso8601(stored.seen))
        }
        return lines(listing) + [result.text]
    }

    func inspection(_ page: Page) -> [String] {
        let listing = Listing(page)
        return lines(listing) + [JSONLists.result("inspect", items: listing.count, skipped: listing.skipped.count).text]
    }

    func chartHistory(_ histories: [ChartHistory]) -> [String] {
        let charts = histories.flatMap(JSONLists.history)
        let lines = charts.flatMap { [$0.chart] + $0.ranks }
        return lines.map(\.text) + [JSONLists.result("charts", items: charts.reduce(0) { $0 + $1.ranks.count }).text]
    }

    func playlist(_ list: Playlist, action: String) -> [String] {
        list.entries.enumerated().map { JSONLists.entry($1, position: $0 + 1).text }
            + [JSONLists.result(action, items: list.entries.count, skipped: list.skipped.count).text]
    }

    func playlists(_ records: [PlaylistRecord], part: ListPart) -> [String] {
        self.list("playlists", records.enumerated().map { JSONLists.playlist($1, number: part.first + $0) })
    }

    func outlines(_ outlines: [FeedOutline], action: String) -> [String] { list(action, outlines.map(JSONLists.outline)) }

    func queue(_ lines: [QueueLine], modes: QueueModes, part: ListPart) -> [String] { list("queue", lines.map(JSONLists.entry)) }

    func history(_ listens: [ListenRecord], part: ListPart) -> [String] {
        list("history", listens.enumerated().map { JSONLists.listen($1, number: part.first + $0) })
    }

    func bookmarks(_ bookmarks: [Bookmark], part: ListPart) -> [String] {
        list("bookmarks", bookmarks.enumerated().map { JSONLists.bookmark($1, number: part.first + $0) })
    }

    func places(_ places: [LeftPlace], part: ListPart) -> [String] {
        list("where", places.enumerated().map { JSONLists.place($1, number: part.first + $0) })
    }

    func bookmark(_ bookmark: Bookmark) -> [String] { list("bookmark", [JSONLists.bookmark(bookmark, number: nil)]) }

    func stats(_ report: StatsReport) -> [String] { list("stats", JSONLists.stats(report)) }

    func downloads(_ looks: [DownloadLook], part: ListPart) -> [String] {
        list("downloads", looks.enumerated().map { JSONLists.download($1.record, number: part.first + $0) })
    }

    func subscriptions(_ subscriptions: [Subscription], part: ListPart) -> [String] {
        list(
            "subscriptions",
            subscriptions.enumerated().map { index, subscription in
                var program = subscription.program.program
                program.episodeCount = subscription.episodes
                var line = JSONItems.program(program, subscription.program, .init(number: part.first + index))
                line.add("unheard", subscription.unheard)
                line.add("checked", subscription.checked.map(Timestamp.iso8601))
                line.add("error", subscription.error)
                return line
            })
    }

    /// Those that are left alone for a while are only counted.
    func updates(_ report: UpdateReport) -> [String] {
        let asked = report.lines.filter { !$0.isWaiting }
        return asked.map { JSONLists.update($0).text } + report.cleanup.items.map { JSONLists.cleanup($0).text }
            + [JSONLists.result("update", items: asked.count, skipped: report.lines.count - asked.count).text]
    }

    func cleanup(_ report: CleanupReport) -> [String] {
        report.items.map { JSONLists.cleanup($0).text }
            + [JSONLists.result("cleanup", items: report.items.count, skipped: report.later).text]
    }

    func sources(_ sources: [Source], current: String) -> [String] {
        list("source", sources.map { JSONLists.source($0, isCurrent: $0.name == current) })
    }

    func devices(_ devices: [AudioDevice], current: String?) -> [String] {
        list("device", devices.map { JSONLists.device($0, isCurrent: current == nil ? $0.isDefault : current == $0.name) })
    }

    func settings(_ settings: [SettingReport]) -> [String] { list("set", settings.map(JSONLists.setting)) }

    func item(_ record: ItemRecord) -> [String] {
        switch record {
        case .program(let record): [JSONItems.program(record.program, record).text]
        case .episode(let record): [JSONItems.episode(record.episode, record).text]
        case .station(let record): [JSONItems.station(record.station, record).text]
        case .story(let record): [JSONItems.story(record.story, record).text]
        }
    }

    func art(_ cover: Cover) -> [String] {
        var line = JSONLine(type: "art")
        line.add("id", cover.id?.description)
        line.add("url", cover.url)
        return [line.text, JSONLists.result("art", items: 1).text]
    }

    func audio(_ facts: AudioFacts, _ tags: AudioTags, name: String, isURL: Bool) -> [String] {
        [JSONFacts.audio(facts, tags, name: name, isURL: isURL).text]
    }

    func status(_ report: StatusReport) -> [String] { [JSONFacts.status(report).text] }

    func place(_ report: StatusReport) -> [String] { status(report) }

    func chapters(_ report: ChapterReport) -> [String] {
        list("chapters", report.chapters.map { JSONFacts.chapter($0, isCurrent: $0.number == report.current) })
    }

    func sleep(_ report: SleepReport?) -> [String] {
        let value = report.map { $0.goal == .time ? Figures.plain(($0.left ?? 0).milliseconds) : $0.goal.rawValue }
        let setting = SettingReport(key: "sleep", value: value ?? "off", defaultValue: "off")
        return [JSONLists.setting(setting).text, JSONLists.result("sleep", items: 1).text]
    }

    func chapter(_ chapter: Chapter) -> [String] { [JSONFacts.chapter(chapter).text] }

    /// The things that were named, then the closing line.
    func change(_ report: ChangeReport) -> [String] {
        report.records.flatMap(item) + [JSONLists.result(report.action, items: report.items, skipped: report.skipped).text]
    }

    func undoSteps(_ steps: [UndoStep]) -> [String] {
        list("undo", steps.enumerated().map { JSONLists.undo($1, number: $0 + 1) })
    }

    func undone(_ report: UndoReport) -> [String] {
        [
            JSONLists.undo(report.step, number: nil).text,
            JSONLists.result(report.isRedo ? "redo" : "undo", items: report.items, skipped: max(report.step.items - report.items, 0)).text,
        ]
    }

    func verified(_ files: [VerifiedFile]) -> [String] {
        files.map { JSONChecks.verified($0).text } + [JSONLists.result("verify", items: files.count).text]
    }

    func checks(_ checks: [LibraryCheck]) -> [String] {
        checks.map { JSONChecks.check($0).text } + [JSONLists.result("doctor", items: checks.count).text]
    }

    func backup(_ file: BackupFile) -> [String] { [JSONChecks.result("backup", path: file.path).text] }

    func recording(_ report: RecordingReport, isOver: Bool) -> [String] { [JSONChecks.result("record", path: report.path).text] }

    func restored(_ name: String, before: BackupFile) -> [String] { [JSONChecks.result("restore", path: before.path).text] }

    func modes(_ modes: QueueModes, mode: String) -> [String] {
        let isOn = modes.named.first { $0.name == mode }?.isOn
        let setting = SettingReport(key: mode, value: isOn == true ? "on" : "off", defaultValue: "off")
        return [JSONLists.setting(setting).text, JSONLists.result(mode, items: 1).text]
    }

    func help(_ lines: [String]) -> [String] {
        var line = JSONLine(type: "help")
        line.add("text", lines.joined(separator: "\n"))
        return [line.text]
    }

    /// Each was told when it ended.
    func downloaded(_ tally: DownloadTally, failed: Int, seconds: Double) -> [String] { [] }

    /// Only what scripts have an object for: how downloads go on standard output, what failed on standard error.
    func event(_ event: SessionEvent) -> EventLine? {
        switch event {
        case .status, .nowPlaying, .streamTitle, .queueEnded, .asleep, .deviceBack, .detour, .recorded(_, nil): nil
        case .recorded(let report, let error?): EventLine(text: JSONFacts.error(error, about: report.title).text, isError: true)
        case .skipped(let record, let error):
            EventLine(text: JSONFacts.error(error, about: record.episode.title).text, isError: true)
        case .downloadLost(let record, let error):
            EventLine(text: JSONFacts.error(error, about: record.episode.title).text, isError: true)
        case .noDevice(let error), .intoSilence(let error): EventLine(text: self.error(error), isError: true)
        case .settingsProblem(let error): EventLine(text: self.error(error), isError: true)
        case .rescued(let report): EventLine(text: JSONChecks.rescued(report).text, isError: true)
        case .backupFailed(let error): EventLine(text: self.error(error), isError: true)
        case .libraryFailed(let error): EventLine(text: self.error(error), isError: true)
        case .downloadFailed(let record, let error): EventLine(text: JSONFacts.error(error, about: record.title).text, isError: true)
        case .download(let record):
            switch record.state {
            case .waiting, .running: nil
            case .done, .failed, .cancelled: EventLine(text: JSONLists.download(record, number: nil).text, isError: false)
            }
        case .downloading(let look): EventLine(text: JSONLists.download(look.record, number: nil).text, isError: false)
        }
    }

    func notes(of report: PageReport, now: Int64) -> [String] {
        Notes.stored(report, now: now) + Notes.waiting(report) + report.failures.map { JSONFacts.error($0.error, about: $0.part).text }
    }

    func failures(of report: ChangeReport) -> [String] { report.failures.map { JSONFacts.error($0.error, about: $0.title).text } }

    func remarks(on report: ChangeReport) -> [String] { report.notes.map { JSONFacts.error($0.error, about: $0.title).text } }

    func error(_ error: any Error) -> String { JSONFacts.error(error).text }
}

extension JSONPrinter {
    private func list(_ action: String, _ objects: [JSONLine]) -> [String] {
        objects.map(\.text) + [JSONLists.result(action, items: objects.count).text]
    }

    /// The programme of the page, then each heading with its lines.
    private func lines(_ listing: Listing) -> [String] {
        var lines: [String] = []
        if listing.part.first == 1, let (program, record) = listing.program { lines.append(JSONItems.program(program, record).text) }
        if let (article, record) = listing.article, listing.part.first == 1 {
            let text = listing.isComments ? nil : TextStory(width: nil, palette: .off).body(article.text).joined(separator: "\n")
            lines.append(JSONItems.story(article.story, record, text: text).text)
        }
        for block in listing.blocks {
            if let heading = heading(block) { lines.append(heading.text) }
            for line in block.lines {
                var place = JSONItems.Place(number: line.number, from: listing.from?.from, context: line.context?.text)
                switch block.kind {
                case .plain, .activities, .comments: break
                case .card(let title, _): place.card = title
                case .chart(let name, _): place.chart = line.place.map { (name, $0) }
                }
                lines.append(JSONItems.line(line.line, place).text)
            }
        }
        return lines + listing.chapters.map { JSONFacts.chapter($0).text }
    }

    private func heading(_ block: Listing.Block) -> JSONLine? {
        switch block.kind {
        case .plain, .activities, .comments: return nil
        case .card(let title, let category):
            var line = JSONLine(type: "card")
            line.add("title", title)
            line.add("category", category)
            line.add("items", block.lines.count)
            return line
        case .chart(let name, let title):
            var line = JSONLine(type: "chart")
            line.add("name", name)
            line.add("title", title)
            line.add("entries", block.lines.count)
            return line
        }
    }
}
