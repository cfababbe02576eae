import Glibc

/// Names a process for as long as the machine runs: its number, which is given out again, and when it was started.
enum ProcessMark {
    static func own() -> String { mark(of: getpid()) ?? "" }

    /// True while the process that made the mark lives.
    static func isAlive(_ text: String) -> Bool {
        guard let number = text.split(separator: "/").first.flatMap({ pid_t($0) }) else { return false }
        return mark(of: number) == text
    }

    /// The number of the process that made the mark, where that lives and is another one.
    static func other(_ text: String) -> Int32? {
        guard isAlive(text), text != own() else { return nil }
        return text.split(separator: "/").first.flatMap { Int32($0) }
    }

    /// The start time is field 22 of /proc/PID/stat (proc(5)), the state field 3; the second field, in brackets, may hold anything. One that has
    /// ended and that nobody has asked for yet lives no more.
    private static func mark(of process: pid_t) -> String? {
        guard let text = read("/proc/\(process)/stat"), let bracket = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = text[bracket...].split(separator: UInt8(ascii: " "))
        guard fields.count > 20, fields[1] != [UInt8(ascii: "Z")], fields[1] != [UInt8(ascii: "X")] else { return nil }
        return "\(process)/" + String(decoding: fields[20], as: UTF8.self)
    }

    private static func read(_ path: String) -> [UInt8]? {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { Glibc.close(file) }
        return [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in count = max(0, Glibc.read(file, buffer.baseAddress, 4096)) }
    }
}
