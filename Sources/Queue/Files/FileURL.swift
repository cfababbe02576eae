import Catalogue

/// `file://` URLs of this machine (RFC 8089).
public enum FileURL {
    /// `file:///music/%E4%B8%80.mp3` of an absolute path.
    public static func of(_ path: String) -> String {
        let plain = Set("/-._~".utf8)
        let coded = path.utf8.map { byte -> String in
            let isLetter = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            return isLetter || plain.contains(byte) ? String(UnicodeScalar(byte)) : PlainText.escaped(byte)
        }
        return "file://" + coded.joined()
    }

    /// The path of a `file://` URL; nil for another scheme, and for one of another host.
    public static func path(of url: String) -> String? {
        guard let scheme = String(url.utf8.prefix(7)), scheme.lowercased() == "file://" else { return nil }
        var rest = url.utf8.dropFirst(7)
        if String(rest.prefix(10))?.lowercased() == "localhost/" { rest = rest.dropFirst(9) }
        return rest.first == UInt8(ascii: "/") ? decoded(String(Substring(rest))) : nil
    }

    /// The text with `%41` as the byte it stands for; what is no such escape stays.
    public static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let code = hex(rest.prefix(2)) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hex(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }) else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
