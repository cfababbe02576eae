/// One request whose answer is wanted whole, as catalogues give them.
public struct HTTPRequest: Sendable {
    public enum Method: Sendable {
        case get
        /// `application/x-www-form-urlencoded`; with no pairs an empty body (parameters may stand in the URL's query).
        case post(form: [(name: String, value: String)])
    }

    /// http or https. What isn't ASCII is escaped; anything escaped already stays so.
    public var url: String
    public var method: Method
    /// Sent as they are, instead of libcurl's own of the same name. `Authorization` and `Cookie` don't follow a redirect to another host.
    public var headers: [(name: String, value: String)]
    /// Sent as `If-None-Match`: the answer may then be 304.
    public var etag: String?
    /// Sent as `If-Modified-Since`.
    public var lastModified: String?
    /// The largest body taken, in bytes, after decompression.
    public var maxBytes: Int64
    /// Whether a redirect may lead from https to http.
    public var allowDowngrade: Bool

    public init(
        _ url: String, method: Method = .get, headers: [(name: String, value: String)] = [], etag: String? = nil,
        lastModified: String? = nil, maxBytes: Int64 = 32 << 20, allowDowngrade: Bool = false
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.etag = etag
        self.lastModified = lastModified
        self.maxBytes = maxBytes
        self.allowDowngrade = allowDowngrade
    }
}

/// A whole answer: a 2xx one, or 304 with no body.
public struct HTTPResponse: Sendable {
    public var head: AnswerHead
    /// Decompressed.
    public var body: [UInt8]

    public init(head: AnswerHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }

    public var status: Int { head.status }
    /// Where the answer came from, after redirects.
    public var url: String { head.url }
    /// The address to keep instead of the one asked: the end of a run of permanent redirects (301, 308) from there; nil without one.
    public var permanentURL: String? { head.permanentURL }
    public var etag: String? { head["etag"] }
    public var lastModified: String? { head["last-modified"] }
    /// The media type alone, in small letters ("text/html").
    public var contentType: String? { head.contentType }
    /// The `charset` of the content type, as it was written.
    public var charset: String? { head.charset }
}

/// The part of an answer before its body.
public struct AnswerHead: Sendable {
    public var status: Int
    /// In the order they came.
    public var headers: [(name: String, value: String)]
    /// Where it came from, after redirects.
    public var url: String
    public var permanentURL: String?

    public init(status: Int, headers: [(name: String, value: String)] = [], url: String, permanentURL: String? = nil) {
        self.status = status
        self.headers = headers
        self.url = url
        self.permanentURL = permanentURL
    }

    /// The first header of that name, whatever its case; nil where it is missing or empty.
    public subscript(name: String) -> String? {
        let wanted = name.lowercased()
        let value = headers.first { $0.name.lowercased() == wanted }?.value
        return value?.isEmpty == true ? nil : value
    }

    /// The media type alone, in small letters.
    public var contentType: String? {
        self["content-type"]?.split(separator: ";").first.map { Self.trimmed($0).lowercased() }
    }

    /// The `charset` parameter of the content type.
    public var charset: String? {
        guard let parts = self["content-type"]?.split(separator: ";").dropFirst() else { return nil }
        for part in parts {
            let halves = part.split(separator: "=", maxSplits: 1)
            guard halves.count == 2, Self.trimmed(halves[0]).lowercased() == "charset" else { continue }
            return Self.trimmed(halves[1].filter { $0 != "\"" && $0 != "'" }[...])
        }
        return nil
    }

    /// No length and no place is as large: what a server says beyond that is taken as not said, so that places may be reckoned with.
    static let largest: Int64 = 1 << 53

    /// `Content-Length`, where it says the size of what arrives: not of a compressed body.
    var bodyLength: Int64? {
        isCoded ? nil : self["content-length"].flatMap { Int64($0) }.flatMap { (0..<Self.largest).contains($0) ? $0 : nil }
    }

    /// Every so many bytes of sound a block of a station's metadata stands in the body; nil where none do.
    var metadataInterval: Int? { self["icy-metaint"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }

    /// Whether it says what only stations say.
    var isStation: Bool { headers.contains { $0.name.lowercased().hasPrefix("icy-") } }

    /// Whether the body's end can be told from that of the connection: by a length, or as the last of its chunks.
    var saysItsEnd: Bool {
        self["content-length"] != nil || self["transfer-encoding"]?.lowercased().contains("chunked") == true
    }

    /// Whether the body was compressed on its way.
    var isCoded: Bool {
        self["content-encoding"].map { $0.lowercased() != "identity" } ?? false
    }

    /// What may stand in `If-Range`: a strong ETag, else the date.
    var rangeValidator: String? {
        if let etag = self["etag"], !etag.hasPrefix("W/") { return etag }
        return self["last-modified"]
    }

    private static func trimmed(_ text: Substring) -> String {
        let spaces: Set<Character> = [" ", "\t"]
        let front = text.drop { spaces.contains($0) }
        return String(front.reversed().drop { spaces.contains($0) }.reversed())
    }
}
