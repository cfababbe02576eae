import Glibc
import Transfer

/// Pictures that were fetched, each in a file named by its address. So many files and bytes are kept; the oldest go first.
struct PictureCache: Sendable {
    var folder: String
    var mostFiles = 200
    var mostBytes: Int64 = 50 << 20

    /// Where the picture of an address lies, or will; nil where it can't be named (OpenSSL refused).
    func path(of url: String) -> String? { sha256Hex(Array(url.utf8)).map { "\(folder)/\($0)" } }

    /// When the picture was fetched (seconds since 1970); nil where there is none.
    func fetched(_ path: String) -> Int64? { Self.facts(path)?.time }

    /// Keeps a picture, whole or not at all, and drops the oldest where there are too many. Throws SessionError.fileNotWritten.
    func keep(_ bytes: [UInt8], at path: String) throws(SessionError) {
        guard LocalFile.makeFolder(folder) else { throw .fileNotWritten(folder, errno: errno) }
        try NewFile(target: path, path: path).write(bytes, over: true)
        trim(sparing: path)
    }

    private func trim(sparing spared: String) {
        let files = LocalFile.names(in: folder).map { "\(folder)/\($0)" }.compactMap { path in
            Self.facts(path).map { (path: path, time: $0.time, size: $0.size) }
        }
        var (count, bytes) = (files.count, files.reduce(0) { $0 + $1.size })
        for file in files.sorted(by: { ($0.time, $0.path) < ($1.time, $1.path) }) where count > mostFiles || bytes > mostBytes {
            if file.path == spared { continue }
            _ = LocalFile.remove(file.path)
            (count, bytes) = (count - 1, bytes - file.size)
        }
    }

    private static func facts(_ path: String) -> (time: Int64, size: Int64)? {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        return (Int64(facts.st_mtim.tv_sec), Int64(facts.st_size))
    }
}
