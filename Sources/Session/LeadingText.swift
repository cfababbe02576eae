import Playback
import Queue

/// Tells text that could be an answer of a service, a feed or a list from sound.
enum LeadingText {
    /// The whole of the source, where its first bytes are those of JSON, JSONP, XML or a web page, or where it is `null`, a service's
    /// word for nothing; nil for anything else.
    static func whole(of source: any ByteSource) throws -> [UInt8]? {
        let bytes = try read(source, from: 0, count: 64)
        guard let first = withoutMark(bytes).first(where: { !ignored.contains($0) }), starts.contains(first) else { return nil }
        if first == UInt8(ascii: "I"), bytes.starts(with: "ID3".utf8) { return nil }
        if isNull(bytes) { return bytes }
        if first == UInt8(ascii: "/"), !bytes.starts(with: "/*".utf8) { return nil }
        if isLetter(first), !looksLikeCall(try read(source, from: 0, count: 256)) { return nil }
        return try rest(of: source, after: bytes)
    }

    /// The whole of the source (or just its beginning) where it is a list of tracks by its beginning or its name; nil for anything else.
    static func playlist(of source: any ByteSource, name: String, isWhole: Bool = true) throws -> [UInt8]? {
        let head = try read(source, from: 0, count: 1024)
        if PlaylistReader.format(of: head, name: name) == nil { return nil }
        return isWhole ? try rest(of: source, after: head) : head
    }

    /// The first bytes of the source, at most `count`, where all of them are text; else none. It waits for no more than it has to.
    static func text(of source: any ByteSource, count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try some(of: source, from: Int64(bytes.count), count: count - bytes.count)
            if more.isEmpty { break }
            guard more.allSatisfy({ $0 >= 0x20 && $0 < 0xFE && $0 != 0x7F || (0x09...0x0D).contains($0) }) else { return [] }
            bytes += more
        }
        return bytes
    }

    /// The first bytes of the source, as many of them as there are.
    static func beginning(of source: any ByteSource, count: Int) throws -> [UInt8] { try read(source, from: 0, count: count) }

    /// What is larger is no answer of a service.
    static let most = 64 << 20

    /// The whole of the source. Throws SessionError.tooLarge where that is more than `most` bytes.
    static func rest(of source: any ByteSource, after beginning: [UInt8] = [], most: Int = most) throws -> [UInt8] {
        var bytes = beginning
        while true {
            let more = try read(source, from: Int64(bytes.count), count: 256 << 10)
            if more.isEmpty { return bytes }
            bytes += more
            if bytes.count > most { throw SessionError.tooLarge(limit: most) }
        }
    }

    /// Whether text begins with a `<`, as XML and web pages do.
    static func isMarkup(_ bytes: [UInt8]) -> Bool {
        withoutMark(Array(bytes.prefix(1024))).first { !ignored.contains($0) } == UInt8(ascii: "<")
    }

    /// The bytes after the byte order mark of UTF-16. FF FE may also begin MPEG audio (layer I), but hardly with every other byte zero.
    private static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        let isLittle = bytes.count >= 8 && bytes.starts(with: [0xFF, 0xFE]) && bytes[3] == 0 && bytes[5] == 0 && bytes[7] == 0
        return isLittle || bytes.starts(with: [0xFE, 0xFF]) ? bytes.dropFirst(2) : bytes[...]
    }

    /// White space, a byte order mark, and the zeros of UTF-16.
    private static let ignored: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF, 0xFE, 0x00]
    private static let starts: Set<UInt8> = Set("{[(<\"/".utf8).union(UInt8(ascii: "a")...UInt8(ascii: "z"))
        .union(UInt8(ascii: "A")...UInt8(ascii: "Z"))

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

    private static func isNull(_ bytes: [UInt8]) -> Bool {
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        return bytes.filter { !blanks.contains($0) } == Array("null".utf8) && bytes.count < 64
    }

    /// `name({` as JSONP has it, also behind a remark.
    private static func looksLikeCall(_ bytes: [UInt8]) -> Bool {
        let name = bytes.prefix { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "(") }
        return name.count < 100 && bytes.dropFirst(name.count).starts(with: "(".utf8)
    }

    /// Up to `count` bytes from an offset on; fewer where the source ends.
    static func read(_ source: any ByteSource, from offset: Int64, count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try some(of: source, from: offset + Int64(bytes.count), count: count)
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }

    /// What one read gives; nothing at the end.
    private static func some(of source: any ByteSource, from offset: Int64, count: Int) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let got = try unsafe buffer.withUnsafeMutableBytes { try unsafe source.read(at: offset, into: $0) }
        return Array(buffer.prefix(got))
    }
}
