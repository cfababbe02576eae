/// Addresses in a service's answers, made absolute.
public enum WebAddress {
    /// The absolute address, or nil where the text is none. `//host/…` takes http, or the base's scheme where that is https. A relative
    /// one is resolved against `base`, of any scheme (RFC 3986, 5.2); without a base it is none. A scheme other than http and https is
    /// taken only from an answer that came by that scheme itself, so that no server can point into the file system.
    public static func absolute(_ text: String, base: String? = nil) -> String? {
        if isPlain(text) { return text }
        let text = escaped(text.trimmed)
        guard !text.isEmpty else { return nil }
        if let scheme = scheme(of: text) {
            guard scheme == "http" || scheme == "https" else { return scheme == base.flatMap(self.scheme) ? text : nil }
            return hasHost(text.dropFirst(scheme.utf8.count + 1)) ? text : nil
        }
        if text.hasPrefix("//") {
            guard hasHost(Substring(text)) else { return nil }
            return (base.flatMap(scheme) == "https" ? "https:" : "http:") + text
        }
        guard let base, let scheme = scheme(of: base) else { return nil }
        return resolved(text, scheme: scheme, rest: base.dropFirst(scheme.utf8.count + 1))
    }

    /// Whether nothing has to be done: http or https, a host, and nothing to escape. The usual case, so it comes first.
    private static func isPlain(_ text: String) -> Bool {
        let bytes = text.utf8.span
        guard bytes.count > 8, bytes[0] == 0x68, bytes[1] == 0x74, bytes[2] == 0x74, bytes[3] == 0x70 else { return false }
        let colon = bytes[4] == UInt8(ascii: "s") ? 5 : 4
        guard bytes[colon] == UInt8(ascii: ":"), bytes[colon + 1] == 0x2F, bytes[colon + 2] == 0x2F, colon + 3 < bytes.count else {
            return false
        }
        let first = bytes[colon + 3]
        return first != UInt8(ascii: "/") && first != UInt8(ascii: "?") && first != UInt8(ascii: "#") && JSONBytes.areVisible(bytes)
    }

    /// The scheme in lower case; nil for a relative address.
    static func scheme(of address: String) -> String? {
        guard let colon = address.firstIndex(of: ":"), let first = address.unicodeScalars.first, first.properties.isAlphabetic else {
            return nil
        }
        let name = address[..<colon]
        guard
            name.utf8.allSatisfy({
                ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0)
            })
        else { return nil }
        return name.lowercased()
    }

    private static func hasHost(_ rest: Substring) -> Bool {
        guard rest.hasPrefix("//") else { return false }
        return rest.dropFirst(2).first.map { $0 != "/" && $0 != "?" && $0 != "#" } ?? false
    }

    private static func resolved(_ text: String, scheme: String, rest: Substring) -> String {
        var authority = ""
        var path = rest.prefix { $0 != "?" && $0 != "#" }
        if path.hasPrefix("//") {
            let end = path.dropFirst(2).firstIndex(of: "/") ?? path.endIndex
            authority = String(path[..<end])
            path = path[end...]
        }
        let mark = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
        let own = text[..<mark]
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
        let joined = own.isEmpty ? String(path) : own.hasPrefix("/") ? String(own) : folder + String(own)
        return "\(scheme):\(authority)\(withoutDots(joined))\(text[mark...])"
    }

    private static func withoutDots(_ path: String) -> String {
        let slash = UInt8(ascii: "/")
        var rest = Array(path.utf8)[...]
        if rest.first == slash { rest = rest.dropFirst() }
        var kept: [UInt8] = []
        while true {
            let part = rest.prefix { $0 != slash }
            let isLast = part.endIndex == rest.endIndex
            let isDots = part.elementsEqual("..".utf8) || part.elementsEqual(".".utf8)
            if part.count == 2, isDots { kept.removeLast(kept.count - (kept.lastIndex(of: slash) ?? 0)) }
            if !isDots || isLast { kept.append(slash) }
            if !isDots { kept.append(contentsOf: part) }
            if isLast { break }
            rest = rest[(part.endIndex + 1)...]
        }
        return String(decoding: kept, as: UTF8.self)
    }

    /// Blanks, controls and characters beyond ASCII percent-encoded, which is what servers mean by them.
    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) else { return text }
        var result = ""
        for byte in text.utf8 {
            if byte <= 0x20 || byte >= 0x7F {
                result += PlainText.escaped(byte)
            } else {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return result
    }
}
