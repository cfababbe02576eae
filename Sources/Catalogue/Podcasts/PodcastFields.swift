/// One object of a podcast directory's answer, read field by field: of several keys the first that holds something.
struct PodcastFields {
    let json: JSON

    /// Whether a key is there, whatever it holds.
    func has(_ keys: String...) -> Bool { keys.contains { json[$0] != nil } }

    /// The text as it was sent.
    func raw(_ keys: String...) -> String? { first(keys, \.text) }

    /// One clean line.
    func line(_ keys: String...) -> String? { first(keys) { filled($0.text.map(PlainText.clean)) } }

    /// Clean text of several lines.
    func paragraphs(_ keys: String...) -> String? { first(keys) { filled($0.text.map(PlainText.paragraphs)) } }

    /// An id: opaque, every digit kept.
    func id(_ keys: String...) -> String? { first(keys) { filled($0.text.map(PlainText.verbatim)) } }

    func address(_ keys: String...) -> String? { first(keys) { $0.text.flatMap { WebAddress.absolute($0) } } }

    /// A date, in UTC where it has no zone.
    func time(_ keys: String...) -> Int64? { first(keys) { $0.text.flatMap(Timestamp.feedDate) } }

    /// A count: 0 is one, a negative number is none.
    func count(_ keys: String...) -> Int? { first(keys) { $0.int.flatMap { $0 >= 0 ? $0 : nil } } }

    /// The names of a list whose entries are texts, or objects with a `name`.
    func names(_ key: String) -> [String] {
        (json[key]?.list ?? []).compactMap { entry in
            entry.kind == .object ? PodcastFields(json: entry).line("name") : filled(entry.text.map(PlainText.clean))
        }
    }

    private func first<Value>(_ keys: [String], _ read: (JSON) -> Value?) -> Value? {
        for key in keys {
            if let value = json[key].flatMap(read) { return value }
        }
        return nil
    }

    private func filled(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
}

/// What could be read of a list, and why the rest could not.
struct PodcastList<Value> {
    var values: [Value] = []
    var skipped: [String] = []

    /// Reads each entry by itself, so that a bad one costs only itself. `what` names the entries, and `lack` what an unusable one is
    /// without: "result 3 has no id".
    init(_ list: [JSON], _ what: String, lack: String = "id", _ read: (PodcastFields) -> Value?) {
        for (index, json) in list.enumerated() {
            if json.kind != .object {
                skipped.append("\(what) \(index + 1) is \(json.kind == .null ? "null" : "no object")")
            } else if let value = read(PodcastFields(json: json)) {
                values.append(value)
            } else {
                skipped.append("\(what) \(index + 1) has no \(lack)")
            }
        }
    }
}
