import Markup

/// XSPF, version 1 (xspf.org): an XML list whose tracks have URIs and lengths in milliseconds.
enum XSPFReader {
    static func read(_ text: String, place: PlaylistPlace) throws(PlaylistError) -> Playlist {
        var tracks = Tracks(place: place)
        let problem = XMLElements.read(
            withSoundAmpersands(text), begin: { tracks.begin($0) }, text: { tracks.add($0) }, end: { tracks.end($0) })
        guard tracks.isPlaylist else {
            if let problem { throw .badMarkup(words: problem.words, line: problem.line) }
            throw .notAPlaylist(found: "XML")
        }
        // What was read before the break stands; without an entry there is nothing to show for it.
        if let problem {
            if tracks.playlist.entries.isEmpty { throw .badMarkup(words: problem.words, line: problem.line) }
            tracks.playlist.skipped.append("line \(problem.line) is broken: \(problem.words)")
        }
        return tracks.playlist
    }

    /// URLs with a bare `&` are the one fault that many lists have; it is mended as long as no CDATA could hold one rightly.
    private static func withSoundAmpersands(_ text: String) -> [UInt8] {
        let source = Array(text.utf8)
        if text.contains("<![CDATA[") { return source }
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        for (index, byte) in source.enumerated() {
            result.append(byte)
            if byte == UInt8(ascii: "&"), !beginsReference(source[(index + 1)...].prefix(34)) { result += Array("amp;".utf8) }
        }
        return result
    }

    private static func beginsReference(_ rest: ArraySlice<UInt8>) -> Bool {
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")), end > rest.startIndex else { return false }
        let name = String(decoding: rest[..<end], as: UTF8.self)
        return name.hasPrefix("#") || ["amp", "lt", "gt", "quot", "apos"].contains(name)
    }

    private struct Tracks {
        let place: PlaylistPlace
        var playlist = Playlist()
        var isPlaylist = false
        private var path: [String] = []
        private var text = ""
        private var entry: PlaylistEntry?
        private var count = 0
        private var written: [String] = []

        init(place: PlaylistPlace) { self.place = place }

        mutating func begin(_ name: String) {
            if path.isEmpty, name == "playlist" { isPlaylist = true }
            path.append(name)
            text = ""
            if isTrack { (entry, written) = (PlaylistEntry(location: ""), []) }
        }

        mutating func add(_ more: String) { text += more }

        mutating func end(_ name: String) {
            if isTrack {
                endTrack()
            } else if path == ["playlist", "title"] {
                playlist.title = PlaylistText.clean(text)
            } else if path.count == 4, entry != nil {
                take(name)
            }
            path.removeLast()
            text = ""
        }

        private var isTrack: Bool { path == ["playlist", "trackList", "track"] }

        private mutating func take(_ name: String) {
            switch name {
            case "location": if let location = PlaylistText.clean(text) { written.append(location) }
            case "title": entry?.title = PlaylistText.clean(text)
            case "creator": entry?.creator = PlaylistText.clean(text)
            case "album": entry?.album = PlaylistText.clean(text)
            case "duration": entry?.duration = Double(text.filter { !$0.isWhitespace }).flatMap { $0 > 0 && $0 < 1e12 ? $0 / 1000 : nil }
            default: break
            }
        }

        /// Of several locations the first one counts that can be meant.
        private mutating func endTrack() {
            count += 1
            guard var track = entry else { return }
            entry = nil
            guard let location = written.compactMap({ [place] in place.resolve($0, isURI: true) }).first else {
                let why = written.first.map { "an address that can't be meant in this list: \($0)" } ?? "no address"
                playlist.skipped.append("track \(count) has \(why)")
                return
            }
            track.location = location
            playlist.entries.append(track)
        }
    }
}
