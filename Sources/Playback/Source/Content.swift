/// What the first bytes of a thing say it is. A name's ending says nothing.
enum Content: Equatable {
    /// Nothing speaks against MPEG audio; whether it is, only its decoder can tell. It begins at an offset, behind the tags.
    case maybeMPEG(at: Int64)
    case empty
    /// A podcast feed: RSS or Atom.
    case feed
    /// Sound of another kind, from an offset on.
    case sound(FFmpegKind, at: Int64)
    /// Something else, named for people.
    case foreign(String)

    /// How many bytes `of` wants to see after the tags, where there are so many.
    static let wanted = 2048

    /// Looks at a source's first bytes, past its ID3v2 tags.
    static func of(_ source: any ByteSource) throws(PlaybackError) -> Content {
        var start: Int64 = 0
        for _ in 0..<mostTags {
            guard let end = try end(ofTagAt: start, in: source) else { break }
            start = end
        }
        return try of(source, behindTags: start)
    }

    /// Two tags in a row happen; a chain of tags is hostile.
    static let mostTags = 8

    /// The offset behind the ID3v2 tag that begins at one; nil where none does.
    static func end(ofTagAt start: Int64, in source: any ByteSource) throws(PlaybackError) -> Int64? {
        tagSize(try source.bytes(at: start, count: 10)).map { start + $0 }
    }

    /// Looks at what stands behind the tags.
    static func of(_ source: any ByteSource, behindTags start: Int64) throws(PlaybackError) -> Content {
        let head = try source.bytes(at: start, count: wanted)
        if start == 0, head.isEmpty { return .empty }
        // A tag and nothing behind it is for the decoder to refuse.
        let content = head.isEmpty ? .maybeMPEG(at: start) : of(head, at: start)
        guard case .maybeMPEG = content, head.count > 1, head[0] != 0xFF || head[1] < 0xE0 else { return content }
        // A live stream of AAC may begin inside of a frame.
        return ADTSFrames.isIn(try source.bytes(at: start, count: 4 * wanted)) ? .sound(.aac, at: start) : content
    }

    /// What the bytes behind the tags are.
    static func of(_ head: [UInt8], at start: Int64 = 0) -> Content {
        if let kind = sound(head) { return .sound(kind, at: start) }
        if let name = signature(head) { return .foreign(name) }
        if head.allSatisfy({ $0 == 0 }) { return .foreign("zeros") }
        if isText(head) { return isFeed(head) ? .feed : .foreign(textName(head)) }
        return head.count < 24 ? .foreign("\(head.count) bytes") : .maybeMPEG(at: start)
    }

    /// The whole size of an ID3v2 tag at the start of `head` (id3.org, v2.4 §3.1: four bytes of seven bits), nil where there is none.
    private static func tagSize(_ head: [UInt8]) -> Int64? {
        guard head.count >= 10, head.starts(with: Array("ID3".utf8)), head[3] < 0xFF, head[4] < 0xFF else { return nil }
        guard head[6...9].allSatisfy({ $0 < 0x80 }) else { return nil }
        let body = head[6...9].reduce(Int64(0)) { $0 << 7 | Int64($1) }
        return 10 + body + (head[5] & 0x10 != 0 ? 10 : 0)
    }

    private static func sound(_ head: [UInt8]) -> FFmpegKind? {
        if head.dropFirst(4).starts(with: Array("ftyp".utf8)) { return isPicture(head) ? nil : .mpeg4 }
        if head.starts(with: Array("RIFF".utf8)) { return isWave(head) ? .wave : nil }
        // ADTS: twelve bits of sync, then layer 0, which no MPEG layer has.
        if head.count > 1, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 { return .aac }
        return FFmpegKind.signatures.first { head.starts(with: $0.bytes) }?.kind
    }

    private static func signature(_ head: [UInt8]) -> String? {
        if head.dropFirst(4).starts(with: Array("ftyp".utf8)) { return "HEIF picture" }
        if head.starts(with: Array("RIFF".utf8)) { return isWrapped(head) ? nil : "RIFF" }
        return signatures.first { head.starts(with: $0.bytes) }?.name
    }

    private static let signatures: [(bytes: [UInt8], name: String)] = [
        (Array("ADIF".utf8), "AAC"), (Array("MThd".utf8), "MIDI"), ([0x00, 0x00, 0x01, 0xBA], "MPEG video"),
        ([0x89, 0x50, 0x4E, 0x47], "PNG picture"), ([0xFF, 0xD8, 0xFF], "JPEG picture"), (Array("GIF8".utf8), "GIF picture"),
        (Array("%PDF".utf8), "PDF"), (Array("PK\u{3}\u{4}".utf8), "ZIP"), ([0x1F, 0x8B], "gzip"), ([0x7F, 0x45, 0x4C, 0x46], "program"),
        (Array("SQLite format 3".utf8), "SQLite"),
    ]

    /// The brands of pictures in MPEG-4's container (ISO 23008-12, 10.2).
    private static func isPicture(_ head: [UInt8]) -> Bool {
        ["heic", "heix", "heif", "mif1", "msf1", "avif", "avis"].contains { head.dropFirst(8).starts(with: Array($0.utf8)) }
    }

    private static func isWave(_ head: [UInt8]) -> Bool { head.dropFirst(8).starts(with: Array("WAVE".utf8)) && !isWrapped(head) }

    /// MPEG audio may come in a RIFF wrapper (format tags 0x50 and 0x55), which libmpg123 reads; the other tags are not for it.
    private static func isWrapped(_ head: [UInt8]) -> Bool {
        head.dropFirst(8).starts(with: Array("WAVEfmt ".utf8)) && head.count > 21 && head[21] == 0 && (head[20] == 0x50 || head[20] == 0x55)
    }

    private static func isText(_ head: [UInt8]) -> Bool {
        if head.starts(with: [0xFE, 0xFF]) { return head.dropFirst(2).prefix(64).contains(0) }
        let body = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
        return body.allSatisfy { ($0 >= 0x20 && $0 != 0x7F && $0 != 0xFF) || (0x09...0x0D).contains($0) || $0 == 0x1B }
    }

    /// XML with a feed's root in its beginning; a web page may name one, too.
    private static func isFeed(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
        return text.hasPrefix("<") && !text.contains("<html") && ["<rss", "<feed", "<rdf:rdf"].contains { text.contains($0) }
    }

    private static func textName(_ head: [UInt8]) -> String {
        let text = String(decoding: head, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        let start = text.prefix(64).lowercased()
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") || start.hasPrefix("<head") { return "HTML" }
        if start.hasPrefix("<") { return text.lowercased().contains("<html") ? "HTML" : "XML" }
        if start.hasPrefix("#extm3u") || start.hasPrefix("[playlist]") { return "playlist" }
        if start.hasPrefix("{") || start.hasPrefix("[") { return "JSON" }
        return "text"
    }
}

extension ByteSource {
    /// Up to `count` bytes from `offset` on; fewer only at the end.
    func bytes(at offset: Int64, count: Int) throws(PlaybackError) -> [UInt8] {
        do {
            return try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                while filled < count {
                    let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                    let got = try read(at: offset + Int64(filled), into: rest)
                    if got <= 0 { break }
                    filled += min(got, rest.count)
                }
            }
        } catch {
            throw PlaybackError(wrapping: error)
        }
    }
}
