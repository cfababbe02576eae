/// The bytes of one item, wherever they are. Read by one thread at a time; `cancel` comes from any.
public protocol ByteSource: AnyObject, Sendable {
    /// The whole length in bytes, nil while it isn't known or for a stream without end.
    var length: Int64? { get }

    /// True where a read anywhere costs next to nothing (memory, a file on a disk): then the player measures the item exactly.
    /// Else the player reads on ahead on a thread of its own and never to the end before it plays. False unless said otherwise.
    var isLocal: Bool { get }

    /// Waits for at least one byte and returns how many were read; 0 is the end. `offset` ≥ 0 may be anywhere.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// The decoder has come to that offset: what stood before it belongs to what is heard now, or within a second or two. Must return at once.
    func passed(_ offset: Int64)

    /// Who reads wants the bytes from there on now: a read that waits for others is in vain and may end with an error. Must return at once.
    func turned(to offset: Int64)

    /// Ends the source for good: a waiting read and every later one throws. From any thread, any number of times.
    func cancel()
}

extension ByteSource {
    public var isLocal: Bool { false }
    public func passed(_ offset: Int64) {}
    public func turned(to offset: Int64) {}
}
