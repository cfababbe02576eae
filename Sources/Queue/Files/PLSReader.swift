import Catalogue

/// PLS: `File1=`, `Title1=`, `Length1=`, in any order and any case, under `[playlist]`. `NumberOfEntries` is often wrong and is not read.
enum PLSReader {
    static func read(_ text: String, place: PlaylistPlace) -> Playlist {
        var entries: [Int: Entry] = [:]
        var playlist = Playlist()
        for (number, line) in PlaylistText.lines(text) {
            guard let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let key = line[..<equals].unpadded.lowercased()
            let value = line[line.utf8.index(after: equals)...].unpadded
            if key == "x-gnome-title" { playlist.title = PlaylistText.clean(value) }
            guard let (name, index) = split(key) else { continue }
            switch name {
            case "file": (entries[index, default: Entry()].location, entries[index, default: Entry()].line) = (value, number)
            case "title": entries[index, default: Entry()].title = PlaylistText.clean(value)
            case "length": entries[index, default: Entry()].duration = Double(value).flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil }
            default: break
            }
        }
        for (index, entry) in entries.sorted(by: { $0.key < $1.key }) {
            guard let written = entry.location, !written.isEmpty else {
                playlist.skipped.append("entry \(index) has no address")
                continue
            }
            guard let location = place.resolve(written) else {
                playlist.skipped.append(
                    "line \(entry.line) has an address that can't be meant in this list: \(PlainText.verbatim(written))")
                continue
            }
            playlist.entries.append(PlaylistEntry(location: location, title: entry.title, duration: entry.duration))
        }
        return playlist
    }

    private struct Entry {
        var location: String?
        var line = 0
        var title: String?
        var duration: Double?
    }

    /// `file12` as its name and number.
    private static func split(_ key: String) -> (name: String, index: Int)? {
        let digits = key.reversed().prefix { ("0"..."9").contains($0) }
        guard !digits.isEmpty, let index = Int(String(digits.reversed())) else { return nil }
        return (String(key.dropLast(digits.count)), index)
    }
}
