import Glibc

/// A process by its number and its program's name.
public struct ProcessName: Hashable, Sendable {
    public var number: Int32
    /// As /proc/PID/comm has it; empty where the process has just gone.
    public var name: String

    public init(number: Int32, name: String) { (self.number, self.name) = (number, name) }
}

/// Which other processes have a library open or write it, from the system's list of locks. Asking by fcntl would need the file opened and
/// closed, which takes this process's own locks away (fcntl(2), POSIX locks).
enum ProcessLocks {
    /// The process that holds the write lock, nil where it is this one or isn't known.
    static func writer(of database: String) -> ProcessName? {
        holder(of: database + "-shm", byte: writeByte, kind: "WRITE") ?? holder(of: database, byte: pendingByte, kind: "WRITE")
    }

    /// Another process that has the library open, nil where there is none.
    static func user(of database: String) -> ProcessName? {
        holder(of: database + "-shm", byte: openByte, kind: nil) ?? holder(of: database, byte: sharedByte, kind: nil)
    }
}

extension ProcessLocks {
    // Where SQLite puts its locks: sqlite.org/walformat.html "WAL Locks", and for the file itself sqlite.org/src os.h, PENDING_BYTE.
    private static let writeByte = 120
    private static let openByte = 128
    private static let pendingByte = 0x4000_0000
    private static let sharedByte = 0x4000_0002

    private static func holder(of path: String, byte: Int, kind: String?) -> ProcessName? {
        var facts = stat()
        guard stat(path, &facts) == 0, let list = SmallFile.text("/proc/locks") else { return nil }
        for line in list.split(separator: "\n") {
            // `1: POSIX  ADVISORY  WRITE 17118 fe:00:16531786 120 120`, proc_locks(5)
            let words = line.split(separator: " ")
            guard words.count >= 8, words[1] == "POSIX", kind == nil || words[3] == kind ?? "", let process = Int32(words[4]),
                words[5].split(separator: ":").last.flatMap({ UInt64($0) }) == UInt64(facts.st_ino), let first = Int(words[6])
            else { continue }
            let last = Int(words[7]) ?? Int.max
            guard process > 0, process != getpid(), first <= last, (first...last).contains(byte) else { continue }
            let name = SmallFile.text("/proc/\(process)/comm") ?? ""
            return ProcessName(number: process, name: String(name.prefix { $0 != "\n" }))
        }
        return nil
    }
}

/// Files of the system's that are made as they are read.
enum SmallFile {
    static func text(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        if file < 0 { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while bytes.count < 4_000_000 {
            let count = read(file, &buffer, buffer.count)
            if count <= 0 { break }
            bytes += buffer.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
