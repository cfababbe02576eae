import Glibc

/// A terminal of the test's own: keys go in at `keys`, a program reads and writes `line`.
// The descriptors never change, and only the test's own thread reads the screen.
public final class PseudoTerminal: @unchecked Sendable {
    public let keys: Int32
    public let line: Int32
    /// The path of `line`, for programs that are to open it.
    public let path: String
    private var screen: [UInt8] = []

    /// nil where the system has none left.
    public init?(columns: UInt16, rows: UInt16) {
        keys = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // TIOCSPTLCK, TIOCGPTN and TIOCSWINSZ of <asm-generic/ioctls.h>, macros that Swift does not see
        var (lock, number, size) = (Int32(0), Int32(0), [rows, columns, 0, 0])
        guard keys >= 0, ioctl(keys, 0x4004_5431, &lock) == 0, ioctl(keys, 0x8004_5430, &number) == 0 else { return nil }
        path = "/dev/pts/\(number)"
        line = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard line >= 0, ioctl(keys, 0x5414, &size) == 0 else { return nil }
    }

    deinit {
        close(keys)
        close(line)
    }

    /// Gives it another size. Only the programs whose controlling terminal it is get a SIGWINCH.
    public func resize(columns: UInt16, rows: UInt16) {
        var size = [rows, columns, 0, 0]
        _ = ioctl(keys, 0x5414, &size)
    }

    /// Sends keys.
    public func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(keys, bytes, bytes.count)
    }

    /// Waits (a minute at most) until what was written since the last call fits, and gives it.
    public func read(until isThere: (String) -> Bool) -> String? {
        for _ in 0..<1000 {
            let text = String(decoding: screen, as: UTF8.self)
            if isThere(text) {
                screen = []
                return text
            }
            var wait = pollfd(fd: keys, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 60_000) > 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = Glibc.read(keys, &bytes, bytes.count)
            if count <= 0 { return nil }
            screen += bytes.prefix(count)
        }
        return nil
    }
}
