import Catalogue
import Library

extension RadioSession {
    /// Gives a local audio file its id: the same one each time for the same absolute path.
    func adopt(path: String) async throws -> EpisodeRecord {
        let absolute = LocalFile.absolute(path)
        guard LocalFile.exists(absolute) else {
            throw path.contains("/") || path.contains(".") ? SessionError.noSuchFile(path) : SessionError.notAnAddress(path)
        }
        guard LocalFile.isRegular(absolute) else { throw SessionError.notAFile(path) }
        let ending = absolute.split(separator: ".").last?.lowercased() ?? ""
        if ["m3u", "m3u8", "pls", "xspf"].contains(ending) { throw SessionError.comesLater("playlist files") }
        let name = absolute.split(separator: "/").last.map(String.init) ?? absolute
        let episode = Episode(ref: absolute, title: name, audio: [AudioFile(url: LocalFile.url(absolute))])
        return try await library().adopt(episode, source: "file")
    }

    /// Gives the URL of an audio file its id: the same one each time for the same URL, whatever its query signs.
    func adopt(url: String) async throws -> EpisodeRecord {
        guard let scheme = url.split(separator: ":").first?.lowercased(), ["http", "https", "file", "demo"].contains(scheme) else {
            throw SessionError.schemeNotSupported(url)
        }
        if scheme == "file", let path = LocalFile.path(ofURL: url) { return try await adopt(path: path) }
        let path = url.prefix { $0 != "?" && $0 != "#" }
        let name = path.split(separator: "/").last.map { LocalFile.percentDecoded(String($0)) } ?? String(path)
        let episode = Episode(ref: SignedURL.identity(url), title: name, audio: [AudioFile(url: url)])
        return try await library().adopt(episode, source: "url")
    }
}
