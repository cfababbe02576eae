import Catalogue

/// M3U and M3U8: a location a line; lines that begin with `#` are remarks, of which some say something about the next location.
struct M3UReader {
    private let place: PlaylistPlace
    private var playlist = Playlist()
    /// What remarks have said about the entry to come; its location is empty.
    private var next = PlaylistEntry(location: "")

    static func read(_ text: String, place: PlaylistPlace) throws(PlaylistError) -> Playlist {
        var reader = M3UReader(place: place)
        let lines = PlaylistText.lines(text)
        reader.playlist.entries.reserveCapacity(lines.entryLimit)
        for line in lines { try reader.take(line.text, number: line.number) }
        return reader.playlist
    }

    private init(place: PlaylistPlace) { self.place = place }

    private mutating func take(_ line: String, number: Int) throws(PlaylistError) {
        let trimmed = line.unpadded
        if trimmed.isEmpty { return }
        if trimmed.utf8.first == UInt8(ascii: "#") { return try takeRemark(trimmed) }
        defer { next = PlaylistEntry(location: "") }
        guard let location = place.resolve(line) else {
            playlist.skipped.append("line \(number) has an address that can't be meant in this list: \(PlainText.verbatim(trimmed))")
            return
        }
        next.location = location
        playlist.entries.append(next)
    }

    private mutating func takeRemark(_ line: String) throws(PlaylistError) {
        let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        let value = colon == line.endIndex ? "" : String(line[line.utf8.index(after: colon)...])
        let name = line[..<colon].uppercased()
        if name.hasPrefix("#EXT-X-") { throw .liveStream }
        switch name {
        case "#EXTINF": takeFacts(value)
        case "#EXTART": next.creator = PlaylistText.clean(value)
        case "#EXTALB": next.album = PlaylistText.clean(value)
        case "#PLAYLIST": playlist.title = PlaylistText.clean(value)
        default: break
        }
    }

    /// `123,Title` or `-1 tvg-logo="a,b" group-title="News",Title`: the title follows the first comma that is in no quotes. -1, 0 and
    /// whatever is no number is an unknown length.
    private mutating func takeFacts(_ value: String) {
        let comma = Self.comma(in: value)
        let head = value[..<(comma ?? value.endIndex)]
        let number = head.unpadded.unicodeScalars.prefix { $0 != " " && $0 != "\t" }
        next.duration = Double(Substring(number)).flatMap { $0.isFinite && $0 > 0 && $0 < 1e9 ? $0 : nil }
        next.title = comma.flatMap { PlaylistText.clean(value[value.utf8.index(after: $0)...]) }
    }

    private static func comma(in value: String) -> String.Index? {
        var isQuoted = false
        // By bytes: a comma with an accent behind it is one letter to people, but still ends the facts.
        for index in value.utf8.indices {
            if value.utf8[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            if value.utf8[index] == UInt8(ascii: ","), !isQuoted { return index }
        }
        // A quote that is never closed is no quote.
        return value.utf8.firstIndex(of: UInt8(ascii: ","))
    }
}
