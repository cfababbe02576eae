import Catalogue
import Queue

/// JSON files that a listener gives.
enum GivenJSON {
    /// Whether the first thing in the bytes is an object or a list, and no `[playlist]`.
    static func isJSON(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(4096).drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF, 0xFF, 0xFE].contains($0) }
        guard let first = start.first else { return false }
        if first == UInt8(ascii: "{") { return true }
        return first == UInt8(ascii: "[") && PlaylistReader.format(of: Array(bytes.prefix(1024)), name: "") == nil
    }

    /// The entries of what `export json` wrote: a list of `episode` and `station` objects; nil where it is something else.
    static func entries(in bytes: [UInt8]) -> Playlist? {
        guard let json = try? JSON.parse(bytes), json.kind == .array else { return nil }
        let objects = json.list.filter { ["episode", "station", "program", "story", "entry"].contains($0["type"]?.text ?? "") }
        if objects.isEmpty { return nil }
        var list = Playlist()
        for object in objects {
            let title = object["title"]?.text
            guard let url = object["audio"]?.list.first?["url"]?.text ?? object["url"]?.text else {
                list.skipped.append("\(title ?? "an object without a title") has no audio")
                continue
            }
            list.entries.append(
                PlaylistEntry(
                    location: FileURL.path(of: url) ?? url, title: title, duration: object["duration"]?.double,
                    creator: nil, album: object["programTitle"]?.text))
        }
        return list
    }
}
