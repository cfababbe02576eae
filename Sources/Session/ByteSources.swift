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

    var isRemote: Bool {
        if case .remote = self { true } else { false }
    }

    /// Its address.
    var url: String {
        switch self {
        case .file(let path): LocalFile.url(path)
        case .demo(let url), .remote(let url): url
        }
    }

    static func isRemote(_ url: String) -> Bool {
        if case .remote? = try? SoundPlace(url: url) { true } else { false }
    }

    /// Opens it to be heard or written down as sound. Called on the player's thread; a remote one returns at once, its reads wait.
    func source(by transfer: TransferClient, _ heard: HeardSound) throws -> any ByteSource {
        guard case .remote(let url) = self else { return try source(by: transfer) }
        return try NetworkSource(url, name: heard.name, line: heard.line, isUnheard: heard.isUnheard) { url, isFirst in
            var request = StreamRequest(url)
            (request.isLive, request.endsWithServer, request.allowDowngrade) = (heard.isLive, heard.isUnheard, heard.allowsHTTP)
            return try RemoteSource(request, transfer, renewed: isFirst ? heard.renewed : nil)
        }
    }

    /// Opens it as it is. A remote one returns at once, its reads wait.
    func source(by transfer: TransferClient) throws -> any ByteSource {
        switch self {
        case .file(let path): return try FileSource(path: path)
        case .demo(let url):
            guard let bytes = DemoStation.packed.bytes(url) else { throw SessionError.noSuchFile(url) }
            return MemorySource(bytes)
        case .remote(let url): return try RemoteSource(StreamRequest(url), transfer)
        }
    }
}

/// What has to be known of a sound from the network besides where it is.
struct HeardSound: Sendable {
    /// For words about it.
    var name: String
    var line: StreamLine
    /// It is a station's.
    var isLive = false
    /// It isn't played but written, as fast as it comes: then a station ends where its server ends it.
    var isUnheard = false
    /// Its server may lead from https to http.
    var allowsHTTP = false
    /// Asks for an address with a new signature where a server wants one.
    var renewed: RemoteSource.Renewal?
}
