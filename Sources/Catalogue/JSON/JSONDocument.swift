/// The text of a body and the nodes that were found in it.
final class JSONDocument: Sendable {
    let bytes: [UInt8]
    let nodes: [JSONNode]

    init(bytes: [UInt8], nodes: [JSONNode]) {
        self.bytes = bytes
        self.nodes = nodes
    }

    /// The node behind a value: itself and all it holds.
    func end(of node: Int) -> Int {
        switch nodes[node].kind {
        case .array, .object: Int(nodes[node].extent)
        default: node + 1
        }
    }

    /// How many elements or members a list or object holds.
    func count(of node: Int) -> Int { Int(nodes[node].start) }

    func string(_ node: Int) -> String {
        let found = nodes[node]
        return found.hasEscapes ? JSONText.unescaped(bytes[found.range]) : String(decoding: bytes[found.range], as: UTF8.self)
    }

    func key(_ node: Int, is key: String) -> Bool {
        let found = nodes[node]
        if found.hasEscapes { return string(node) == key }
        let wanted = key.utf8
        guard Int(found.extent) == wanted.count else { return false }
        var at = Int(found.start)
        for byte in wanted {
            guard bytes[at] == byte else { return false }
            at += 1
        }
        return true
    }
}

/// A value in a document, 12 bytes. For a text or number: where it starts and how many bytes it has, without quotes. For a list or object:
/// how many elements or members it has, and the index of the node behind it. An object's nodes are keys and values in turn.
struct JSONNode: Sendable {
    var kind: JSON.Kind
    var hasEscapes = false
    var start: UInt32
    var extent: UInt32

    var range: Range<Int> { Int(start)..<(Int(start) + Int(extent)) }
}
