import Catalogue
import Directory
import Library

extension RadioSession {
    /// The stories of a day, YYYY-MM-DD; without one the newest, the carousel before them. Asks the source that browsing is set to where that
    /// is a daily one, else the built-in `daily`. Throws SessionError.noStories.
    public func daily(_ day: String? = nil) async throws -> PageReport {
        let request = day.map(PageRequest.day) ?? .featured
        let report = try await show(request, title: "daily", from: try await dailySource())
        if let day, report.page.isEmpty { throw SessionError.noStories(day: day) }
        return report
    }

    /// A story with its text. Its pictures are what the numbers of `art` mean until the next listing. Throws SessionError.notAStory,
    /// .storyOfAFile.
    public func read(_ word: String) async throws -> PageReport {
        let (record, source) = try await story(word)
        let (report, _) = try await fetch(.story(ref: record.story.ref), title: "read", from: source)
        try await keepReading(LastReading(images: report.page.article?.text.images ?? []))
        return report
    }

    /// What readers said of a story, the first page of it; `more` goes on, while the numbers of the last listing stay. Throws
    /// SessionError.notAStory.
    public func comments(_ word: String) async throws -> PageReport {
        let (record, source) = try await story(word)
        let request = PageRequest.comments(story: record.story.ref, long: .start, short: .start)
        let (report, page) = try await fetch(request, title: "comments", from: source)
        try await keepReading(page.next.map { LastReading(source: source.name, next: $0.text) })
        return report
    }

    /// More of the comments that were shown last; nil where none were, or where a listing came after them. At their end it throws
    /// SessionError.noMore, and `more` means the listing again.
    func moreComments() async throws -> PageReport? {
        guard let reading = try await lastReading(), let name = reading.source,
            let request = reading.next.flatMap(PageRequest.init(text:))
        else { return nil }
        let source = try await source(named: name)
        let (report, page) = try await fetch(request, title: "comments", from: source)
        try await keepReading(page.next.map { LastReading(source: name, next: $0.text) })
        if report.page.isEmpty { throw SessionError.noMore }
        return report
    }

    /// What was read since the last listing: by this process, else, where it has listed nothing itself, by the one before.
    func lastReading() async throws -> LastReading? {
        if ownReading != nil || ownListing != nil { return ownReading }
        return try await library().lastReading()
    }

    /// Likes things, or likes them no more; what was so already is counted as skipped. Only stories and episodes can be liked.
    public func setLiked(_ words: [String], _ on: Bool) async throws -> ChangeReport {
        var resolved = try await resolveEach(words)
        for record in resolved.records where !record.canBeLiked {
            resolved.failures.append(ItemFailure(title: record.title, error: SessionError.cannotBeLiked(title: record.title)))
        }
        resolved.records.removeAll { !$0.canBeLiked }
        if resolved.records.isEmpty, words.count == 1, let failure = resolved.failures.first { throw failure.error }
        let ids = resolved.records.map(\.id)
        let library = try await library()
        let changed = try await library.setLiked(ids, on, step: on ? nil : "like --off")
        return ChangeReport(
            action: on ? "like" : "unlike", items: changed, skipped: ids.count - changed, records: try await library.records(ids),
            failures: resolved.failures)
    }

    /// Notes what was read, for `more` and for the numbers of pictures.
    func keepReading(_ reading: LastReading?) async throws {
        try await library().setReading(reading)
        ownReading = reading
    }

    private func dailySource() async throws -> Source {
        let current = try await source()
        return current.kind == .daily ? current : try await source(named: "daily")
    }

    private func story(_ word: String) async throws -> (StoryRecord, Source) {
        let record = try await one(word)
        guard case .story(let story) = record else { throw SessionError.notAStory(title: record.title) }
        if story.source.hasPrefix(Self.fileSource) { throw SessionError.storyOfAFile(title: record.title, web: story.story.web) }
        return (story, try await source(named: story.source))
    }
}

extension ItemRecord {
    fileprivate var canBeLiked: Bool {
        switch self {
        case .episode, .story: true
        case .program, .station: false
        }
    }
}
