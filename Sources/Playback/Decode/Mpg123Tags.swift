import CMpg123

/// A file's own words about itself, as libmpg123 reads ID3v2 and ID3v1.
struct Mpg123Tags {
    var title: String?
    var artist: String?
    var album: String?

    /// After the handle has come to the end, where ID3v1 is.
    init(_ handle: Mpg123Handle) {
        var first: UnsafeMutablePointer<mpg123_id3v1>?
        var second: UnsafeMutablePointer<mpg123_id3v2>?
        guard mpg123_id3(handle.pointer, &first, &second) == MPG123_OK.rawValue else { return }
        if let tag = second?.pointee {
            title = Self.text(tag.title)
            artist = Self.text(tag.artist)
            album = Self.text(tag.album)
        }
        if let tag = first?.pointee {
            title = title ?? Self.latin(tag.title)
            artist = artist ?? Self.latin(tag.artist)
            album = album ?? Self.latin(tag.album)
        }
    }

    /// The first of a frame's texts, in UTF-8.
    private static func text(_ string: UnsafeMutablePointer<mpg123_string>?) -> String? {
        guard let string = string?.pointee, let start = string.p, string.fill > 0 else { return nil }
        let bytes = UnsafeRawBufferPointer(start: start, count: string.fill).prefix { $0 != 0 && $0 != 0x0A }
        return trimmed(String(decoding: bytes, as: UTF8.self))
    }

    /// Thirty bytes that end at a zero; no encoding is said, so UTF-8 where it is that, else Latin-1.
    private static func latin<Bytes>(_ field: Bytes) -> String? {
        let bytes = withUnsafeBytes(of: field) { Array($0.prefix { $0 != 0 }) }
        return trimmed(String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })))
    }

    private static func trimmed(_ text: String) -> String? {
        let kept = text.drop { $0.isWhitespace }
        guard let last = kept.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(kept[...last])
    }
}
