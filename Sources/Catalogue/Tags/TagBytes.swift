/// Bytes of a tag, read by their places from 0. What lies outside isn't there: no size that a file claims leads anywhere.
struct TagBytes {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    var count: Int { bytes.count }
    var all: ArraySlice<UInt8> { bytes }

    subscript(place: Int) -> UInt8? {
        guard place >= 0, place < bytes.count else { return nil }
        return bytes[bytes.startIndex + place]
    }

    /// So many bytes from a place on; nil where they aren't all there.
    func part(_ start: Int, _ count: Int) -> TagBytes? {
        guard start >= 0, count >= 0, start <= bytes.count, count <= bytes.count - start else { return nil }
        return TagBytes(bytes[bytes.startIndex + start..<bytes.startIndex + start + count])
    }

    /// All from a place on; nothing behind the end.
    func rest(from start: Int) -> TagBytes { TagBytes(bytes.dropFirst(max(0, start))) }

    /// Whether the text stands at a place.
    func has(_ text: String, at place: Int = 0) -> Bool { rest(from: place).bytes.starts(with: text.utf8) }

    /// A number of up to seven bytes, the highest first.
    func bigEndian(_ place: Int, _ count: Int = 4) -> Int? {
        part(place, min(count, 7)).map { $0.bytes.reduce(0) { $0 << 8 | Int($1) } }
    }

    /// A number of four bytes, the lowest first.
    func littleEndian(_ place: Int) -> Int? {
        part(place, 4).map { $0.bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
    }

    /// A number of four bytes of seven bits each; nil where one has eight.
    func sevenBits(_ place: Int) -> Int? {
        guard let part = part(place, 4), part.bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        return part.bytes.reduce(0) { $0 << 7 | Int($1) }
    }

    /// All of it as an address; nil where it can't be one.
    var address: String? {
        bytes.isEmpty || !bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// What stands between a place and the next zero (or the end), and the place behind that zero.
    func upToZero(from start: Int) -> (part: TagBytes, next: Int) {
        let text = rest(from: start).bytes.prefix { $0 != 0 }
        return (TagBytes(text), max(0, start) + text.count + 1)
    }
}
