import Catalogue
import Transfer

/// Reads the files of a static tree: the packed demo station, a folder, or one behind a web server.
struct TreeReader: Sendable {
    enum Place: Sendable {
        case demo
        case folder(path: String)
        case web
    }

    let place: Place
    /// The tree's own URL with a slash at its end: what relative URLs in it are against.
    let base: String

    /// Understands `demo:/`, `file:///…`, `http(s)://…` and an absolute path; nil for anything else. `station.json` at the end is taken off.
    init?(url: String) {
        let url = url.hasSuffix("/station.json") ? String(url.dropLast("station.json".count)) : url
        switch URLText.scheme(url) {
        case "demo":
            self.init(.demo, base: "demo:/")
        case "http", "https":
            self.init(.web, base: URLText.folder(url))
        case "file":
            // file:///path, file:/path and file://localhost/path are the same.
            var path = URLText.withoutQuery(url).dropFirst("file:".count)
            if path.hasPrefix("//") { path = path.dropFirst(2).drop { $0 != "/" } }
            guard let plain = URLText.unescaped(path) else { return nil }
            self.init(folder: plain)
        default:
            self.init(folder: url)
        }
    }

    private init?(folder: String) {
        guard folder.hasPrefix("/") else { return nil }
        let path = folder.hasSuffix("/") ? folder : folder + "/"
        self.init(.folder(path: path), base: "file://" + URLText.escapedPath(path))
    }

    private init(_ place: Place, base: String) {
        self.place = place
        self.base = base
    }

    /// The most that an answer may hold, in bytes.
    private static let limit = 32 << 20

    /// A file by the components of its path. They may come from outside: one that would lead elsewhere is as good as missing.
    func reply(
        _ components: [String], ending: String, known: Answer?, transfer: TransferClient, demo: DemoStation, access: SourceAccess
    ) async throws(DirectoryError) -> Reply {
        let path = components.joined(separator: "/") + ending
        guard components.allSatisfy(Self.isPlain) else { throw .missingFile(path: base + path) }
        switch place {
        case .demo:
            guard let bytes = demo.bytes(path) else { throw .missingFile(path: base + path) }
            return .body(Body(bytes: bytes))
        case .folder(let folder):
            return .body(Body(bytes: try fileBytes(folder + path, limit: Self.limit)))
        case .web:
            var request = HTTPRequest(base + components.map(URLText.escaped).joined(separator: "/") + ending)
            request.allowDowngrade = access.allowHTTP
            do {
                return try await transfer.reply(to: request, known: known)
            } catch {
                throw .transfer(error, source: access.source.name)
            }
        }
    }

    private static func isPlain(_ component: String) -> Bool {
        !component.isEmpty && component != "." && component != ".." && !component.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    }
}
