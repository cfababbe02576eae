public import Catalogue
import Directory
public import Playback
public import Queue
import Synchronization
import Transfer

/// What the program makes of something, without keeping anything.
public enum InspectReport: Sendable {
    case audio(AudioFacts, AudioTags, name: String, isURL: Bool)
    case page(Page)
    case playlist(Playlist)
    /// The subscriptions in an OPML file.
    case outlines([FeedOutline])
}

extension RadioSession {
    /// Tells what a file or URL holds: audio, a playlist, a feed, OPML, or an FM-style answer. Throws PlaybackError, CatalogueError,
    /// PlaylistError, TransferError, SessionError.
    public func inspect(_ word: String) async throws -> InspectReport {
        let isURL = word.contains("://")
        let place = isURL || word.hasPrefix("demo:/") ? try SoundPlace(url: word) : .file(try readable(word))
        let transfer = transfer
        return try await whileReading { reading in
            let source = reading.opened(try place.source(by: transfer))
            defer { source.cancel() }
            if let list = try LeadingText.playlist(of: source, name: word) {
                return .playlist(try PlaylistReader.read(list, base: place.base(word), exists: LocalFile.exists))
            }
            if let text = try LeadingText.whole(of: source) { return try Self.report(text, url: place.url) }
            if (source as? RemoteSource)?.facts.isLive == true { throw SessionError.isLive(title: word) }
            // In this order a stream that knows no ranges is read from start to end as seldom as can be.
            var tags = try source.tagsAtTheBeginning()
            let facts = try AudioInspector.inspect(source)
            tags.add(try source.tagsAtTheEnd())
            return .audio(facts, tags, name: word, isURL: isURL)
        }
    }

    private static func report(_ text: [UInt8], url: String) throws -> InspectReport {
        switch LeadingText.isMarkup(text) ? XMLShape.of(text) : nil {
        case .feed?: .page(try FeedReader.read(text, url: url).page)
        case .outline?: .outlines(try OPML.read(text))
        case .other(let root)?: throw CatalogueError.notThisDocument(root: root, expected: "a feed")
        case .playlist?: .playlist(try PlaylistReader.read(text, base: FileURL.path(of: url) ?? url, exists: LocalFile.exists))
        case .webPage?, nil: .page(try Inspection.read(text))
        }
    }

    /// Writes exactly these things to `wav:FILE` or `raw:FILE`, each from its start, as fast as it goes. Nothing is stored, but
    /// for files and URLs nothing is asked of the library either.
    public func render(_ words: [String], to output: OutputChoice) async throws -> RenderResult {
        if case .wav(let path) = output { try requireNotTheLibrary(LocalFile.absolute(path), path) }
        var sources: [RenderItem] = []
        for word in words { sources += try await renderSources(word) }
        return try await whileReading { [sources] reading in
            let items = sources.map { item in RenderItem(name: item.name) { reading.opened(try item.makeSource()) } }
            return try Renderer.render(items, to: output)
        }
    }

    /// Runs what reads sources on a thread of its own; Ctrl-C ends its waiting for a slow server.
    private func whileReading<Result: Sendable>(_ work: @escaping @Sendable (OpenSources) throws -> Result) async throws -> Result {
        let reading = OpenSources()
        do {
            return try await withTaskCancellationHandler {
                try await onThread { try work(reading) }
            } onCancel: {
                reading.cancel()
            }
        } catch {
            throw Task.isCancelled ? CancellationError() : error
        }
    }

    private func renderSources(_ word: String) async throws -> [RenderItem] {
        let transfer = transfer
        switch Address(word) {
        case .path(let path):
            let place = SoundPlace.file(try readable(path))
            if let list = try await playlist(at: path) { return try renderSources(of: list) }
            return [RenderItem(name: path) { try place.source(by: transfer) }]
        case .url(let url):
            let place = try SoundPlace(url: url)
            if let list = try await playlist(at: url) { return try renderSources(of: list) }
            return [RenderItem(name: url) { [sound = written(url)] in try place.source(by: transfer, sound) }]
        default:
            let cap = settings.number("max-bitrate")
            var sources: [RenderItem] = []
            for known in try await episodes(of: [word]).records {
                let record = await withAudio(known)
                let title = record.episode.title
                guard let place = try SoundPlace(of: record, maxBitrate: cap) else { throw SessionError.noAudio(title: title) }
                var written = written(title, from: record.source, isLive: record.isLive)
                written.renewed = { await self.freshAddress(of: record, place.url) }
                sources.append(RenderItem(name: title) { [written] in try place.source(by: transfer, written) })
            }
            return sources
        }
    }

    private func renderSources(of list: Playlist) throws -> [RenderItem] {
        let transfer = transfer
        return try list.entries.map { entry in
            let place = try SoundPlace(url: entry.url)
            let name = entry.title ?? entry.location
            return RenderItem(name: name) { [sound = written(name)] in try place.source(by: transfer, sound) }
        }
    }

    /// A sound that is written as fast as it comes; what a station says to be playing meanwhile is told.
    private func written(_ name: String, from source: String = urlSource, isLive: Bool = false) -> HeardSound {
        let line = StreamLine { [onEvent] news in
            if case .title(let title) = news, !title.isEmpty { onEvent(.streamTitle(title, station: name, isWritten: true)) }
        }
        return HeardSound(name: name, line: line, isLive: isLive, isUnheard: true, allowsHTTP: allowsHTTP(from: source))
    }

    private func readable(_ path: String) throws -> String {
        let absolute = LocalFile.absolute(path)
        guard LocalFile.exists(absolute) else { throw SessionError.noSuchFile(path) }
        return absolute
    }
}

/// The sources that a command reads on another thread.
private final class OpenSources: Sendable {
    private let state = Mutex<(sources: [any ByteSource], isCancelled: Bool)>(([], false))

    func opened(_ source: any ByteSource) -> any ByteSource {
        let isCancelled = state.withLock { state in
            state.sources.append(source)
            return state.isCancelled
        }
        if isCancelled { source.cancel() }
        return source
    }

    func cancel() {
        let sources = state.withLock { state in
            state.isCancelled = true
            return state.sources
        }
        for source in sources { source.cancel() }
    }
}
