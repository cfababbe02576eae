extension LoopbackServer {
    /// What a client asked.
    public struct Request: Sendable {
        public var method = ""
        /// Path and query as they came.
        public var target = ""
        public var headers: [(name: String, value: String)] = []
        public var body: [UInt8] = []
        /// The connection it came on, counted from 1.
        public var connection = 0

        public init() {}

        /// The target's part before `?`, as it came (percent escapes and all).
        public var path: String { String(target.prefix { $0 != "?" }) }
        /// The target's part after `?`, as it came; "" without one.
        public var query: String { String(target.drop { $0 != "?" }.dropFirst()) }
        /// The pairs of the query and of a form body, decoded; a form's value wins over the query's.
        public var form: [String: String] {
            var pairs: [String: String] = [:]
            let posted = header("Content-Type")?.hasPrefix("application/x-www-form-urlencoded") == true
            for text in [query, posted ? String(decoding: body, as: UTF8.self) : ""] {
                for pair in text.split(separator: "&") {
                    let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    pairs[Self.unescaped(halves[0])] = halves.count > 1 ? Self.unescaped(halves[1]) : ""
                }
            }
            return pairs
        }

        /// The first header of that name, whatever its case.
        public func header(_ name: String) -> String? {
            headers.first { $0.name.lowercased() == name.lowercased() }?.value
        }

        /// `Range: bytes=FIRST-[LAST]`; nil without one or in another form.
        public var range: (first: Int, last: Int?)? {
            guard let text = header("Range"), text.hasPrefix("bytes=") else { return nil }
            let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
            guard ends.count == 2, let first = Int(ends[0]) else { return nil }
            return (first, Int(ends[1]))
        }

        private static func unescaped(_ text: Substring) -> String {
            var bytes: [UInt8] = []
            var rest = Array(text.utf8)[...]
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
                {
                    bytes.append(value)
                    rest = rest.dropFirst(2)
                } else {
                    bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// What it is answered, and how badly.
    public struct Response: Sendable {
        public var status = 200
        /// `Content-Length` and `Connection` are added where they are not given here.
        public var headers: [(name: String, value: String)] = []
        public var body: [UInt8] = []
        /// Sends the body alone, which is no HTTP.
        public var withoutHead = false
        /// Says no length; the end of the connection is the end of the body.
        public var withoutLength = false
        /// Sends the body in chunks (`Transfer-Encoding: chunked`) of `chunk` bytes.
        public var chunked = false
        /// Closes the connection after so many bytes of the body, whatever the length said.
        public var cutAfter: Int?
        /// Where the connection is closed it is reset (RST), so that the client may lose what was on its way.
        public var resets = false
        /// Falls silent after so many bytes of the body (0: after the head) until the client leaves, `gate` opens or the server stops.
        public var stallAfter: Int?
        /// Where given, a stall ends when it opens, and the rest of the body follows.
        public var gate: Gate?
        /// Sends nothing at all, not even the head, until the gate opens.
        public var headGate: Gate?
        /// How many bytes are written at once, with `pause` seconds between.
        public var chunk: Int?
        public var pause = 0.0

        public init(status: Int = 200, type: String? = nil, body: [UInt8] = [], headers: [(name: String, value: String)] = []) {
            self.status = status
            self.body = body
            self.headers = headers
            if let type { self.headers.append(("Content-Type", type)) }
        }

        /// A text answer.
        public static func text(_ text: String, type: String = "text/plain; charset=utf-8", status: Int = 200) -> Response {
            Response(status: status, type: type, body: Array(text.utf8))
        }

        /// A JSON answer; services often call it `text/html`.
        public static func json(_ text: String, type: String = "application/json;charset=UTF-8") -> Response {
            self.text(text, type: type)
        }

        /// A redirect.
        public static func redirect(_ location: String, status: Int = 302) -> Response {
            Response(status: status, type: "text/html", body: Array("<html>moved</html>".utf8), headers: [("Location", location)])
        }

        /// A file as an honest server gives it: 206 for a range (unless `If-Range` names another `etag`), 416 past the end, else 200.
        public static func file(_ bytes: [UInt8], for request: Request, type: String = "audio/mpeg", etag: String? = "\"v1\"") -> Response {
            var headers: [(name: String, value: String)] = [("Accept-Ranges", "bytes")]
            if let etag { headers.append(("ETag", etag)) }
            let changed = request.header("If-Range").map { $0 != etag } ?? false
            guard let range = request.range, !changed else { return Response(type: type, body: bytes, headers: headers) }
            guard range.first < bytes.count else {
                return Response(status: 416, type: type, headers: headers + [("Content-Range", "bytes */\(bytes.count)")])
            }
            let last = min(range.last ?? bytes.count - 1, bytes.count - 1)
            headers.append(("Content-Range", "bytes \(range.first)-\(last)/\(bytes.count)"))
            return Response(status: 206, type: type, body: Array(bytes[range.first...max(range.first, last)]), headers: headers)
        }
    }

    /// Something a test opens when the server may go on.
    public final class Gate: Sendable {
        private let opened = Flag()

        public init() {}

        /// Lets everything waiting here go on, now and later.
        public func open() { opened.raise() }
        public var isOpen: Bool { opened.isRaised }
    }
}
