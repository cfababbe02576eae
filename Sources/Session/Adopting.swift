import Catalogue
import Library

extension RadioSession {
    /// Gives a local audio file its id: the same one each time for the same absolute path.
    func adopt(path: String) async throws -> EpisodeRecord {
        let absolute = try file(path)
        return try await adopt(
            Episode(ref: absolute, title: Self.lastName(absolute), audio: [AudioFile(url: LocalFile.url(absolute))]), "file")
    }

    /// Gives the URL of an audio file its id: the same one each time for the same URL, whatever its query signs.
    func adopt(url: String) async throws -> EpisodeRecord {
        guard Self.isKnownScheme(url) else { throw SessionError.schemeNotSupported(url) }
        if let path = LocalFile.path(ofURL: url) { return try await adopt(path: path) }
        return try await adopt(Episode(ref: SignedURL.identity(url), title: Self.lastName(url), audio: [AudioFile(url: url)]), "url")
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

    /// A name is all that is known of it: a better title, from a playlist, stays.
    private func adopt(_ episode: Episode, _ source: String) async throws -> EpisodeRecord {
        let library = try await library()
        let known = try await library.adopt(Episode(ref: episode.ref, title: episode.title), source: source)
        if known.episode.audio == episode.audio { return known }
        var whole = episode
        whole.title = known.episode.title
        return try await library.adopt(whole, source: source)
    }
}
