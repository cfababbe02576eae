import FoundationEssentials
import Synchronization

/// The settings file: `key = value` a line, `#` begins a comment. What this version doesn't know is left as it stands.
final class SettingsFile: Sendable {
    private let path: String
    private let read = Mutex<[String: String]?>(nil)

    /// Nothing is read before the first value is asked for.
    init(path: String) { self.path = path }

    /// Nil where it isn't set. Throws SessionError.settingsFile where the file can't be read.
    func value(_ key: String) throws -> String? { try values()[key] }

    func number(_ key: String) throws -> Int? { try value(key).flatMap { Int($0) } }

    /// Writes one value (nil takes the line out), and nothing else in the file: into a new file, which then takes the old one's name.
    func set(_ key: String, to value: String?) throws {
        var lines = try text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        let line = value.map { "\(key) = \($0)" }
        if let index = lines.lastIndex(where: { Self.parse($0)?.key == key }) {
            if let line { lines[index] = line } else { lines.remove(at: index) }
        } else if let line {
            lines.append(line)
        }
        do {
            let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let data = Data((lines.joined(separator: "\n") + "\n").utf8)
            try data.write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw SessionError.settingsFile(path: path, reason: Self.words(error))
        }
        read.withLock { $0 = nil }
    }

    private func values() throws -> [String: String] {
        if let known = read.withLock({ $0 }) { return known }
        var values: [String: String] = [:]
        for line in try text().split(separator: "\n") {
            if let (key, value) = Self.parse(String(line)) { values[key] = value }
        }
        read.withLock { $0 = values }
        return values
    }

    private func text() throws -> String {
        guard LocalFile.exists(path) else { return "" }
        do { return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) } catch {
            throw SessionError.settingsFile(path: path, reason: Self.words(error))
        }
    }

    private static func parse(_ line: String) -> (key: String, value: String)? {
        let text = line.trimmed
        guard !text.hasPrefix("#"), let equals = text.firstIndex(of: "=") else { return nil }
        let key = String(text[..<equals]).trimmed
        return key.isEmpty ? nil : (key, String(text[text.index(after: equals)...]).trimmed)
    }

    private static func words(_ error: any Error) -> String {
        switch (error as? CocoaError)?.code {
        case .fileReadNoPermission, .fileWriteNoPermission: "no permission"
        case .fileWriteOutOfSpace: "no space left on the disk"
        case .fileWriteVolumeReadOnly: "the file system is read-only"
        default: "it can't be read or written"
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
