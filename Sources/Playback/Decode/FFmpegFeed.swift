/// What goes to ffmpeg's standard input: pieces one behind another, taken in small bits.
struct FFmpegFeed {
    enum Piece {
        case bytes([UInt8])
        /// In place of bytes that ffmpeg passes over.
        case zeros(Int64)
        /// The source from there to its end.
        case source(from: Int64)
    }

    private static let chunk = 16 << 10

    let source: any ByteSource
    private var pieces: [Piece]
    /// What is to go in next.
    private(set) var pending: ArraySlice<UInt8> = []

    init(_ source: any ByteSource, _ pieces: [Piece]) {
        self.source = source
        self.pieces = pieces
    }

    var isEnded: Bool { pieces.isEmpty && pending.isEmpty }

    mutating func drop(_ count: Int) { pending = pending.dropFirst(count) }

    /// Makes the next bytes pending, if there are any now: of a source that reads ahead nothing is waited for.
    mutating func fill() throws(PlaybackError) {
        guard pending.isEmpty, let piece = pieces.first else { return }
        switch piece {
        case .bytes(let bytes):
            pending = bytes[...]
            pieces.removeFirst()
        case .zeros(let count):
            pending = [UInt8](repeating: 0, count: Int(min(count, 64 << 10)))[...]
            let rest = count - Int64(pending.count)
            if rest > 0 { pieces[0] = .zeros(rest) } else { pieces.removeFirst() }
        case .source(let offset):
            if let ahead = source as? ReadAhead, !ahead.has(1, at: offset) { return }
            pending = try take(at: offset)[...]
            if pending.isEmpty { pieces.removeFirst() } else { pieces[0] = .source(from: offset + Int64(pending.count)) }
        }
    }

    private func take(at offset: Int64) throws(PlaybackError) -> [UInt8] {
        do {
            return try [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
                count = min(max(0, try source.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))), buffer.count)
            }
        } catch {
            throw PlaybackError(wrapping: error)
        }
    }
}
