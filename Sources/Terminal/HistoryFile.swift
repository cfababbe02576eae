import Glibc

/// The lines typed at earlier prompts: a text file in UTF-8, one line each, oldest first, readable by its owner only.
///
/// Several prompts may use it at once: a line is appended under a lock, and the file is made shorter under the same lock by renaming a
/// new one over it. It is a convenience: what can't be read or written is passed over in silence.
final class HistoryFile {
    /// The most lines that are kept.
    static let limit = 1000
    private static let mostBytes = 1 << 20

    private let path: String
    private var last: String?
    private var appended = 0

    init(path: String) {
        self.path =
            realpath(path, nil).map { pointer in
                defer { free(pointer) }
                return String(cString: pointer)
            } ?? path
    }

    /// The last lines of the file, oldest first; of what is no history (NUL, control characters, bytes that aren't UTF-8) as much as makes sense.
    func load() -> [String] {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        let lines = Self.lines(of: descriptor)
        last = lines.last
        return lines
    }

    /// Adds a line, unless it is the same as the one before.
    func append(_ line: String) {
        guard line != last, Self.isKept(line) else { return }
        last = line
        guard let descriptor = openLocked() else { return }
        var text = Array((line + "\n").utf8)
        if !Self.endsALine(descriptor) { text.insert(10, at: 0) }
        _ = text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        appended += 1
        if appended % 100 == 0 { shorten() }
    }

    /// Leaves the last 1000 lines in the file.
    func shorten() {
        guard let descriptor = openLocked() else { return }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_size > 0 else { return }
        let (kept, count) = Self.linesAndCount(of: descriptor)
        guard count > Self.limit || facts.st_size > Self.mostBytes else { return }
        let fresh = path + ".\(getpid())"
        let target = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard target >= 0 else { return }
        let bytes = Array(kept.map { $0 + "\n" }.joined().utf8)
        let written = bytes.withUnsafeBytes { write(target, $0.baseAddress, $0.count) }
        if close(target) != 0 || written != bytes.count || rename(fresh, path) != 0 { unlink(fresh) }
    }
}

extension HistoryFile {
    /// The file for appending, locked; opened again where another prompt has renamed a new one over it in between. The lock is
    /// waited for 50 ms at most: a stopped prompt must not stop this one.
    private func openLocked() -> Int32? {
        makeFolder()
        for _ in 0..<10 {
            let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return nil }
            var (mine, named) = (stat(), stat())
            guard fstat(descriptor, &mine) == 0, mine.st_mode & S_IFMT == S_IFREG else {
                close(descriptor)
                return nil
            }
            let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
            if isLocked, stat(path, &named) == 0, named.st_ino == mine.st_ino {
                if mine.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
                return descriptor
            }
            close(descriptor)
            if !isLocked { poll(nil, 0, 5) }
        }
        return nil
    }

    private func makeFolder() {
        var folder = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
            folder += part + "/"
            if !part.isEmpty { mkdir(folder, 0o700) }
        }
    }

    private static func lines(of descriptor: Int32) -> [String] { linesAndCount(of: descriptor).lines }

    /// The last megabyte at most: a file of any size must not delay the prompt.
    private static func linesAndCount(of descriptor: Int32) -> (lines: [String], count: Int) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return ([], 0) }
        let start = max(Int(facts.st_size) - mostBytes, 0)
        var bytes = [UInt8](repeating: 0, count: min(Int(facts.st_size), mostBytes))
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(start)) }
        bytes.removeLast(bytes.count - max(count, 0))
        let newline: UInt8 = 10
        if start > 0 { bytes.removeFirst((bytes.firstIndex(of: newline) ?? bytes.count - 1) + 1) }
        let pieces = bytes.split(separator: newline)
        var lines: [String] = []
        for piece in pieces {
            guard let line = String(validating: piece, as: UTF8.self), isKept(line), line != lines.last else { continue }
            lines.append(line)
        }
        return (lines.suffix(limit), pieces.count)
    }

    private static func isKept(_ line: String) -> Bool { !line.isEmpty && line.utf8.count <= 16_384 && Columns.plain(line) == line }

    private static func endsALine(_ descriptor: Int32) -> Bool {
        let size = lseek(descriptor, 0, SEEK_END)
        var byte: UInt8 = 10
        return size <= 0 || pread(descriptor, &byte, 1, size - 1) != 1 || byte == 10
    }
}
