/// Finds the values of a JSON text, in one pass and without recursion, so that no nesting can exhaust the stack.
struct JSONScanner {
    private let bytes: [UInt8]
    private let mayBeCall: Bool
    private var at = 0
    private var nodes: [JSONNode] = []
    /// The lists and objects that are open, innermost last.
    private var open: [(node: Int, isObject: Bool, count: UInt32)] = []

    /// `mayBeCall`: whether the value may stand in a call of a script function, as JSONP has it.
    init(_ bytes: [UInt8], mayBeCall: Bool) throws(JSONError) {
        guard bytes.count < JSONNode.limit else { throw JSONError(.tooLarge) }
        self.bytes = bytes
        self.mayBeCall = mayBeCall
        // About what services send; the rest of it costs address space only.
        nodes.reserveCapacity(bytes.count / 10 + 1)
    }

    mutating func scan() throws(JSONError) -> [JSONNode] {
        skipSpace()
        let isCall = try enterForeign()
        repeat {
            if try beginValue() { continue }
            while try !endValue() {}
        } while !open.isEmpty
        skipSpace()
        if isCall { try leaveCall() }
        guard at == bytes.count else { throw error(.trailing) }
        return nodes
    }
}

extension JSONScanner {
    /// Reads a value. True where it is a list or object that holds something: then its first value comes next.
    private mutating func beginValue() throws(JSONError) -> Bool {
        skipSpace()
        switch try current() {
        case UInt8(ascii: "{"): return try beginContainer(.object, closing: UInt8(ascii: "}"))
        case UInt8(ascii: "["): return try beginContainer(.array, closing: UInt8(ascii: "]"))
        case UInt8(ascii: "\""): try scanString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber()
        case UInt8(ascii: "t"): try scanWord("true", .true)
        case UInt8(ascii: "f"): try scanWord("false", .false)
        case UInt8(ascii: "n"): try scanWord("null", .null)
        default: throw unexpected()
        }
        return false
    }

    private mutating func beginContainer(_ kind: JSON.Kind, closing: UInt8) throws(JSONError) -> Bool {
        guard open.count < JSON.depthLimit else { throw error(.tooDeep) }
        at += 1
        nodes.append(JSONNode(kind, start: 0, extent: nodes.count + 1))
        skipSpace()
        if try current() == closing {
            at += 1
            return false
        }
        open.append((nodes.count - 1, kind == .object, 0))
        if kind == .object { try scanKey() }
        return true
    }

    /// Looks at what follows a value. True where there is nothing more to close: another value comes next, or the text is over.
    private mutating func endValue() throws(JSONError) -> Bool {
        guard !open.isEmpty else { return true }
        let last = open.count &- 1
        open[last].count &+= 1
        skipSpace()
        let isObject = open[last].isObject
        let byte = try current()
        if byte == UInt8(ascii: ",") {
            at += 1
            if isObject { try scanKey() }
            return true
        }
        guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { throw unexpected() }
        at += 1
        nodes[open[last].node].close(count: open[last].count, end: nodes.count)
        open.removeLast()
        return false
    }

    private mutating func scanKey() throws(JSONError) {
        skipSpace()
        guard try current() == UInt8(ascii: "\"") else { throw unexpected() }
        try scanString()
        skipSpace()
        guard try current() == UInt8(ascii: ":") else { throw unexpected() }
        at += 1
    }
}

extension JSONScanner {
    private mutating func scanString() throws(JSONError) {
        at += 1
        let start = at
        var hasEscapes = false
        while true {
            at = JSONBytes.endOfRun(in: bytes.span, from: at)
            let byte = try current()
            if byte == UInt8(ascii: "\"") { break }
            guard byte == UInt8(ascii: "\\") else { throw error(.controlCharacter(byte)) }
            hasEscapes = true
            try skipEscape()
        }
        nodes.append(JSONNode(.string, hasEscapes: hasEscapes, start: start, extent: at - start))
        at += 1
    }

    private mutating func skipEscape() throws(JSONError) {
        at += 1
        switch try current() {
        case UInt8(ascii: "u"):
            at += 1
            for _ in 0..<4 {
                guard JSONText.hexValue(try current()) != nil else { throw error(.badEscape) }
                at += 1
            }
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            at += 1
        default: throw error(.badEscape)
        }
    }

    private mutating func scanNumber() throws(JSONError) {
        let start = at
        if bytes[at] == UInt8(ascii: "-") { at += 1 }
        if try current() == UInt8(ascii: "0") { at += 1 } else { try skipDigits() }
        if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
            at += 1
            try skipDigits()
        }
        if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
            at += 1
            let sign = try current()
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { at += 1 }
            try skipDigits()
        }
        // 01 and 1x: whatever goes on like a number or word is no number.
        if at < bytes.count, Self.isWordByte(bytes[at]) { throw error(.badNumber) }
        nodes.append(JSONNode(.number, start: start, extent: at - start))
    }

    /// At least one digit.
    private mutating func skipDigits() throws(JSONError) {
        guard Self.isDigit(try current()) else { throw error(.badNumber) }
        while at < bytes.count, Self.isDigit(bytes[at]) { at += 1 }
    }

    private mutating func scanWord(_ word: String, _ kind: JSON.Kind) throws(JSONError) {
        for byte in word.utf8 {
            guard try current() == byte else { throw unexpected() }
            at += 1
        }
        nodes.append(JSONNode(kind, start: 0, extent: 0))
    }

    private mutating func skipSpace() {
        while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x0A || bytes[at] == 0x0D || bytes[at] == 0x09 { at += 1 }
    }

    private func current() throws(JSONError) -> UInt8 {
        guard at < bytes.count else { throw error(.truncated) }
        return bytes[at]
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2E || byte == 0x2B || byte == 0x2D || byte >= 0x80
    }
}

extension JSONScanner {
    /// Names the bodies that are known to come in JSON's place, or enters the call in which a value stands. True for a call.
    private mutating func enterForeign() throws(JSONError) -> Bool {
        guard at < bytes.count else { throw error(.empty) }
        if bytes[at] == UInt8(ascii: "<") { throw error(.webPage) }
        guard let call else { return false }
        guard mayBeCall else { throw error(.jsonp) }
        at = call.start
        return call.isOpen
    }

    /// What stands behind the value: `)`, and perhaps `;`.
    private mutating func leaveCall() throws(JSONError) {
        guard try current() == UInt8(ascii: ")") else { throw unexpected() }
        repeat {
            at += 1
            skipSpace()
        } while at < bytes.count && bytes[at] == UInt8(ascii: ";")
    }

    /// Where the value starts if the text begins with `name(`, perhaps behind a comment, or with the `)]}'` that some put before their data.
    private var call: (start: Int, isOpen: Bool)? {
        var rest = bytes[at...].prefix(256)
        if rest.starts(with: ")]}'".utf8) { return (rest.dropFirst(4).first == UInt8(ascii: ",") ? at + 5 : at + 4, false) }
        if rest.starts(with: "/*".utf8), let end = rest.indices.dropLast().first(where: { rest[$0] == 0x2A && rest[$0 + 1] == 0x2F }) {
            rest = rest[(end + 2)...].drop { $0 <= 0x20 }
        }
        let name = rest.prefix { (0x61...0x7A).contains($0 | 0x20) || Self.isDigit($0) || $0 == 0x5F || $0 == 0x24 || $0 == 0x2E }
        let behind = rest.dropFirst(name.count).drop { $0 <= 0x20 }
        return behind.first == UInt8(ascii: "(") ? (behind.startIndex + 1, true) : nil
    }

    private func unexpected() -> JSONError {
        let text = String(decoding: bytes[at..<min(at + 4, bytes.count)], as: UTF8.self)
        return error(.unexpected(text.unicodeScalars.first ?? "\u{FFFD}"))
    }

    private func error(_ reason: JSONError.Reason) -> JSONError { JSONError(reason, at: at, in: bytes) }
}
