/// The members of a radio directory's objects that are read (reference section D1), as they are spelt on the wire.
enum RadioKey: UInt8, CaseIterable {
    case stationuuid, name, url, urlResolved, homepage, favicon, tags, country, countrycode, language, languagecodes
    case votes, codec, bitrate, hls, clickcount, clicktrend
    case stationcount, iso3166, iso639
    case ok, message, ip

    /// From 0; below 32, for which `RadioEntry` has room.
    var place: Int { Int(rawValue) }

    var spelling: String {
        switch self {
        case .urlResolved: "url_resolved"
        case .iso3166: "iso_3166_1"
        case .iso639: "iso_639"
        default: "\(self)"
        }
    }

    /// The keys and their spellings, by the spelling's length.
    private static let byLength: [[(key: RadioKey, spelling: [UInt8])]] = {
        let all = allCases.map { (key: $0, spelling: Array($0.spelling.utf8)) }
        let longest = all.map(\.spelling.count).max() ?? 0
        return (0...longest).map { length in all.filter { $0.spelling.count == length } }
    }()

    /// The key that is spelt so; nil for another.
    static func spelt(_ bytes: Span<UInt8>) -> RadioKey? {
        guard bytes.count < byLength.count else { return nil }
        for (key, spelling) in byLength[bytes.count] where isSame(bytes, spelling) { return key }
        return nil
    }

    private static func isSame(_ bytes: Span<UInt8>, _ spelling: [UInt8]) -> Bool {
        for index in bytes.indices where bytes[index] != spelling[index] { return false }
        return true
    }
}

/// One object of a radio directory's answer. The members are gone through once, as a whole dump is 50,000 of them; of equal keys the last counts.
struct RadioEntry {
    private let document: JSONDocument
    /// For each key the node of its value; 0 where there is none (node 0 is the document's own).
    private var nodes = InlineArray<32, UInt32>(repeating: 0)

    init(_ json: JSON) {
        document = json.document
        guard json.kind == .object else { return }
        var at = json.node + 1
        let end = document.end(of: json.node)
        while at < end {
            if let key = document.radioKey(at) { nodes[key.place] = UInt32(truncatingIfNeeded: at + 1) }
            at = document.end(of: at + 1)
        }
    }

    /// Whether a key is there, whatever it holds.
    func has(_ key: RadioKey) -> Bool { nodes[key.place] != 0 }

    /// The text as it was sent, or a number as text; nil for nothing.
    func raw(_ key: RadioKey) -> String? { node(key).flatMap { document.text($0) } }

    /// One clean line.
    func line(_ key: RadioKey) -> String? { node(key).flatMap { document.text($0, cleanedBy: PlainText.clean) } }

    /// An id, or a name that is sent back as it is.
    func id(_ key: RadioKey) -> String? { node(key).flatMap { document.text($0, cleanedBy: PlainText.verbatim) } }

    /// An absolute address.
    func address(_ key: RadioKey) -> String? { raw(key).flatMap { WebAddress.absolute($0) } }

    func number(_ key: RadioKey) -> Int? { value(key)?.int }

    /// 0 is a count, a negative number is none.
    func count(_ key: RadioKey) -> Int? { number(key).flatMap { $0 >= 0 ? $0 : nil } }

    func flag(_ key: RadioKey) -> Bool? { value(key)?.flag }

    private func value(_ key: RadioKey) -> JSON? { node(key).map { JSON(document: document, node: $0) } }

    private func node(_ key: RadioKey) -> Int? {
        let node = nodes[key.place]
        return node == 0 ? nil : Int(node)
    }
}

extension JSONDocument {
    /// The key at a node, if it is one of a radio directory's.
    fileprivate func radioKey(_ node: Int) -> RadioKey? {
        let found = nodes[node]
        let sent = found.hasEscapes ? Array(string(node).utf8) : bytes
        let all = sent.span
        return RadioKey.spelt(found.hasEscapes ? all : all.extracting(found.range))
    }
}
