import Synchronization

/// The demo station: a static FM-style tree in one ustar archive, read in place.
///
/// Its index is made when a file is first asked for; until then nothing of the archive is touched.
public struct DemoStation: Sendable {
    /// The station that is packed into the program.
    public static let packed = DemoStation(archive: Archive(count: PackedArchive.count, bytes: PackedArchive.bytes))

    private let archive: Archive

    /// A station in an archive of one's own.
    public init(archive bytes: [UInt8]) {
        archive = Archive(count: bytes.count) { range in
            range.lowerBound >= 0 && range.upperBound <= bytes.count ? Array(bytes[range]) : nil
        }
    }

    private init(archive: Archive) {
        self.archive = archive
    }

    /// A file's bytes, or nil if there is none: by its path (`audio/tides.mp3`) or its URL (`demo:/audio/tides.mp3`). Any thread.
    public func bytes(_ path: String) -> [UInt8]? {
        guard path.hasPrefix("demo:") else { return archive.file(path) }
        let path = String(URLText.withoutQuery(path).dropFirst(5).drop { $0 == "/" })
        return archive.file(path) ?? URLText.unescaped(path).flatMap(archive.file)
    }

    /// The paths of all files, sorted.
    public var paths: [String] { archive.index.files.keys.sorted() }
}

/// An archive's bytes and, once asked for, its index.
private final class Archive: Sendable {
    private let count: Int
    private let part: @Sendable (Range<Int>) -> [UInt8]?
    private let made = Mutex<TarIndex?>(nil)

    init(count: Int, bytes: @escaping @Sendable (Range<Int>) -> [UInt8]?) {
        self.count = count
        part = bytes
    }

    var index: TarIndex {
        made.withLock { made in
            if let made { return made }
            let index = TarIndex(count: count, bytes: part)
            made = index
            return index
        }
    }

    func file(_ path: String) -> [UInt8]? {
        index.files[path].flatMap(part)
    }
}
