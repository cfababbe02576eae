import Catalogue
import Directory
import Library
import Playback
import Queue
import Transfer

/// What was read from a file that a listener gave, before it is looked at: the bytes, the name that says something about them, where
/// names in it are meant from, and what a server said of their charset.
struct GivenFile: Sendable {
    var bytes: [UInt8]
    var base: String
    var charset: String?

    /// An export of a library of hundreds of thousands of things is no larger.
    static let most = 512 << 20
}

/// What an import came to.
public enum ImportReport: Sendable {
    /// Things that are the last listing now.
    case listing(PageReport)
    /// Feeds that are followed now.
    case feeds(ChangeReport)
    /// What another library's export has brought.
    case library(ChangeReport)
}

extension RadioSession {
    /// Stores what a file holds: tracks, which become the last listing, feeds (OPML), which are followed from now on, or all that was exported
    /// of a library. Throws as `importTracks` does, and SessionError.newerArchive.
    public func importFile(_ word: String) async throws -> ImportReport {
        let file = try await given(word)
        if let report = try await importLibrary(file.bytes) { return .library(report) }
        do { return .listing(try await importTracks(file, word)) } catch PlaylistError.opml {
            return .feeds(try await importFeeds(try OPML.read(file.bytes, charset: file.charset)))
        }
    }

    /// Stores what a file of tracks holds: the entries of a playlist, or what a JSON answer of an FM-style service or of `export json` maps
    /// to. `word` is a path, a URL, or `-` for standard input. They become the last listing. Throws PlaylistError, CatalogueError,
    /// TransferError, SessionError, LibraryError.
    private func importTracks(_ file: GivenFile, _ word: String) async throws -> PageReport {
        if !GivenJSON.isJSON(file.bytes) {
            let list = try PlaylistReader.read(
                file.bytes, base: file.base, charset: file.charset, isWanted: true, exists: LocalFile.exists)
            return try await importing(list, from: word)
        }
        if let list = GivenJSON.entries(in: file.bytes) { return try await importing(list, from: word) }
        let page = try Inspection.read(file.bytes, base: file.base.hasPrefix("/") ? nil : file.base, charset: file.charset)
        if page.items.isEmpty && page.program == nil { throw SessionError.emptyPlaylist(word) }
        let kept = try await library().keep(page, from: Self.fileSource + file.base)
        if !kept.addresses.isEmpty { try await keepListing(kept.addresses, source: nil, next: nil) }
        return PageReport(title: "import", source: nil, page: kept)
    }

    /// What the source of things that an imported answer mentions is called: its file follows, so that ids of two services never meet.
    static let fileSource = "file:"

    private func importing(_ list: Playlist, from word: String) async throws -> PageReport {
        let found = try await adopt(list)
        if found.records.isEmpty, list.skipped.isEmpty, found.failures.isEmpty { throw SessionError.emptyPlaylist(word) }
        var report = try await listing("import", of: found.records.map { .episode($0) })
        report.page.skipped = list.skipped + found.failures.map { "\($0.title): this kind of address can't be fetched" }
        return report
    }

    /// The list that a path or URL leads to; nil where it is no list, or where nothing is there. A URL is asked only where its name
    /// promises one. Throws PlaylistError, TransferError.
    func playlist(at word: String) async throws -> Playlist? {
        if word.contains("://") || word.hasPrefix("demo:/") {
            guard RadioSession.isKnownScheme(word), PlaylistFormat(name: word) != nil else { return nil }
        } else {
            let path = LocalFile.absolute(word)
            guard LocalFile.isRegular(path), LocalFile.isReadable(path) else { return nil }
            let isList = try await onThread {
                let source = try FileSource(path: path)
                return try LeadingText.playlist(of: source, name: word, isWhole: false) != nil
            }
            if !isList { return nil }
        }
        let file = try await given(word)
        return try PlaylistReader.read(file.bytes, base: file.base, charset: file.charset, exists: LocalFile.exists)
    }

    /// The ids of a list's entries. Throws where none can be had.
    func items(of list: Playlist, at word: String) async throws -> (ids: [ItemID], failures: [ItemFailure]) {
        let found = try await adopt(list)
        if found.records.isEmpty { throw found.failures.first?.error ?? SessionError.emptyPlaylist(word) }
        return (found.records.map(\.id), found.failures)
    }

    /// Reads a file, a URL or standard input.
    func given(_ word: String) async throws -> GivenFile {
        if word == "-" { return GivenFile(bytes: try await StandardInput.read(most: GivenFile.most), base: LocalFile.workingFolder + "/") }
        let isURL = word.contains("://") || word.hasPrefix("demo:/")
        let place = isURL ? try SoundPlace(url: word) : .file(try file(word, isSurely: true))
        if case .remote(let url) = place {
            let answer = try await transfer.fetch(HTTPRequest(url))
            return GivenFile(bytes: answer.body, base: answer.url, charset: answer.charset)
        }
        let transfer = transfer
        return GivenFile(
            bytes: try await onThread { try LeadingText.rest(of: try place.source(by: transfer), most: GivenFile.most) },
            base: place.base(word))
    }
}

extension RadioSession {
    /// Gives each entry of a list its id, in two transactions a kind however long it is. Whether a file is there shows when it is played.
    private func adopt(_ list: Playlist) async throws -> FoundEpisodes {
        var failures: [ItemFailure] = []
        var placed: [(source: String, entry: PlaylistEntry, episode: Episode)] = []
        for entry in list.entries {
            let path = entry.location.hasPrefix("/") ? LocalFile.absolute(entry.location) : LocalFile.path(ofURL: entry.location)
            guard path != nil || Self.isKnownScheme(entry.location) else {
                failures.append(ItemFailure(title: entry.location, error: SessionError.noAudio(title: entry.location)))
                continue
            }
            let episode = Episode(
                ref: path ?? SignedURL.identity(entry.location), title: entry.title ?? Self.lastName(path ?? entry.location),
                programTitle: entry.album, hosts: entry.creator.map { [$0] } ?? [], duration: entry.duration,
                audio: [AudioFile(url: path.map(LocalFile.url) ?? entry.location)])
            placed.append((path == nil ? "url" : "file", entry, episode))
        }
        var records: [Int: EpisodeRecord] = [:]
        for source in ["file", "url"] {
            let places = placed.indices.filter { placed[$0].source == source }
            let kept = try await keep(places.map { (placed[$0].episode, placed[$0].entry.title != nil) }, source: source)
            for (place, record) in zip(places, kept) { records[place] = record }
        }
        return (placed.indices.compactMap { records[$0] }, failures)
    }

    /// A mere name takes no title away that was known.
    private func keep(_ episodes: [(episode: Episode, hasTitle: Bool)], source: String) async throws -> [EpisodeRecord] {
        if episodes.isEmpty { return [] }
        let library = try await library()
        func records(of page: KeptPage) -> [EpisodeRecord] {
            page.sections.flatMap(\.items).compactMap { if case .episode(let record) = $0 { record } else { nil } }
        }
        func page(_ episodes: [Episode]) -> Page { Page(sections: [Section(.plain, items: episodes.map(Item.episode))]) }
        let names = page(episodes.map { Episode(ref: $0.episode.ref, title: $0.episode.title) })
        let known = records(of: try await library.keep(names, from: source))
        let whole = zip(episodes, known).map { given, record in
            var episode = given.episode
            if !given.hasTitle { episode.title = record.episode.title }
            return episode
        }
        return records(of: try await library.keep(page(whole), from: source))
    }
}
