/// The tags at a file's end: ID3v1 last (128 bytes, perhaps with TAG+ before it), before that Lyrics3, and APEv2 before all.
struct ClosingTags {
    private let tail: TagBytes
    private let ape: APETag?
    private let first: ID3v1Tag?

    /// `tail`: the file's last bytes.
    init(_ tail: TagBytes) {
        self.tail = tail
        first = ID3v1Tag(tail)
        var end = tail.count - (first?.size ?? 0)
        if let lyrics = Self.lyrics(tail, endingAt: end) { end -= lyrics }
        ape = APETag(tail, endingAt: end)
    }

    /// How many of the last bytes have to be there, as far as these tell.
    var wanted: Int { ape.map { tail.count - $0.start } ?? 0 }

    var tags: AudioTags {
        var tags = ape?.tags ?? AudioTags()
        if let first { tags.add(first.tags) }
        return tags
    }

    /// The size of a Lyrics3v2 block (id3.org/Lyrics3v2): six digits for what stands before them, then its mark.
    private static func lyrics(_ tail: TagBytes, endingAt end: Int) -> Int? {
        guard tail.has("LYRICS200", at: end - 9), end >= 15, let digits = tail.part(end - 15, 6) else { return nil }
        return Int(String(decoding: digits.all, as: UTF8.self)).flatMap { $0 >= 0 && $0 + 15 <= end ? $0 + 15 : nil }
    }
}

/// ID3v1: fields of fixed length in no said charset, here with TAG+, which has more of each.
struct ID3v1Tag {
    let size: Int
    let tags: AudioTags

    private static let plainSize = 128
    private static let plusSize = 227

    init?(_ tail: TagBytes) {
        let start = tail.count - Self.plainSize
        guard start >= 0, tail.has("TAG", at: start) else { return nil }
        let plus = start >= Self.plusSize && tail.has("TAG+", at: start - Self.plusSize) ? start - Self.plusSize : nil
        size = Self.plainSize + (plus == nil ? 0 : Self.plusSize)
        let fields = (0..<3).map { index in
            TagText.bytes(Self.field(tail, start + 3 + index * 30, 30, rest: plus.map { $0 + 4 + index * 60 }))
        }
        let texts = TagTexts(fields)
        let facts = fields.map { text in texts.line(text).map { AudioTags.Fact($0, .id3v1) } }
        tags = AudioTags(title: facts[0], artist: facts[1], album: facts[2])
    }

    /// A field up to its first zero; one that is full goes on in TAG+.
    private static func field(_ tail: TagBytes, _ place: Int, _ count: Int, rest: Int?) -> [UInt8] {
        let bytes = Array(tail.part(place, count)?.upToZero(from: 0).part.all ?? [])
        guard bytes.count == count, let rest else { return bytes }
        return bytes + field(tail, rest, 60, rest: nil)
    }
}

/// APEv1 and APEv2 (wiki.hydrogenaud.io, "APEv2 specification"): items, then a footer that says how long they are.
struct APETag {
    /// Where its items begin: below 0 where not all of it is there.
    let start: Int
    let tags: AudioTags

    private static let footerSize = 32

    init?(_ tail: TagBytes, endingAt end: Int) {
        let footer = end - Self.footerSize
        guard footer >= 0, tail.has("APETAGEX", at: footer), let version = tail.littleEndian(footer + 8),
            let size = tail.littleEndian(footer + 12), size >= Self.footerSize
        else { return nil }
        start = end - size
        tags = tail.part(start, size - Self.footerSize).map { Self.tags(in: $0, isUTF8: version >= 2000) } ?? AudioTags()
    }

    private static func tags(in items: TagBytes, isUTF8: Bool) -> AudioTags {
        var found: [String: TagText] = [:]
        var at = 0
        while let size = items.littleEndian(at), let flags = items.littleEndian(at + 4) {
            let (key, next) = items.upToZero(from: at + 8)
            guard let value = items.part(next, size) else { break }
            // Bits 1 and 2: text is 0.
            if flags & 6 == 0, key.count < 20 {
                let name = String(decoding: key.all, as: UTF8.self).lowercased()
                if wanted.contains(name), found[name] == nil { found[name] = TagText(value, encoding: isUTF8 ? 3 : 0, isList: true) }
            }
            at = next + size
        }
        let texts = TagTexts(found.values)
        let facts = found.mapValues { text in texts.line(text).map { AudioTags.Fact($0, .ape) } }
        return AudioTags(
            title: facts["title"] ?? nil, artist: (facts["artist"] ?? nil) ?? (facts["album artist"] ?? nil), album: facts["album"] ?? nil)
    }

    private static let wanted: Set<String> = ["title", "artist", "album artist", "album"]
}
