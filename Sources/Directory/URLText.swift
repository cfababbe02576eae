import Catalogue

/// A URL's text, taken apart as far as catalogues need it. Nothing here touches the network.
enum URLText {
    /// The scheme in lower case, or nil where the text has none.
    static func scheme(_ url: String) -> String? {
        guard let colon = url.firstIndex(of: ":") else { return nil }
        let scheme = url[..<colon].utf8
        guard let first = scheme.first, isLetter(first), scheme.allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) })
        else { return nil }
        return url[..<colon].lowercased()
    }

    /// The URL as the folder that paths are added to: no query, no fragment, a slash at the end.
    static func folder(_ url: String) -> String {
        let path = withoutQuery(url)
        return path.hasSuffix("/") ? path : path + "/"
    }

    /// The URL up to its query or fragment, and without a user's name and password.
    static func withoutQuery(_ url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        var parts = path.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, parts[1].isEmpty, let at = parts[2].lastIndex(of: "@") else { return String(path) }
        parts[2] = parts[2][parts[2].index(after: at)...]
        return parts.joined(separator: "/")
    }

    /// The URL up to its host; the path and what follows cut away.
    static func host(_ url: String) -> String {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.prefix(3).joined(separator: "/")
    }

    /// One component of a path, or a value of a query, with all but letters, digits and `-._~` escaped.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            if isLetter(byte) || isDigit(byte) || "-._~".utf8.contains(byte) {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                escaped += PlainText.escaped(byte)
            }
        }
        return escaped
    }

    /// A path with all but its slashes escaped as `escaped` does.
    static func escapedPath(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { escaped(String($0)) }.joined(separator: "/")
    }

    /// The text with its `%XX` decoded; nil where that isn't UTF-8 or holds a NUL. A `%` without two digits stays.
    static func unescaped(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = hexPair(rest) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func hexPair(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        guard bytes.count >= 2 else { return nil }
        let digits = bytes.prefix(2)
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
