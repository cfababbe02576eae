import Foundation

/// A folder of a test's own below the system's temporary folder; it and all in it go when the value is let go.
///
/// Keep it in a `let` for as long as its path is used, or use `with`.
public final class TemporaryFolder: Sendable {
    /// The folder's absolute path, without a slash at the end.
    public let path: String

    /// Makes the folder.
    public init() throws {
        let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        let folder = parent.appendingPathComponent("skywave-test-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Runs `body` with a new folder, which is gone afterwards.
    public static func with<Result>(_ body: (TemporaryFolder) async throws -> Result) async throws -> Result {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        return try await body(folder)
    }

    /// The absolute path of `name` within the folder. Nothing is made.
    public func file(_ name: String) -> String {
        path + "/" + name
    }

    /// Writes a file and gives its path. Folders on the way are made.
    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        let url = URL(fileURLWithPath: file(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path
    }

    /// A file's bytes, or nil if it isn't there.
    public func read(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: file(name)).map { [UInt8]($0) }
    }

    /// The names in the folder (not in folders below), sorted.
    public var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}

/// The folder of public test vectors (`SKYWAVE_VECTORS`), or nil, after saying so, where there is none.
public var vectorsFolder: String? {
    if let folder = ProcessInfo.processInfo.environment["SKYWAVE_VECTORS"], !folder.isEmpty { return folder }
    print("SKYWAVE_VECTORS is not set: the public vectors are left out")
    return nil
}
