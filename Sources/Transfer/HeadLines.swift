/// Puts an answer's head together from its lines.
struct HeadLines {
    private(set) var status = 0
    private(set) var headers: [(name: String, value: String)] = []
    /// No honest head has more.
    private static let most = 1000

    /// Takes one line as libcurl gives it. True: it was the empty one that ends a head.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let end = bytes.lastIndex { $0 != 13 && $0 != 10 }.map { $0 + 1 } ?? 0
        if end == 0 { return true }
        let line = Self.text(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
        if line.hasPrefix("HTTP/") || line.hasPrefix(Self.shoutcast) {
            // A new head: after 100, or after a proxy's.
            headers = []
            // An old server may leave the number out.
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? (line.hasPrefix(Self.shoutcast) ? 200 : 0)
        } else if line.hasPrefix(" ") || line.hasPrefix("\t"), let last = headers.indices.last {
            headers[last].value += " " + line.drop { $0 == " " || $0 == "\t" }
        } else if let colon = line.firstIndex(of: ":"), headers.count < Self.most {
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            let last = value.lastIndex { $0 != " " && $0 != "\t" }
            headers.append((String(line[..<colon]), last.map { String(value[...$0]) } ?? ""))
        }
        return false
    }

    /// How old Shoutcast servers begin their status line: `ICY 200 OK`.
    static let shoutcast = "ICY "

    /// UTF-8, else Latin-1, as the bytes of a head were meant once.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
