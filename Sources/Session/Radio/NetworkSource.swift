import Catalogue
import Playback
import Queue
import Synchronization
import Transfer

/// Sound from the network as it is played: where the address leads to a list of addresses (M3U, PLS, XSPF), as stations' do, the first of them that
/// answers is read. It tells what a station says to be playing when the decoder has come there, and hands what comes to a recording.
final class NetworkSource: ByteSource {
    /// How many lists may lead to one another, and how many addresses are tried in all.
    private static let deepest = 4
    private static let most = 16
    /// A list that leads to sound is no longer.
    private static let longest = 256 << 10

    private struct State {
        /// The one that is tried, or read.
        var source: RemoteSource?
        /// It is the one to read.
        var isFound = false
        var failure: (any Error)?
        var isCancelled = false
        var title: String?
    }

    private struct Candidate {
        var url: String
        /// How many lists have led here.
        var depth: Int
    }

    private let first: String
    private let name: String
    private let line: StreamLine
    /// Titles are told as soon as they come: nobody says what is heard.
    private let isUnheard: Bool
    private let open: @Sendable (_ url: String, _ isFirst: Bool) throws -> RemoteSource
    private let state = Mutex(State())

    /// Opens the address at once; what waits are the reads. `name` is for words about it, `open` opens an address. Throws where it is no good.
    init(
        _ url: String, name: String, line: StreamLine, isUnheard: Bool = false,
        open: @escaping @Sendable (_ url: String, _ isFirst: Bool) throws -> RemoteSource
    ) throws {
        (first, self.name, self.line, self.isUnheard, self.open) = (url, name, line, isUnheard, open)
        let source = try open(url, true)
        state.withLock { $0.source = source }
        line.source = self
    }

    /// What the stream says of itself, as far as is known; never waits.
    var contentType: String? { state.withLock { $0.isFound ? $0.source : nil }?.facts.contentType }

    var length: Int64? { (try? found())?.length }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let source = try found()
        let count = unsafe try source.read(at: offset, into: buffer)
        if count > 0 { unsafe line.came(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: offset) }
        if isUnheard { passed(offset + Int64(count)) }
        return count
    }

    func turned(to offset: Int64) { state.withLock { $0.isFound ? $0.source : nil }?.turned(to: offset) }

    func passed(_ offset: Int64) {
        guard let source = state.withLock({ $0.isFound ? $0.source : nil }) else { return }
        // Of several at once only the last is still true.
        guard let title = source.metadata(upTo: offset).lazy.reversed().compactMap(StreamTitle.read).first else { return }
        let old = state.withLock { state in
            let old = state.title
            state.title = title
            return old
        }
        if old ?? "" != title { line.tell(.title(title)) }
    }

    func cancel() {
        let source = state.withLock { state in
            state.isCancelled = true
            return state.source
        }
        source?.cancel()
        line.source = nil
    }

    /// The stream of sound; looked for at first use, by the one thread that reads.
    private func found() throws -> RemoteSource {
        let (known, failure) = state.withLock { ($0.isFound ? $0.source : nil, $0.failure) }
        if let known { return known }
        if let failure { throw failure }
        do {
            let source = try find()
            state.withLock { $0.isFound = true }
            line.tell(.began(source.facts))
            return source
        } catch {
            state.withLock { $0.failure = error }
            throw error
        }
    }

    private func find() throws -> RemoteSource {
        var candidates = [Candidate(url: first, depth: 0)]
        var failure: (any Error)?
        for _ in 0..<Self.most {
            guard !candidates.isEmpty else { break }
            let next = candidates.removeFirst()
            do {
                let source = try opened(next)
                guard let list = try list(from: source, hasOthers: !candidates.isEmpty) else { return source }
                source.cancel()
                if next.depth < Self.deepest {
                    candidates.insert(contentsOf: list.map { Candidate(url: $0, depth: next.depth + 1) }, at: 0)
                }
            } catch {
                if state.withLock({ $0.isCancelled }) { throw TransferError.cancelled }
                // What a list turned out to be says more than that another address fails, too.
                if failure as? SessionError != .isHLS(title: name) { failure = error }
            }
        }
        throw failure ?? SessionError.emptyPlaylist(name)
    }

    private func opened(_ candidate: Candidate) throws -> RemoteSource {
        if candidate.depth == 0, let source = state.withLock({ $0.source }) { return source }
        let source = try open(candidate.url, false)
        let (old, isCancelled) = state.withLock { state in
            let before = (state.source, state.isCancelled)
            state.source = source
            return before
        }
        old?.cancel()
        if isCancelled { source.cancel() }
        return source
    }

    /// The addresses in a list; nil where it is none. Throws what speaks against taking it for sound.
    private func list(from source: RemoteSource, hasOthers: Bool) throws -> [String]? {
        let head = try LeadingText.text(of: source, count: 1024)
        if head.isEmpty {
            // Where there is no text, the answer's status has still to be known.
            return nil
        }
        let facts = source.facts
        let name = Self.listName(facts.contentType) ?? facts.url
        let isBare = ["http://", "https://"].contains { head.starts(with: $0.utf8) }
        guard isBare || PlaylistReader.format(of: head, name: name) != nil else {
            if hasOthers, LeadingText.isMarkup(head) { throw PlaylistError.notAPlaylist(found: "HTML") }
            return nil
        }
        let bytes = try LeadingText.rest(of: source, after: head, most: Self.longest)
        do {
            return try PlaylistReader.read(bytes, base: facts.url, isWanted: true).entries.map(\.location).filter(SoundPlace.isRemote)
        } catch {
            throw error == .liveStream ? SessionError.isHLS(title: self.name) : error
        }
    }

    /// A name that says what a media type says.
    private static func listName(_ type: String?) -> String? {
        switch type {
        case "audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl", "application/vnd.apple.mpegurl": "list.m3u8"
        case "audio/x-scpls", "application/pls+xml", "audio/scpls": "list.pls"
        case "application/xspf+xml": "list.xspf"
        default: nil
        }
    }
}
