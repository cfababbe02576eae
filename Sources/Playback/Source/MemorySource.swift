import Synchronization

/// Bytes in memory.
public final class MemorySource: ByteSource {
    public var length: Int64? { Int64(bytes.count) }
    public var isLocal: Bool { true }
    private let bytes: ArraySlice<UInt8>
    private let isCancelled = Atomic(false)

    public convenience init(_ bytes: [UInt8]) { self.init(bytes[...]) }

    /// A part of a bigger block, not copied.
    public init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    public func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !isCancelled.load(ordering: .relaxed) else { throw PlaybackError.cancelled }
        guard offset >= 0, offset < bytes.count else { return 0 }
        let rest = bytes.dropFirst(Int(offset)).prefix(buffer.count)
        rest.withUnsafeBytes { buffer.copyMemory(from: $0) }
        return rest.count
    }

    public func cancel() { isCancelled.store(true, ordering: .relaxed) }
}
