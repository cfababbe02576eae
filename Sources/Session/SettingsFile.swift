import Glibc
import Synchronization

/// The settings file: `key = value` a line, `#` begins a comment. What this version doesn't know is left as it stands.
final class SettingsFile: Sendable {
    private let path: String
    private let read = Mutex<[String: String]?>(nil)
    private let told = Mutex<Set<String>>([])
    private let onProblem: @Sendable (SessionError) -> Void

    /// Nothing is read before the first value is asked for. `onProblem` is told once of a file that can't be read, and of each value
    /// that won't do; then the defaults hold.
    init(path: String, onProblem: @escaping @Sendable (SessionError) -> Void = { _ in }) {
        (self.path, self.onProblem) = (path, onProblem)
    }

    /// Nil where it isn't set, or to something that won't do.
    func value(_ key: String) -> String? {
        do throws(SessionError) {
            guard let value = try values()[key] else { return nil }
            guard let setting = Setting.named(key), !setting.accepts(value) else { return value }
            throw SessionError.badSetting(key: key, value: setting.isSecret ? "•••" : value, expected: setting.expected)
        } catch {
            if told.withLock({ $0.insert("\(error)").inserted }) { onProblem(error) }
            return nil
        }
    }

    /// What can't be taken: the file, or values in it.
    func problems() -> [SessionError] {
        do throws(SessionError) {
            return try values().sorted { $0.key < $1.key }.compactMap { key, value in
                guard let setting = Setting.named(key), !setting.accepts(value) else { return nil }
                return .badSetting(key: key, value: setting.isSecret ? "•••" : value, expected: setting.expected)
            }
        } catch { return [error] }
    }

    func number(_ key: String) -> Int? { value(key).flatMap { Int($0) } }

    /// Writes one value (nil takes the line out), and nothing else in the file: into a new file, which then takes the old one's name. What
    /// another process writes meanwhile stays too.
    func set(_ key: String, to value: String?) throws(SessionError) {
        let place = LocalFile.absolute(path)
        let folder = place.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        guard LocalFile.makeFolder(folder) else { throw failure(errno) }
        guard let lock = SettingsLock(folder: folder) else { throw failure(EBUSY) }
        defer { withExtendedLifetime(lock) {} }
        try change(key, to: value, in: place)
        read.withLock { $0 = nil }
    }

    private func change(_ key: String, to value: String?, in file: String) throws(SessionError) {
        var lines = try lines()
        let place = lines.lastIndex { Self.parse($0)?.key == key }
        if let value {
            let line = ArraySlice("\(key) = \(value)".utf8)
            if let place { lines[place] = line } else { lines.append(line) }
        } else {
            lines.removeAll { Self.parse($0)?.key == key }
        }
        try write(lines.flatMap { $0 + [Self.newline] }, to: file)
    }

    private func values() throws(SessionError) -> [String: String] {
        if let known = read.withLock({ $0 }) { return known }
        var values: [String: String] = [:]
        for line in try lines() {
            if let (key, value) = Self.parse(line) { values[key] = value }
        }
        read.withLock { $0 = values }
        return values
    }

    /// As bytes, for what isn't text of ours has to stay as it is.
    private func lines() throws(SessionError) -> [ArraySlice<UInt8>] {
        guard LocalFile.exists(path) else { return [] }
        guard let bytes = LocalFile.bytes(path, limit: Self.limit) else { throw failure(errno) }
        var lines = bytes.split(separator: Self.newline, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// A file that is a link to another stays one; a new one is the listener's alone, as it may hold keys.
    private func write(_ bytes: [UInt8], to place: String) throws(SessionError) {
        do { try NewFile(target: place, path: path, mode: 0o600).write(bytes, over: true) } catch .fileNotWritten(_, let code) {
            throw failure(code)
        }
    }

    /// Nobody's settings are that long.
    private static let limit = 16 << 20
    private static let newline = UInt8(ascii: "\n")

    private static func parse(_ line: ArraySlice<UInt8>) -> (key: String, value: String)? {
        let text = String(decoding: line, as: UTF8.self).trimmed
        guard !text.hasPrefix("#"), let equals = text.firstIndex(of: "=") else { return nil }
        let key = String(text[..<equals]).trimmed
        return key.isEmpty ? nil : (key, String(text[text.index(after: equals)...]).trimmed)
    }

    private func failure(_ code: Int32) -> SessionError {
        let reason =
            switch code {
            case EACCES, EPERM: "no permission"
            case ENOSPC, EDQUOT: "no space left on the disk"
            case EROFS: "the file system is read-only"
            case EISDIR: "it is a folder"
            case EBUSY: "another process is writing it; try again"
            default: "it can't be read or written"
            }
        return .settingsFile(path: path, reason: reason)
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
