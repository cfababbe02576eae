import Catalogue
import Directory
import Playback
import Transfer

/// Where an episode's sound is to be had: the downloaded file before all others.
enum SoundPlace: Equatable {
    case file(String)
    case demo(String)
    case remote(String)

    /// Nil for an episode without a file that can be fetched.
    init?(of record: EpisodeRecord, maxBitrate: Int?) throws(SessionError) {
        if let path = record.downloaded, LocalFile.isReadable(path) {
            self = .file(path)
            return
        }
        guard let audio = record.episode.audioFile(maxBitrate: maxBitrate) else { return nil }
        self = try SoundPlace(url: audio.url)
    }

    init(url: String) throws(SessionError) {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        if scheme == "demo" {
            self = .demo(url)
        } else if let path = LocalFile.path(ofURL: url) {
            self = .file(path)
        } else if scheme == "http" || scheme == "https" {
            self = .remote(url)
        } else {
            throw .schemeNotSupported(url)
        }
    }

    /// What names in a list found here are relative to; `word` is how the listener called it.
    func base(_ word: String) -> String {
        switch self {
        case .file(let path): LocalFile.path(ofURL: word) == nil ? LocalFile.placed(word) : path
        case .demo(let url), .remote(let url): url
        }
    }

    /// Its address.
    var url: String {
        switch self {
        case .file(let path): LocalFile.url(path)
        case .demo(let url), .remote(let url): url
        }
    }

    /// Opens it. Called on the player's thread; a remote one returns at once, its reads wait. `renewed` asks for an address with a new signature
    /// where a server wants one.
    func source(by transfer: TransferClient, renewed: RemoteSource.Renewal? = nil) throws -> any ByteSource {
        switch self {
        case .file(let path): return try FileSource(path: path)
        case .demo(let url):
            guard let bytes = DemoStation.packed.bytes(url) else { throw SessionError.noSuchFile(url) }
            return MemorySource(bytes)
        case .remote(let url): return try RemoteSource(url, transfer, renewed: renewed)
        }
    }
}
