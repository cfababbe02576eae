/// What a value is taken for when servers are sloppy about types: texts and numbers for one another, several ways to say "nothing".
extension JSON {
    /// A text, or a number as it was sent, without white space around it; nil for nothing (`null`, `""`), for a bool, a list or an object.
    public var text: String? { document.text(node) }

    /// A finite number; also where it is sent as text.
    public var double: Double? {
        guard let text, text.utf8.allSatisfy({ Self.isNumeric($0) }), let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// A whole number; also where it is sent as text or as `12.0`.
    public var int: Int? { int64.flatMap { Int(exactly: $0) } }

    /// As `int`, of 64 bits.
    public var int64: Int64? {
        guard let text else { return nil }
        return Int64(text) ?? double.flatMap { Int64(exactly: $0) }
    }

    /// Yes or no: a bool, 1 or 0, or one of the words for them in any case; nil for anything else.
    public var flag: Bool? {
        switch kind {
        case .true: return true
        case .false: return false
        default: break
        }
        let text = text
        if text == "0" { return false }
        if text == "1" { return true }
        switch text?.lowercased() {
        case "1", "true", "yes", "y", "on": return true
        case "0", "false", "no", "n", "off": return false
        default: return nil
        }
    }

    /// The entries of a list: those of an array, the values of an object whose keys are all whole numbers (in their order), one value
    /// that stands for a list of one; none for nothing (`null`, `""`, `{}`, `false`).
    public var list: [JSON] {
        switch kind {
        case .array: return elements
        case .null, .false: return []
        case .string: return text == nil ? [] : [self]
        case .object: return keyedList ?? [self]
        case .number, .true: return [self]
        }
    }

    /// The object, or nil where something else stands for it (`""`, `[]`, `null`, `{}`). A list of one object counts as that object.
    public var objectOrNil: JSON? {
        switch kind {
        case .object: return document.count(of: node) > 0 ? self : nil
        case .array where document.count(of: node) == 1: return elements.first?.objectOrNil
        default: return nil
        }
    }

    private var keyedList: [JSON]? {
        var entries: [Int: JSON] = [:]
        for (key, value) in members {
            guard let number = Int(key) else { return nil }
            entries[number] = value
        }
        return entries.sorted { $0.key < $1.key }.map(\.value)
    }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || byte == 0x2E || byte == 0x2B || byte == 0x2D || byte | 0x20 == 0x65
    }
}

extension JSONDocument {
    /// As `JSON.text`.
    func text(_ node: Int) -> String? {
        let found = nodes[node]
        guard found.kind == .string || found.kind == .number, found.extent > 0 else { return nil }
        let text = string(node)
        // What begins and ends with visible ASCII has no blanks there: the usual case.
        if !found.hasEscapes, isVisible(found.start), isVisible(found.start &+ UInt32(truncatingIfNeeded: found.extent) &- 1) {
            return text
        }
        let trimmed = text.trimmed
        return trimmed.isEmpty ? nil : trimmed
    }

    /// The same made fit for people; nil where nothing is left. What is clean as it came is made a text only once.
    func text(_ node: Int, cleanedBy clean: (String) -> String) -> String? {
        let found = nodes[node]
        guard found.kind == .string || found.kind == .number, found.extent > 0 else { return nil }
        let (bytes, range) = (bytes, found.range)
        let all = bytes.span
        let sent = all.extracting(range)
        if !found.hasEscapes, PlainText.isPlain(sent) { return JSONBytes.text(sent) }
        let cleaned = text(node).map(clean)
        return cleaned.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func isVisible(_ at: UInt32) -> Bool { (0x21..<0x7F).contains(bytes[Int(at)]) }
}
