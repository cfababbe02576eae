import Catalogue
import Markup

/// A list's bytes as text. Lists say nothing of their charset: the bytes decide first, the server's word second.
enum PlaylistText {
    /// Nil where the bytes are no text at all.
    static func decode(_ bytes: [UInt8], charset: String? = nil) -> String? {
        // One mark only: a file of nothing else is taken apart no further.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return decodeUnmarked(Array(bytes.dropFirst(3)), charset: "UTF-8") }
        if let name = utf16Name(bytes) {
            guard let text = Charset.utf8(bytes, from: name).map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
            return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        }
        return decodeUnmarked(bytes, charset: charset)
    }

    private static func decodeUnmarked(_ bytes: [UInt8], charset: String?) -> String? {
        if bytes.contains(0) { return nil }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let isUTF8 = ["utf-8", "utf8"].contains(charset?.lowercased() ?? "")
        if let charset, !isUTF8, let text = Charset.utf8(bytes, from: charset) { return String(decoding: text, as: UTF8.self) }
        for name in looksChinese(bytes) ? ["GB18030", "WINDOWS-1252"] : ["WINDOWS-1252", "GB18030"] {
            if let text = Charset.utf8(bytes, from: name) { return String(decoding: text, as: UTF8.self) }
        }
        return Charset.utf8(bytes, from: "ISO-8859-1").map { String(decoding: $0, as: UTF8.self) }
    }

    /// The lines, each with its number from 1.
    static func lines(_ text: String) -> PlaylistLines { PlaylistLines(text) }

    /// A text of a list as an entry has it; nil where nothing is left.
    static func clean(_ text: some StringProtocol) -> String? {
        let clean = PlainText.verbatim(String(text))
        return clean.isEmpty ? nil : clean
    }

    private static func utf16Name(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 2 else { return nil }
        switch (bytes[0], bytes[1]) {
        case (0xFF, 0xFE): return "UTF-16LE"
        case (0xFE, 0xFF): return "UTF-16BE"
        case (0, 0x23), (0, 0x5B), (0, 0x3C): return "UTF-16BE"
        case (0x23, 0), (0x5B, 0), (0x3C, 0): return "UTF-16LE"
        default: return nil
        }
    }

    /// Whether the bytes beyond ASCII stand in pairs as the common characters of GB 2312 do. Latin letters with accents mostly stand alone.
    private static func looksChinese(_ bytes: [UInt8]) -> Bool {
        var (paired, alone) = (0, 0)
        var at = 0
        while at < bytes.count {
            if bytes[at] < 0x80 {
                at += 1
            } else if at + 1 < bytes.count, (0xA1...0xF7).contains(bytes[at]), bytes[at + 1] >= 0xA1 {
                paired += 1
                at += 2
            } else {
                alone += 1
                at += 1
            }
        }
        return paired > alone
    }
}

/// The lines of a text one after the other, whichever of LF, CR LF and CR ends them. Never all at once: a list may have millions.
struct PlaylistLines: Sequence, IteratorProtocol {
    private var rest: Substring.UTF8View
    private var number = 0

    init(_ text: String) { rest = text[...].utf8 }

    mutating func next() -> (number: Int, text: String)? {
        guard !rest.isEmpty else { return nil }
        let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
        let end = rest[line.endIndex...]
        rest = end.dropFirst(end.starts(with: [0x0D, 0x0A]) ? 2 : 1)
        number += 1
        return (number, String(decoding: line, as: UTF8.self))
    }

    /// How many lines hold more than a remark, at most.
    var entryLimit: Int {
        var count = 0
        var isStart = true
        for byte in rest {
            let isBreak = byte == 0x0A || byte == 0x0D
            if isStart, !isBreak, byte != UInt8(ascii: "#") { count += 1 }
            isStart = isBreak
        }
        return count
    }
}

extension StringProtocol {
    /// Whether it is an absolute path; also where an accent follows the slash, which makes both one letter.
    var isPath: Bool { utf8.first == UInt8(ascii: "/") }

    /// Without blanks and tabs at its ends.
    var unpadded: String {
        let view = unicodeScalars
        let start = view.firstIndex { $0 != " " && $0 != "\t" } ?? view.endIndex
        let end = view[start...].lastIndex { $0 != " " && $0 != "\t" }.map { view.index(after: $0) } ?? start
        return String(self[start..<end])
    }
}
