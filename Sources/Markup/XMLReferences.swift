/// References that XML doesn't know, as feeds have them: HTML's names (`&nbsp;`) and a bare `&`.
enum XMLReferences {
    /// The text with HTML's names as characters, and each other `&` that begins no reference as `&amp;`. CDATA sections stay.
    static func repaired(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count + text.count / 16)
        var at = text.startIndex
        while at < text.endIndex {
            let byte = text[at]
            if byte == UInt8(ascii: "<"), text[at...].starts(with: opening) {
                let end = endOfSection(text, from: at + opening.count)
                result.append(contentsOf: text[at..<end])
                at = end
            } else if byte == UInt8(ascii: "&") {
                let (replacement, end) = reference(text, at: at)
                result.append(contentsOf: replacement)
                at = end
            } else {
                result.append(byte)
                at += 1
            }
        }
        return result
    }

    private static let ampersand = Array("&amp;".utf8)
    private static let opening = Array("<![CDATA[".utf8)

    private static func endOfSection(_ text: ArraySlice<UInt8>, from start: Int) -> Int {
        var at = start
        while at + 2 < text.endIndex {
            if text[at] == 0x5D, text[at + 1] == 0x5D, text[at + 2] == 0x3E { return at + 3 }
            at += 1
        }
        return text.endIndex
    }

    /// What stands for the reference at `start`, and the place behind it.
    private static func reference(_ text: ArraySlice<UInt8>, at start: Int) -> ([UInt8], Int) {
        let bare = (ampersand, start + 1)
        // A reference has no `&` in it, so that a row of them is not searched again and again.
        let window = text[(start + 1)..<min(text.endIndex, start + 40)]
        let stop = window.firstIndex { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "&") || $0 == 0x20 }
        guard let end = stop, text[end] == UInt8(ascii: ";"), end > start + 1 else { return bare }
        let name = String(decoding: text[(start + 1)..<end], as: UTF8.self)
        if ["amp", "lt", "gt", "quot", "apos"].contains(name) { return (Array(text[start...end]), end + 1) }
        let decoded = Entities.decode("&\(name);")
        guard decoded != "&\(name);" else { return bare }
        return (decoded.utf8.flatMap(escaped), end + 1)
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        switch byte {
        case UInt8(ascii: "<"): Array("&lt;".utf8)
        case UInt8(ascii: "&"): Array("&amp;".utf8)
        case UInt8(ascii: "\""): Array("&quot;".utf8)
        case 0..<0x20 where byte != 0x09 && byte != 0x0A && byte != 0x0D: []
        default: [byte]
        }
    }
}
