/// The chapters of an ID3v2 tag (id3.org, "ID3v2 Chapter Frame Addendum"): CHAP frames, and CTOC frames, the tables of contents.
struct ID3Chapters {
    private struct Entry {
        var id: ArraySlice<UInt8>
        var start: Double
        var end: Double?
        var title: TagText?
        var url: String?
    }

    private struct Table {
        var isTop: Bool
        var children: [ArraySlice<UInt8>]
    }

    private var entries: [Entry] = []
    private var tables: [ArraySlice<UInt8>: Table] = [:]

    init(_ frames: [ID3v2Tag.Frame], _ version: Int) {
        var known: Set<ArraySlice<UInt8>> = []
        for frame in frames {
            if frame.id == "CHAP", let entry = Self.entry(frame.content, version), known.insert(entry.id).inserted { entries.append(entry) }
            if frame.id == "CTOC" { addTable(frame.content) }
        }
    }

    var titles: [TagText] { entries.compactMap(\.title) }

    /// In the order of their start. A chapter that no table leads to is hidden, as long as a table leads to any.
    func chapters(titled line: (TagText?) -> String?) -> [AudioChapter] {
        let listed = listed
        let isListed = entries.map { listed.contains($0.id) }
        let hasTable = isListed.contains(true)
        return zip(entries, isListed).map { entry, isListed in
            AudioChapter(
                start: entry.start, end: entry.end, title: line(entry.title) ?? "", url: entry.url, isHidden: hasTable && !isListed)
        }.inOrder
    }

    /// What can be come to from the top tables; where none says that it is at the top, what stands in any.
    private var listed: Set<ArraySlice<UInt8>> {
        var left = tables.values.filter(\.isTop).flatMap(\.children)
        if left.isEmpty { left = tables.values.flatMap(\.children) }
        var listed = Set(left)
        while let id = left.popLast() {
            for child in tables[id]?.children ?? [] where listed.insert(child).inserted { left.append(child) }
        }
        return listed
    }

    /// An id, start and end in milliseconds and as bytes, then frames of its own.
    private static func entry(_ content: TagBytes, _ version: Int) -> Entry? {
        let (id, next) = content.upToZero(from: 0)
        // Where the bytes are said instead, all bits of the time are set.
        guard let start = content.bigEndian(next), start != 0xFFFF_FFFF, let end = content.bigEndian(next + 4) else { return nil }
        var entry = Entry(id: id.all, start: Double(start) / 1000, end: nil)
        if end > start, end != 0xFFFF_FFFF { entry.end = Double(end) / 1000 }
        for frame in ID3v2Tag.frames(in: content.rest(from: next + 16), version) {
            if frame.id == "TIT2" { entry.title = entry.title ?? TagText(frame: frame.content, version) }
            if frame.id == "WXXX" { entry.url = entry.url ?? url(frame.content) }
        }
        return entry
    }

    /// An encoding, a description that ends with a zero of its width, and the address.
    private static func url(_ content: TagBytes) -> String? {
        guard let encoding = content[0] else { return nil }
        var at = 1
        if encoding == 1 || encoding == 2 {
            while let first = content[at], let second = content[at + 1], first != 0 || second != 0 { at += 2 }
            at += 2
        } else {
            at = content.upToZero(from: at).next
        }
        return content.upToZero(from: at).part.address
    }

    /// An id, flags, a count, and that many ids.
    private mutating func addTable(_ content: TagBytes) {
        var (id, next) = content.upToZero(from: 0)
        guard let flags = content[next], let count = content[next + 1], tables[id.all] == nil else { return }
        var table = Table(isTop: flags & 0x02 != 0, children: [])
        next += 2
        for _ in 0..<count where next < content.count {
            (id, next) = content.upToZero(from: next)
            table.children.append(id.all)
        }
        tables[content.upToZero(from: 0).part.all] = table
    }
}
