/// What the first bytes of a file say it is. Servers' content types are not asked: they lie both ways.
///
/// Only what is plainly something else is refused. Bytes of no known form may be MP3 after junk, so they pass.
enum AudioSniffer: Equatable {
    /// Audio, by its form: the MIME type.
    case audio(String)
    /// HTML or XML.
    case webPage
    /// RSS or Atom.
    case feed
    /// Something else that is known: its name.
    case other(String)
    /// Nothing known.
    case unknown

    /// How many bytes are enough to tell.
    static let enough = 4096

    /// Judges a file's first bytes (all of them, or at least `enough`).
    static func judge(_ bytes: [UInt8]) -> AudioSniffer {
        if bytes.isEmpty { return .other("nothing") }
        for (signature, verdict) in signatures where bytes.starts(with: signature) { return verdict }
        if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WAVE".utf8)) { return .audio("audio/wav") }
        if bytes.dropFirst(4).starts(with: Array("ftyp".utf8)) { return .audio("audio/mp4") }
        if let sync = sync(bytes) { return sync }
        return text(bytes) ?? .unknown
    }

    private static let signatures: [([UInt8], AudioSniffer)] = [
        (Array("ID3".utf8), .audio("audio/mpeg")),
        (Array("fLaC".utf8), .audio("audio/flac")),
        (Array("OggS".utf8), .audio("audio/ogg")),
        (Array("ADIF".utf8), .audio("audio/aac")),
        ([0x1a, 0x45, 0xdf, 0xa3], .audio("audio/webm")),
        ([0x30, 0x26, 0xb2, 0x75], .audio("audio/x-ms-wma")),
        ([0x1f, 0x8b], .other("gzip")),
        (Array("PK\u{3}\u{4}".utf8), .other("ZIP")),
        (Array("%PDF".utf8), .other("PDF")),
        (Array("GIF8".utf8), .other("GIF")),
        ([0x89, 0x50, 0x4e, 0x47], .other("PNG")),
        ([0xff, 0xd8, 0xff], .other("JPEG")),
        ([0xff, 0xfe, 0x3c, 0x00], .webPage),
        ([0xfe, 0xff, 0x00, 0x3c], .webPage),
    ]

    /// MPEG audio and ADTS both begin with a sync word.
    private static func sync(_ bytes: [UInt8]) -> AudioSniffer? {
        guard bytes.count >= 4, bytes[0] == 0xff, bytes[1] & 0xe0 == 0xe0 else { return nil }
        // A layer of 0 in an MPEG-1/2 header is ADTS.
        if bytes[1] & 0xf6 == 0xf0 { return .audio("audio/aac") }
        let known = bytes[1] & 0x18 != 0x08 && bytes[1] & 0x06 != 0 && bytes[2] & 0xf0 != 0xf0 && bytes[2] & 0x0c != 0x0c
        return known ? .audio("audio/mpeg") : nil
    }

    /// Text, if every byte could stand in one; HTML and JSON by their first letter.
    private static func text(_ bytes: [UInt8]) -> AudioSniffer? {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let body = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
        let first = body.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0a && $0 != 0x0d }
        if first == UInt8(ascii: "<") { return isFeed(body) ? .feed : .webPage }
        guard body.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 || $0 == 0x0a || $0 == 0x0d || $0 == 0x0c || $0 == 0x1b }) else {
            return nil
        }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return .other("JSON") }
        // Latin letters only: without control bytes a short run of anything else may still be audio.
        return body.allSatisfy { $0 < 0x80 } ? .other("text") : nil
    }

    /// A web page may name a feed, too.
    private static func isFeed(_ body: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: body, as: UTF8.self).lowercased()
        return !text.contains("<html") && ["<rss", "<feed", "<rdf:rdf"].contains { text.contains($0) }
    }
}
