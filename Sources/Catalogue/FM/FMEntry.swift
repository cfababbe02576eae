/// One object of an FM-style answer, with what is needed to read its fields: the first of several keys that holds something.
struct FMEntry {
    let json: JSON
    /// What relative addresses are resolved against.
    let base: String?

    /// The text as it was sent.
    func raw(_ keys: String...) -> String? { first(keys) { json[$0]?.text } }

    /// One clean line.
    func line(_ keys: String...) -> String? { first(keys) { Self.filled(json[$0]?.text.map(PlainText.clean)) } }

    /// Clean text of several lines.
    func paragraphs(_ keys: String...) -> String? { first(keys) { Self.filled(json[$0]?.text.map(PlainText.paragraphs)) } }

    /// An id: opaque, every digit kept.
    func id(_ keys: String...) -> String? { first(keys) { Self.filled(json[$0]?.text.map(PlainText.verbatim)) } }

    /// An id of something else: 0 means none.
    func link(_ keys: String...) -> String? {
        first(keys) { key in Self.filled(json[key]?.text.map(PlainText.verbatim)).flatMap { $0 == "0" || $0 == "-1" ? nil : $0 } }
    }

    func address(_ keys: String...) -> String? { first(keys) { key in json[key]?.text.flatMap { WebAddress.absolute($0, base: base) } } }

    func time(_ keys: String...) -> Int64? { first(keys) { json[$0]?.text.flatMap(Timestamp.parse) } }

    /// A count: 0 is one, a negative number is none.
    func count(_ keys: String...) -> Int? { first(keys) { key in json[key]?.int.flatMap { $0 >= 0 ? $0 : nil } } }

    /// Whether any of the keys is there, whatever it holds.
    func has(_ keys: String...) -> Bool { keys.contains { json[$0] != nil } }

    /// The object under the first of the keys that holds one.
    func object(_ keys: String...) -> FMEntry? { first(keys) { json[$0]?.objectOrNil }.map { FMEntry(json: $0, base: base) } }

    /// The list under the first of the keys that holds entries.
    func list(_ keys: String...) -> [JSON] {
        first(keys) { key in json[key].map(\.list).flatMap { $0.isEmpty ? nil : $0 } } ?? []
    }

    /// Names of people or tags: a text, taken apart at the separators in use (blanks only where `atBlanks`), or a list of texts.
    func names(_ keys: String..., atBlanks: Bool = false) -> [String] {
        first(keys) { key in
            let sent = json[key].map { $0.kind == .array ? $0.elements.compactMap(\.text) : $0.text.map { [$0] } ?? [] } ?? []
            let names = sent.flatMap { Self.split(PlainText.clean($0), atBlanks: atBlanks) }
            return names.isEmpty ? nil : names
        } ?? []
    }

    private func first<Value>(_ keys: [String], _ read: (String) -> Value?) -> Value? {
        for key in keys { if let value = read(key) { return value } }
        return nil
    }

    private static func filled(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

    private static func split(_ text: String, atBlanks: Bool) -> [String] {
        text.unicodeScalars.split { scalar in
            switch scalar {
            case "、", "，", ",", ";", "；", "/", "|": true
            case " ": atBlanks
            default: false
            }
        }.map { Substring($0).trimmed }.filter { !$0.isEmpty }
    }
}
