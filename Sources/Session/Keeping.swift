import Catalogue
public import Library

// What is kept without being asked for: new episodes are fetched, old files are cleaned up, both as the settings say.

/// What cleaning up has come to, or would.
public struct CleanupReport: Sendable {
    public var items: [CleanupItem]
    /// What the rules take besides, but the trash can't hold together with the rest: the next time.
    public var later: Int
    public var isDry: Bool
    /// No rules are set.
    public var isOff: Bool
    /// What failed, and what has to be said of what was done.
    public var change: ChangeReport

    public init(items: [CleanupItem] = [], later: Int = 0, isDry: Bool = false, isOff: Bool = false) {
        (self.items, self.later, self.isDry, self.isOff) = (items, later, isDry, isOff)
        change = ChangeReport(action: "cleanup", items: items.count)
    }
}

extension RadioSession {
    /// Moves downloaded files to the trash as the setting `cleanup` says; with `isDry` it only tells which.
    public func cleanUp(isDry: Bool) async throws -> CleanupReport {
        guard let rules = settings.value("cleanup").flatMap(CleanupRules.init), !rules.rules.isEmpty else {
            return CleanupReport(isDry: isDry, isOff: true)
        }
        let outcome = try await library().cleanUp(rules, isDry: isDry)
        var report = CleanupReport(items: outcome.items, later: outcome.later.count, isDry: isDry)
        try await tell(of: outcome.gone, in: &report.change)
        return report
    }

    /// What follows upon `update`: cleaning up, then the newest episodes of these programmes, as many as the settings say of each.
    func keepUp(with programs: [ItemID]) async throws -> (cleanup: CleanupReport, downloads: [EpisodeRecord]) {
        let cleanup = try await cleanUp(isDry: false)
        let library = try await library()
        let general = settings.number("auto-download") ?? 0
        let own = Dictionary(
            try await library.programSettings().filter { $0.key == ProgramKey.autoDownload }.map { ($0.program, Int($0.value)) }
        ) { first, _ in first }
        var wanted: [EpisodeRecord] = []
        for program in programs {
            let count = min(max((own[program] ?? nil) ?? general, 0), 1000)
            // The newest last: a size that all may have takes those that came first.
            if count > 0 { wanted += try await library.wantedEpisodes(of: program, newest: count).reversed().filter { !$0.isLive } }
        }
        return (cleanup, try await downloadByItself(wanted))
    }
}
