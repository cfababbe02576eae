/// The text of a body and the nodes that were found in it. The text is sound UTF-8.
final class JSONDocument: Sendable {
    let bytes: [UInt8]
    let nodes: [JSONNode]

    init(bytes: [UInt8], nodes: [JSONNode]) {
        self.bytes = bytes
        self.nodes = nodes
    }

    /// The node behind a value: itself and all it holds.
    func end(of node: Int) -> Int {
        let found = nodes[node]
        switch found.kind {
        case .array, .object: return found.extent
        default: return node + 1
        }
    }

    /// How many elements or members a list or object holds.
    func count(of node: Int) -> Int { Int(nodes[node].start) }

    func string(_ node: Int) -> String {
        let found = nodes[node]
        let (bytes, range) = (bytes, found.range)
        let all = bytes.span
        return found.hasEscapes ? JSONText.unescaped(all.extracting(range)) : JSONBytes.text(all.extracting(range))
    }

    func key(_ node: Int, is key: String) -> Bool {
        let found = nodes[node]
        if found.hasEscapes { return string(node).utf8.elementsEqual(key.utf8) }
        let wanted = key.utf8
        guard found.extent == wanted.count else { return false }
        var at = Int(found.start)
        for byte in wanted {
            guard bytes[at] == byte else { return false }
            at += 1
        }
        return true
    }
}

/// A value in a document, 8 bytes. For a text or number: where it starts and how many bytes it has, without quotes. For a list or object:
/// how many elements or members it has, and the index of the node behind it. An object's nodes are keys and values in turn.
struct JSONNode: Sendable {
    /// An extent has 28 bits, and a document no more bytes.
    static let limit = 1 << 28

    var start: UInt32
    private var packed: UInt32

    init(_ kind: JSON.Kind, hasEscapes: Bool = false, start: Int, extent: Int) {
        self.start = UInt32(truncatingIfNeeded: start)
        packed = UInt32(truncatingIfNeeded: extent) << 4 | (hasEscapes ? 8 : 0) | UInt32(kind.rawValue)
    }

    var kind: JSON.Kind { JSON.Kind(rawValue: UInt8(packed & 7)) ?? .null }
    var hasEscapes: Bool { packed & 8 != 0 }
    var extent: Int { Int(packed >> 4) }
    var range: Range<Int> { Int(start)..<(Int(start) &+ extent) }

    mutating func close(count: UInt32, end: Int) {
        start = count
        packed = UInt32(truncatingIfNeeded: end) << 4 | packed & 15
    }
}
