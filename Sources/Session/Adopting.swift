import Catalogue
import Library
import Playback

extension RadioSession {
    /// The source of sound that was given by its address.
    static let urlSource = "url"

    /// Gives a local audio file its id: the same one each time for the same absolute path. Its tags say what it is called, once they do.
    func adopt(path: String) async throws -> EpisodeRecord {
        let absolute = try file(path)
        let name = Episode(ref: absolute, title: Self.lastName(absolute), audio: [AudioFile(url: LocalFile.url(absolute))])
        return try await adopt(name, "file") { await self.tagged(name, at: absolute) }
    }

    /// Gives the URL of an audio file its id: the same one each time for the same URL, whatever its query signs.
    func adopt(url: String) async throws -> EpisodeRecord {
        guard Self.isKnownScheme(url) else { throw SessionError.schemeNotSupported(url) }
        if let path = LocalFile.path(ofURL: url) { return try await adopt(path: path) }
        return try await adopt(
            Episode(ref: SignedURL.identity(url), title: Self.lastName(url), audio: [AudioFile(url: url)]), Self.urlSource)
    }

    /// The absolute path of an ordinary file. Throws where there is none; then a word that doesn't look like a path is no address, unless it
    /// `isSurely` one.
    func file(_ path: String, isSurely: Bool = false) throws(SessionError) -> String {
        let absolute = LocalFile.absolute(path)
        guard LocalFile.exists(absolute) else {
            throw isSurely || path.contains("/") || path.contains(".") ? .noSuchFile(path) : .notAnAddress(path)
        }
        guard LocalFile.isRegular(absolute) else { throw .notAFile(path) }
        return absolute
    }

    static func isKnownScheme(_ url: String) -> Bool {
        ["http", "https", "file", "demo"].contains(url.prefix { $0 != ":" }.lowercased())
    }

    /// What a file or URL is called where it has no title.
    static func lastName(_ place: String) -> String {
        if place.hasPrefix("/") { return place.split(separator: "/").last.map(String.init) ?? place }
        let path = place.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map { LocalFile.percentDecoded(String($0)) } ?? String(path)
    }

    /// A name is all that is known of it: a better title, from a playlist, stays. `better` is asked where there is none yet.
    private func adopt(_ episode: Episode, _ source: String, better: () async -> Episode? = { nil }) async throws -> EpisodeRecord {
        let library = try await library()
        let known = try await library.adopt(Episode(ref: episode.ref, title: episode.title), source: source)
        let better = known.episode.title == episode.title ? await better() : nil
        if known.episode.audio == episode.audio, better == nil { return known }
        var whole = better ?? episode
        whole.title = better?.title ?? known.episode.title
        return try await library.adopt(whole, source: source)
    }

    /// With what the file's tags say; nil where they say nothing. What can't be read says nothing here: playing it tells why.
    private func tagged(_ episode: Episode, at path: String) async -> Episode? {
        let transfer = transfer
        let tags = try? await onThread {
            let source = try SoundPlace.file(path).source(by: transfer)
            defer { source.cancel() }
            var tags = try source.tagsAtTheBeginning()
            tags.add(try source.tagsAtTheEnd())
            return tags
        }
        guard let tags, let title = Self.name(tags.title) else { return nil }
        var tagged = episode
        tagged.title = title
        tagged.hosts = Self.name(tags.artist).map { [$0] } ?? []
        tagged.programTitle = Self.name(tags.album)
        return tagged
    }

    /// A name that can be read, cut to a length that can be shown.
    private static func name(_ fact: AudioTags.Fact?) -> String? {
        guard let name = fact.map({ PlainText.short($0.text) }),
            name.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
        else { return nil }
        return name
    }
}
