/// Reads lists of tracks: M3U/M3U8, PLS, XSPF and tables of addresses.
public enum PlaylistReader {
    /// The format that something's first bytes have (1 kB is enough), or that its name promises where they don't speak against it; nil
    /// where it is nothing that can be read here.
    public static func format(of head: [UInt8], name: String) -> PlaylistFormat? {
        guard let text = PlaylistText.decode(wholeCharacters(head)) else { return nil }
        return format(text, name: name)
    }

    /// The entries in the list's order. `base` is the absolute path or the URL of the list; `charset` the server's word; `exists` says whether
    /// there is a file at an absolute path, which settles how some names are meant. With `isWanted` a bare list of addresses and names
    /// of files is taken whatever it is called. Throws `PlaylistError`.
    public static func read(
        _ bytes: [UInt8], base: String, charset: String? = nil, isWanted: Bool = false, exists: @escaping (String) -> Bool = { _ in false }
    ) throws(PlaylistError) -> Playlist {
        guard let text = PlaylistText.decode(bytes, charset: charset ?? declaredCharset(bytes)) else { throw .notAPlaylist(found: nil) }
        let place = PlaylistPlace(base: base, exists: exists)
        if isOPML(text) { throw .opml }
        switch format(text, name: base) {
        case .m3u8: return try M3UReader.read(text, place: place)
        case .pls: return PLSReader.read(text, place: place)
        case .xspf: return try XSPFReader.read(text, place: place)
        case .csv: return TableReader.read(text, place: place)
        case nil:
            guard isWanted, isBareList(text, place: place) else { throw .notAPlaylist(found: kind(of: text)) }
            return try M3UReader.read(text, place: place)
        }
    }

    private static func format(_ text: String, name: String) -> PlaylistFormat? {
        let start = beginning(of: text)
        if start.hasPrefix("#extm3u") || start.hasPrefix("#extinf") { return .m3u8 }
        if start.hasPrefix("[playlist]") { return .pls }
        if start.hasPrefix("<") { return start.contains("<playlist") || start.contains("xspf.org/ns") ? .xspf : nil }
        if start.hasPrefix("{") { return nil }
        return PlaylistFormat(name: name)
    }

    private static func isOPML(_ text: String) -> Bool {
        let start = beginning(of: text)
        return start.hasPrefix("<") && start.contains("<opml")
    }

    /// In small letters; where a list says what it is, it does so here.
    private static func beginning(of text: String) -> String {
        let start = text.utf8.drop { $0 <= 0x20 }.prefix(4096)
        return String(decoding: start, as: UTF8.self).lowercased()
    }

    private static func kind(of text: String) -> String? {
        let start = beginning(of: text)
        if start.isEmpty { return "an empty file" }
        if start.hasPrefix("<") { return start.contains("<html") || start.hasPrefix("<!doctype html") ? "HTML" : "XML" }
        return start.hasPrefix("{") || start.hasPrefix("[") ? "JSON" : "text"
    }

    /// Whether each line is a remark, a URL, an absolute path or the name of a file that is there.
    private static func isBareList(_ text: String, place: PlaylistPlace) -> Bool {
        var hasEntry = false
        for (_, written) in PlaylistText.lines(text) {
            let line = written.unpadded
            if line.isEmpty || line.utf8.first == UInt8(ascii: "#") { continue }
            hasEntry = true
            guard line.contains("://") || line.isPath || place.resolve(line).map(place.exists) == true else { return false }
        }
        return hasEntry
    }

    /// What an XML declaration says, as far as it is ASCII.
    private static func declaredCharset(_ bytes: [UInt8]) -> String? {
        guard bytes.starts(with: "<?xml".utf8) else { return nil }
        let declaration = String(decoding: bytes.prefix { $0 != UInt8(ascii: ">") }.prefix(200), as: UTF8.self)
        let parts = declaration.split { $0 == "\"" || $0 == "'" }
        guard let place = parts.firstIndex(where: { $0.hasSuffix("encoding=") }), place + 1 < parts.count else { return nil }
        return String(parts[place + 1])
    }

    /// Without what the end of the piece has cut off of a character.
    private static func wholeCharacters(_ head: [UInt8]) -> [UInt8] {
        guard let last = head.lastIndex(where: { $0 & 0xC0 != 0x80 }), head[last] >= 0xC0, head.count - last < 4 else { return head }
        return head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) ? head : Array(head[..<last])
    }
}
