/// A document as UTF-8 that libxml2 takes: the charset is found here, as the library knows few and gives up at the first wrong byte.
enum XMLText {
    /// By the byte order mark, else as UTF-8 where it is sound, else by the server's word, the declaration, and the look of the bytes.
    static func utf8(_ body: [UInt8], charset: String?) -> [UInt8] {
        withoutForbidden(decoded(body, charset: charset))
    }

    /// Without the characters that XML forbids: control characters go, U+FFFE and U+FFFF become U+FFFD.
    static func withoutForbidden(_ text: [UInt8]) -> [UInt8] { hasForbidden(text) ? cleaned(text) : text }

    private static func decoded(_ body: [UInt8], charset: String?) -> [UInt8] {
        if let (name, mark) = marked(body) {
            let rest = Array(body.dropFirst(mark))
            if name == "UTF-8" { return isValid(rest) ? rest : repaired(rest) }
            return Charset.utf8(rest, from: name, replacing: true) ?? repaired(rest)
        }
        let names = [charset, declared(body)].compactMap { $0.map(usualName) }
        let isShifted = names.contains { $0.hasPrefix("ISO-2022") || $0 == "HZ" || $0 == "UTF-7" }
        if !isShifted, isValid(body) { return body }
        for name in names where name != "UTF-8" {
            if let text = Charset.utf8(body, from: name) { return text }
        }
        for name in names where name != "UTF-8" {
            if let text = Charset.utf8(body, from: name, replacing: true) { return text }
        }
        return repaired(body)
    }

    /// The charset and length of a byte order mark, or the kind of UTF-16 whose first character is a `<`.
    private static func marked(_ body: [UInt8]) -> (name: String, length: Int)? {
        let marks: [([UInt8], String)] = [
            ([0xEF, 0xBB, 0xBF], "UTF-8"), ([0xFF, 0xFE, 0, 0], "UTF-32LE"), ([0, 0, 0xFE, 0xFF], "UTF-32BE"), ([0xFF, 0xFE], "UTF-16LE"),
            ([0xFE, 0xFF], "UTF-16BE"),
        ]
        if let (mark, name) = marks.first(where: { body.starts(with: $0.0) }) { return (name, mark.count) }
        let starts: [([UInt8], String)] = [([0x3C, 0], "UTF-16LE"), ([0, 0x3C], "UTF-16BE")]
        return starts.first { body.starts(with: $0.0) }.map { ($0.1, 0) }
    }

    /// The encoding in the XML declaration.
    private static func declared(_ body: [UInt8]) -> String? {
        let head = body.prefix(512)
        guard let start = head.firstIndex(of: UInt8(ascii: "<")), head[start...].starts(with: "<?xml".utf8) else { return nil }
        let text = String(decoding: head[start...].prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
        guard let after = text.split(separator: "encoding", maxSplits: 1).dropFirst().first else { return nil }
        let value = after.drop { $0 != "\"" && $0 != "'" }.dropFirst().prefix { $0 != "\"" && $0 != "'" }
        return value.isEmpty ? nil : String(value)
    }

    /// The name under which iconv has what is meant: of a charset and the larger one that is sent under its name, the larger.
    private static func usualName(_ name: String) -> String {
        let name = name.uppercased()
        return switch name {
        case "UTF8": "UTF-8"
        case "GB2312", "GBK", "X-GBK", "GB_2312-80": "GB18030"
        case "BIG5", "X-BIG5", "BIG5-HKSCS": "BIG5-HKSCS"
        case "ISO-8859-1", "ISO8859-1", "LATIN1", "US-ASCII", "ASCII", "CP1252", "X-CP1252": "WINDOWS-1252"
        case "SHIFT_JIS", "SHIFT-JIS", "X-SJIS", "SJIS": "CP932"
        case "EUC-KR", "KS_C_5601-1987", "KSC5601": "CP949"
        case "HZ-GB-2312": "HZ"
        default: name
        }
    }

    private static func isValid(_ body: [UInt8]) -> Bool { (try? UTF8Span(validating: body.span)) != nil }
}

extension XMLText {
    /// A body that is none of what it says. Mostly sound UTF-8 keeps its sound characters; bytes in pairs are taken for Chinese, single
    /// ones for Windows' Latin.
    private static func repaired(_ body: [UInt8]) -> [UInt8] {
        let text = String(decoding: body, as: UTF8.self)
        var sound = 0
        var broken = 0
        for scalar in text.unicodeScalars where !scalar.isASCII {
            if scalar == "\u{FFFD}" { broken += 1 } else { sound += 1 }
        }
        if sound <= broken {
            if isMostlyPairs(body), let chinese = Charset.utf8(body, from: "GB18030") { return chinese }
            if let latin = Charset.utf8(body, from: "WINDOWS-1252", replacing: true) { return latin }
        }
        return Array(text.utf8)
    }

    private static func isMostlyPairs(_ body: [UInt8]) -> Bool {
        var paired = 0
        var single = 0
        var run = 0
        for byte in body {
            if byte >= 0x80 {
                run += 1
            } else if run > 0 {
                if run == 1 { single += 1 } else { paired += run }
                run = 0
            }
        }
        return paired > single * 4
    }

    /// Whether there is a character that XML forbids: a control, U+FFFE or U+FFFF.
    private static func hasForbidden(_ text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { bytes in
            // Without branches, so that the compiler looks at many bytes at once.
            var found: UInt8 = 0
            for byte in bytes {
                found |= (byte < 0x20 ? 1 : 0) & (byte == 0x09 ? 0 : 1) & (byte == 0x0A ? 0 : 1) & (byte == 0x0D ? 0 : 1)
            }
            for index in 0..<max(0, bytes.count - 2) {
                found |= (bytes[index] == 0xEF ? 1 : 0) & (bytes[index &+ 1] == 0xBF ? 1 : 0) & (bytes[index &+ 2] >= 0xBE ? 1 : 0)
            }
            return found != 0
        }
    }

    /// Without control characters, and U+FFFD for U+FFFE and U+FFFF.
    private static func cleaned(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for (index, byte) in text.enumerated() {
            if byte < 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09 { continue }
            let isLastOfNoncharacter = byte >= 0xBE && byte <= 0xBF && index >= 2 && text[index - 1] == 0xBF && text[index - 2] == 0xEF
            result.append(isLastOfNoncharacter ? 0xBD : byte)
        }
        return result
    }
}
