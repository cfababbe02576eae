import Glibc

/// What the first and the last frames of a file of MPEG audio say of it.
public enum FrameCheck: Sendable, Equatable {
    /// It begins with frames, and its last one is whole.
    case whole
    /// So many bytes of the last frame are missing.
    case cut(missing: Int)
    /// There is no frame near its start.
    case noFrames
    /// No MPEG audio, or none whose frames could be counted from the end.
    case unknown

    /// The last frame isn't whole.
    public var isCut: Bool { if case .cut = self { true } else { false } }

    /// So many bytes are looked at, behind the tags at the start and before those at the end.
    private static let window = 64 << 10
    /// So many frames of one kind in a row are no accident.
    private static let enough = 3

    /// Looks at an open file of that size; `mime` is what its first bytes say it is.
    static func of(_ descriptor: Int32, size: Int64, mime: String?) -> FrameCheck {
        guard mime == "audio/mpeg" else { return .unknown }
        let start = tagSize(FileCalls.bytes(of: descriptor, at: 0, count: 10))
        let head = FileCalls.bytes(of: descriptor, at: start, count: window)
        guard hasFrames(head) else { return .noFrames }
        let first = max(start, size - Int64(window))
        return end(of: FileCalls.bytes(of: descriptor, at: first, count: window))
    }

    /// The size of an ID3v2 tag (id3.org, 2.4, 3.1), or 0.
    private static func tagSize(_ head: [UInt8]) -> Int64 {
        guard head.count == 10, head.starts(with: Array("ID3".utf8)), head[6...9].allSatisfy({ $0 < 0x80 }) else { return 0 }
        return head[6...9].reduce(Int64(0)) { $0 << 7 | Int64($1) } + (head[5] & 0x10 != 0 ? 20 : 10)
    }

    static func hasFrames(_ bytes: [UInt8]) -> Bool {
        bytes.indices.contains { place in
            guard let chain = chain(in: bytes, from: place) else { return false }
            return chain.frames >= enough || chain.end >= bytes.count
        }
    }

    /// Judges a file's last bytes.
    static func end(of bytes: [UInt8]) -> FrameCheck {
        let sound = Array(bytes.prefix(bytes.count - tagsAtEnd(bytes)))
        // No frame is longer than that; the first that chains on to the end is taken.
        for place in sound.indices.prefix(8192) {
            guard let chain = chain(in: sound, from: place), chain.frames >= enough else { continue }
            if chain.end == sound.count { return .whole }
            if chain.end > sound.count { return .cut(missing: chain.end - sound.count) }
            return .unknown
        }
        return .unknown
    }

    /// Frames of one kind, each where the one before ends: how many begin, and where the last one ends, or would.
    private static func chain(in bytes: [UInt8], from place: Int) -> (frames: Int, end: Int)? {
        guard let first = FrameHeader(bytes, at: place) else { return nil }
        var (frames, end) = (1, place + first.size)
        while let next = FrameHeader(bytes, at: end), next.kind == first.kind {
            frames += 1
            end += next.size
        }
        return (frames, end)
    }

    /// Bytes of ID3v1 and APE tags behind the sound; a tag that is longer than what is here ends it all the same.
    private static func tagsAtEnd(_ bytes: [UInt8]) -> Int {
        var size = bytes.suffix(128).starts(with: Array("TAG".utf8)) && bytes.count >= 128 ? 128 : 0
        let footer = Array(bytes.dropLast(size).suffix(32))
        if footer.count == 32, footer.starts(with: Array("APETAGEX".utf8)) {
            let length = footer[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
            size += length + (footer[23] & 0x80 != 0 ? 32 : 0)
        }
        return min(size, bytes.count)
    }
}
