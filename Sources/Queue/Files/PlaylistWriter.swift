import Catalogue

/// Writes lists of tracks. What `PlaylistReader` makes of them is the same list again, lengths to the millisecond.
public enum PlaylistWriter {
    /// M3U8: UTF-8, LF. Creator and album stand in `#EXTART` and `#EXTALB`.
    public static func m3u8(_ playlist: Playlist) -> String {
        var lines = ["#EXTM3U"]
        if let title = playlist.title { lines.append("#PLAYLIST:" + PlainText.verbatim(title)) }
        for entry in playlist.entries {
            if let creator = entry.creator { lines.append("#EXTART:" + PlainText.verbatim(creator)) }
            if let album = entry.album { lines.append("#EXTALB:" + PlainText.verbatim(album)) }
            if entry.title != nil || entry.duration != nil {
                lines.append("#EXTINF:\(seconds(entry.duration) ?? "-1"),\(PlainText.verbatim(entry.title ?? ""))")
            }
            lines.append(isPlainPath(entry.location) ? entry.location : PlainText.address(entry.url))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// XSPF, version 1.
    public static func xspf(_ playlist: Playlist) -> String {
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\">"]
        func add(_ indent: String, _ name: String, _ text: String?) {
            if let text { lines.append("\(indent)<\(name)>\(markup(PlainText.verbatim(text)))</\(name)>") }
        }
        add("  ", "title", playlist.title)
        lines.append("  <trackList>")
        for entry in playlist.entries {
            lines.append("    <track>")
            add("      ", "location", PlainText.address(entry.url))
            add("      ", "title", entry.title)
            add("      ", "creator", entry.creator)
            add("      ", "album", entry.album)
            add("      ", "duration", milliseconds(entry.duration).map { "\($0)" })
            lines.append("    </track>")
        }
        return (lines + ["  </trackList>", "</playlist>"]).map { $0 + "\n" }.joined()
    }

    /// A table with a line that names its columns (RFC 4180, but for LF).
    public static func csv(_ playlist: Playlist) -> String {
        let rows = playlist.entries.map { entry in
            [entry.title, PlainText.address(entry.url), seconds(entry.duration), entry.creator, entry.album].map {
                PlainText.verbatim($0 ?? "")
            }
        }
        let heading = ["title", "url", "duration", "creator", "album"]
        return ([heading] + rows).map { $0.map(field).joined(separator: ",") + "\n" }.joined()
    }

    private static func field(_ text: String) -> String {
        let quote = UInt8(ascii: "\"")
        let needsQuotes = text.utf8.contains { $0 == UInt8(ascii: ",") || $0 == quote } || text.utf8.first == UInt8(ascii: "#")
        let doubled = text.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
        return needsQuotes ? "\"" + String(decoding: doubled, as: UTF8.self) + "\"" : text
    }

    /// Whether a reader can only take the path for what it is: others go as URLs.
    private static func isPlainPath(_ location: String) -> Bool {
        location.isPath && location.unpadded == location
            && location.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "%") }
            && PlainText.verbatim(location) == location
    }

    private static func markup(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            // XML has no place for these two.
            case "\u{FFFE}", "\u{FFFF}": break
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    private static func milliseconds(_ seconds: Double?) -> Int64? {
        seconds.flatMap { $0.isFinite && $0 > 0 && $0 < 1e9 ? Int64(($0 * 1000).rounded()) : nil }
    }

    /// `12`, `12.5`, `12.345`.
    private static func seconds(_ duration: Double?) -> String? {
        guard let count = milliseconds(duration) else { return nil }
        let (whole, part) = (count / 1000, count % 1000)
        if part == 0 { return "\(whole)" }
        let digits = "\(part + 1000)".dropFirst()
        return "\(whole)." + String(digits.reversed().drop { $0 == "0" }.reversed())
    }
}
