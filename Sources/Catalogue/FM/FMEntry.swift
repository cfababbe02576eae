/// One object of an FM-style answer, with what is needed to read its fields: the first of several keys that holds something.
///
/// The members are gone through once; asking for one is then a look into a table. Of equal keys the last counts.
struct FMEntry {
    /// What relative addresses are resolved against.
    let base: String?
    private let document: JSONDocument
    /// For each key the node of its value; 0 where there is none (node 0 is the document's own).
    private var nodes: InlineArray<128, UInt32>

    init(json: JSON, base: String?) {
        self.base = base
        document = json.document
        nodes = InlineArray(repeating: 0)
        guard json.kind == .object else { return }
        var at = json.node + 1
        let end = document.end(of: json.node)
        while at < end {
            if let key = document.fmKey(at) { nodes[key.place] = UInt32(truncatingIfNeeded: at + 1) }
            at = document.end(of: at + 1)
        }
    }

    /// Whether a key is there, whatever it holds.
    func has(_ keys: FMKey...) -> Bool { keys.contains { nodes[$0.place] != 0 } }

    /// The value under a key.
    func value(_ key: FMKey) -> JSON? {
        let node = nodes[key.place]
        return node == 0 ? nil : JSON(document: document, node: Int(node))
    }

    /// The text as it was sent.
    func raw(_ keys: FMKey...) -> String? { first(keys) { $0.text($1) } }

    /// One clean line.
    func line(_ keys: FMKey...) -> String? { first(keys) { $0.text($1, cleanedBy: PlainText.clean) } }

    /// Clean text of several lines.
    func paragraphs(_ keys: FMKey...) -> String? { first(keys) { $0.text($1, cleanedBy: PlainText.paragraphs) } }

    /// An id: opaque, every digit kept.
    func id(_ keys: FMKey...) -> String? { first(keys) { $0.text($1, cleanedBy: PlainText.verbatim) } }

    /// An id of something else: 0 means none.
    func link(_ keys: FMKey...) -> String? {
        first(keys) { document, node in
            let id = document.text(node, cleanedBy: PlainText.verbatim)
            return id == "0" || id == "-1" ? nil : id
        }
    }

    func address(_ keys: FMKey...) -> String? {
        let base = base
        return first(keys) { document, node in document.text(node).flatMap { WebAddress.absolute($0, base: base) } }
    }

    func time(_ keys: FMKey...) -> Int64? { first(keys) { $0.text($1).flatMap(Timestamp.parse) } }

    func flag(_ key: FMKey) -> Bool? { value(key)?.flag }

    /// A count: 0 is one, a negative number is none.
    func count(_ keys: FMKey...) -> Int? {
        first(keys) { document, node in JSON(document: document, node: node).int.flatMap { $0 >= 0 ? $0 : nil } }
    }

    /// The object under the first of the keys that holds one.
    func object(_ keys: FMKey...) -> FMEntry? {
        first(keys) { JSON(document: $0, node: $1).objectOrNil }.map { FMEntry(json: $0, base: base) }
    }

    /// The list under the first of the keys that holds entries.
    func list(_ keys: FMKey...) -> [JSON] {
        first(keys) { document, node in
            let list = JSON(document: document, node: node).list
            return list.isEmpty ? nil : list
        } ?? []
    }

    /// Names of people or tags: a text, taken apart at the separators in use (blanks only where `atBlanks`), or a list of texts.
    func names(_ keys: FMKey..., atBlanks: Bool = false) -> [String] {
        first(keys) { document, node in
            let sent = JSON(document: document, node: node)
            let texts = sent.kind == .array ? sent.elements.compactMap(\.text) : sent.text.map { [$0] } ?? []
            let names = Names.split(texts, atBlanks: atBlanks)
            return names.isEmpty ? nil : names
        } ?? []
    }

    /// `read` gets all it needs, as a closure over the entry would copy the whole table.
    @inline(__always)
    private func first<Value>(_ keys: [FMKey], _ read: (JSONDocument, Int) -> Value?) -> Value? {
        for key in keys {
            let node = nodes[key.place]
            if node != 0, let value = read(document, Int(node)) { return value }
        }
        return nil
    }
}

/// Texts that name several people or things.
private enum Names {
    static func split(_ texts: [String], atBlanks: Bool) -> [String] {
        texts.flatMap { split(PlainText.clean($0), atBlanks: atBlanks) }
    }

    private static func split(_ text: String, atBlanks: Bool) -> [String] {
        var names: [String] = []
        var start = text.startIndex
        func take(to end: String.Index) {
            let name = text[start..<end].trimmed
            if !name.isEmpty { names.append(name) }
        }
        let scalars = text.unicodeScalars
        for index in scalars.indices where isSeparator(scalars[index]) || (atBlanks && scalars[index] == " ") {
            take(to: index)
            start = scalars.index(after: index)
        }
        take(to: text.endIndex)
        return names
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "、", "，", ",", ";", "；", "/", "|": true
        default: false
        }
    }
}

extension JSONDocument {
    /// The key at a node, if it is one of FM's.
    fileprivate func fmKey(_ node: Int) -> FMKey? {
        let found = nodes[node]
        let sent = found.hasEscapes ? Array(string(node).utf8) : bytes
        let all = sent.span
        return FMKey.spelt(found.hasEscapes ? all : all.extracting(found.range))
    }
}
