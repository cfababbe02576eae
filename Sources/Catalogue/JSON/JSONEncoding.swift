import Markup

/// Which charset a body is in, by its bytes first and the server's word second.
enum JSONEncoding {
    /// The text as UTF-8 without a byte order mark, always valid.
    static func utf8(_ body: [UInt8], charset: String?) -> [UInt8] {
        if body.starts(with: [0xEF, 0xBB, 0xBF]) { return repaired(Array(body.dropFirst(3))) }
        if let name = utf16Name(body), let text = Charset.utf8(body, from: name) {
            return text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
        }
        if isValid(body) { return body }
        if let charset, !isUTF8(charset), let text = Charset.utf8(body, from: charset) { return text }
        if !looksLikeUTF8(body), let text = Charset.utf8(body, from: "GB18030") { return text }
        return repaired(body)
    }

    /// The name of the UTF-16 that a body is in: by its mark, or by a NUL beside its first character, which in JSON is ASCII.
    private static func utf16Name(_ body: [UInt8]) -> String? {
        guard body.count >= 2 else { return nil }
        switch (body[0], body[1]) {
        case (0xFF, 0xFE): return "UTF-16LE"
        case (0xFE, 0xFF): return "UTF-16BE"
        case (0, 1...): return "UTF-16BE"
        case (1..., 0): return "UTF-16LE"
        default: return nil
        }
    }

    private static func isValid(_ body: [UInt8]) -> Bool { (try? UTF8Span(validating: body.span)) != nil }

    private static func isUTF8(_ charset: String) -> Bool { ["utf-8", "utf8"].contains(charset.lowercased()) }

    private static func repaired(_ body: [UInt8]) -> [UInt8] {
        isValid(body) ? body : Array(String(decoding: body, as: UTF8.self).utf8)
    }

    /// Whether more characters beyond ASCII are sound UTF-8 than are not: a few stray bytes don't make a body Chinese of another charset.
    private static func looksLikeUTF8(_ body: [UInt8]) -> Bool {
        var sound = 0
        var broken = 0
        for scalar in String(decoding: body, as: UTF8.self).unicodeScalars where !scalar.isASCII {
            if scalar == "\u{FFFD}" { broken += 1 } else { sound += 1 }
        }
        return sound > broken
    }
}
