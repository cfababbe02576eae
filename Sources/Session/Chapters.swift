public import Catalogue
import Directory
import Library
import Playback
import Transfer

/// The chapters of something.
public struct ChapterReport: Sendable {
    public var title: String
    public var chapters: [Chapter]
    /// The number of the one that plays, or where playing would go on; nil where that is something else.
    public var current: Int?
    /// Set where they could not be fetched and are shown as they were kept: when that was seen (seconds since 1970), and what failed.
    public var stored: (seen: Int64, reason: any Error)?
}

/// The chapters of what plays, so that they are not asked for at each step.
struct KnownChapters {
    let id: ItemID
    let downloaded: String?
    let url: String?
    let chapters: [Chapter]

    func are(of record: EpisodeRecord) -> Bool {
        id == record.id && downloaded == record.downloaded && url == record.episode.chapters
    }
}

extension RadioSession {
    private typealias Found = (chapters: [Chapter], stored: (seen: Int64, reason: any Error)?)

    /// Of no more bytes is a file of chapters.
    private static let mostOfChapters: Int64 = 4 << 20

    /// The chapters of a thing, of what plays or is current where no word is given. Those that a podcast publishes count before those in the
    /// file. A file or URL is looked at and not stored. Throws SessionError.noChapters, and what keeps them from being fetched.
    public func chapters(_ word: String? = nil) async throws -> ChapterReport {
        switch word.flatMap(Address.init) {
        case .path(let path)?: return try await chapters(in: .file(try file(path)), named: path)
        case .url(let url)?: return try await chapters(in: SoundPlace(url: url), named: url)
        default: break
        }
        let status = try await status()
        var record = status.record
        if let word { record = try await episode(word) }
        guard let record else { throw SessionError.nothingCurrent }
        let found = try await found(of: record, isFresh: true)
        let current = status.record?.id == record.id ? found.chapters.current(at: status.position ?? 0)?.number : nil
        return ChapterReport(title: record.episode.title, chapters: found.chapters, current: current, stored: found.stored)
    }

    /// An episode's chapters in the order of their start, in seconds; each has an end but the last of an episode of unknown length. Throws
    /// SessionError.noChapters where it has none, .isLive, and what keeps them from being fetched.
    public func chapters(of record: EpisodeRecord) async throws -> [Chapter] { try await found(of: record).chapters }

    /// The chapter that a report's place is in, as far as that is known without asking any server.
    public func chapter(in report: StatusReport) async -> Chapter? {
        guard let record = report.record, !record.isLive, let position = report.position else { return nil }
        return await knownHere(record)?.current(at: position)
    }

    /// Goes to the start of the chapter behind the one that plays, or changes where playing will go on. Throws SessionError.noNextChapter.
    public func nextChapter() async throws -> Chapter {
        let (record, chapters, position) = try await currentChapters()
        guard let next = chapters.next(after: position) else { throw SessionError.noNextChapter(title: record.episode.title) }
        return try await go(to: next)
    }

    /// Goes to the start of the chapter that plays or, in its first seconds, of the one before.
    public func previousChapter() async throws -> Chapter {
        let (record, chapters, position) = try await currentChapters()
        guard let chapter = chapters.previous(before: position) else { throw SessionError.noChapters(title: record.episode.title) }
        return try await go(to: chapter)
    }

    /// Goes to the start of a chapter by its number, from 1. Throws SessionError.noSuchChapter.
    public func seek(chapter number: Int) async throws -> Chapter {
        let (_, chapters, _) = try await currentChapters()
        guard let chapter = chapters.first(where: { $0.number == number }) else {
            throw SessionError.noSuchChapter(number, count: chapters.count)
        }
        return try await go(to: chapter)
    }

    private func go(to chapter: Chapter) async throws -> Chapter {
        _ = try await seek(.absolute(chapter.start))
        return chapter
    }

    private func currentChapters() async throws -> (EpisodeRecord, [Chapter], position: Double) {
        try refuseOtherPlayer()
        guard let record = try await status().record else { throw SessionError.nothingCurrent }
        let chapters = try await chapters(of: record)
        // It may have been asked for a while.
        let status = try await status()
        return (record, chapters, status.record?.id == record.id ? status.position ?? 0 : 0)
    }

    /// The one episode that a word stands for.
    private func episode(_ word: String) async throws -> EpisodeRecord {
        let record = try await one(word)
        guard let episode = record.playable else { throw SessionError.notOneThing(word) }
        return episode
    }

    private func chapters(in place: SoundPlace, named name: String) async throws -> ChapterReport {
        let chapters = try await tags(of: place).listedChapters.withEnds(duration: nil)
        if chapters.isEmpty { throw SessionError.noChapters(title: name) }
        return ChapterReport(title: name, chapters: chapters)
    }
}

extension RadioSession {
    /// From the podcast's own file, else from the tags of the sound. Unless `isFresh` what is known of what plays holds.
    private func found(of record: EpisodeRecord, isFresh: Bool = false) async throws -> Found {
        if record.isLive { throw SessionError.isLive(title: record.episode.title) }
        if !isFresh, let knownChapters, knownChapters.are(of: record) { return (knownChapters.chapters, nil) }
        var found: Found = ([], nil)
        var failure: (any Error)?
        if let url = record.episode.chapters {
            do { found = try await published(url, by: record.source) } catch let error as TransferError where error == .cancelled {
                throw error
            } catch { failure = error }
        }
        if found.chapters.isEmpty {
            do { found.chapters = try await inTags(of: record) } catch { throw failure ?? error }
        }
        if found.chapters.isEmpty { throw failure ?? SessionError.noChapters(title: record.episode.title) }
        found.chapters = found.chapters.withEnds(duration: record.episode.duration)
        knownChapters = KnownChapters(
            id: record.id, downloaded: record.downloaded, url: record.episode.chapters, chapters: found.chapters)
        return found
    }

    private func inTags(of known: EpisodeRecord) async throws -> [Chapter] {
        let record = await withAudio(known)
        guard let place = try SoundPlace(of: record, maxBitrate: settings.number("max-bitrate")) else { return [] }
        return try await tags(of: place) { await self.freshAddress(of: record, $0) }.listedChapters
    }

    /// A podcast's file of chapters. It is kept as an answer of its source, and shown as it was kept where it can't be had now.
    private func published(_ url: String, by source: String) async throws -> Found {
        guard case .remote = try SoundPlace(url: url) else { return (try await chapters(at: SoundPlace(url: url)), nil) }
        let library = try await library()
        let kept = try await keptAnswer(url, by: source)
        do {
            let reply = try await transfer.fetch(
                HTTPRequest(url, etag: kept?.etag, lastModified: kept?.lastModified, maxBytes: Self.mostOfChapters))
            let isSame = reply.status == 304
            let body = isSame ? kept?.body ?? [] : reply.body
            let chapters = try ChapterReader.read(body, charset: isSame ? nil : reply.charset).chapters
            let answer = Answer(
                key: Self.answerKey(url), body: body, etag: reply.etag ?? (isSame ? kept?.etag : nil),
                lastModified: reply.lastModified ?? (isSame ? kept?.lastModified : nil), seen: now)
            _ = try await library.keep(Page(), from: source, answers: [answer])
            return (chapters, nil)
        } catch {
            guard error is TransferError || error is CatalogueError, error as? TransferError != .cancelled, let kept,
                let chapters = try? ChapterReader.read(kept.body).chapters
            else { throw error }
            return (chapters, (kept.seen, error))
        }
    }

    /// A file of chapters on this machine.
    private func chapters(at place: SoundPlace) async throws -> [Chapter] {
        let transfer = transfer
        let body = try await onThread {
            try LeadingText.rest(of: place.source(by: transfer), most: Int(Self.mostOfChapters))
        }
        return try ChapterReader.read(body).chapters
    }

    /// What is known of them on this machine.
    private func knownHere(_ record: EpisodeRecord) async -> [Chapter]? {
        if let knownChapters, knownChapters.are(of: record) { return knownChapters.chapters }
        var chapters: [Chapter] = []
        if let url = record.episode.chapters, let kept = try? await keptAnswer(url, by: record.source) {
            chapters = (try? ChapterReader.read(kept.body).chapters) ?? []
        }
        if chapters.isEmpty, let place = try? SoundPlace(of: record, maxBitrate: nil), !place.isRemote {
            chapters = (try? await tags(of: place).listedChapters) ?? []
        }
        return chapters.withEnds(duration: record.episode.duration)
    }

    private func keptAnswer(_ url: String, by source: String) async throws -> Answer? {
        let key = Self.answerKey(url)
        return try await library().answers(source: source, keys: [key])[key]
    }

    private static func answerKey(_ url: String) -> String { "chapters " + url }
}

extension [Chapter] {
    /// A place that is so little before a chapter's start is in it: players and listeners round.
    private static let near = 0.05
    /// For so many seconds "back" means the chapter before.
    private static let first = 3.0

    /// Each goes on to the next one unless it says its end, the last one to the end of all.
    func withEnds(duration: Double?) -> [Chapter] {
        var chapters = self
        for index in indices where self[index].end == nil {
            let end = index + 1 < count ? self[index + 1].start : duration
            chapters[index].end = end.flatMap { $0 > self[index].start ? $0 : nil }
        }
        return chapters
    }

    /// The chapter in which a place is; nil before the first.
    func current(at position: Double) -> Chapter? { last { $0.start <= position + Self.near } }

    func next(after position: Double) -> Chapter? { first { $0.start > position + Self.near } }

    /// Where "back" leads from a place: the chapter's own start, soon after it the one before; the first where there is none.
    func previous(before position: Double) -> Chapter? {
        let begun = filter { $0.start <= position + Self.near }
        guard let current = begun.last else { return first }
        return position - current.start > Self.first ? current : begun.dropLast().last ?? current
    }
}
