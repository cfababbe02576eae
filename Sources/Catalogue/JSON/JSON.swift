/// A JSON value: a place in a parsed document. Cheap to copy; texts are made only when they are asked for.
///
/// A document is one array of small nodes in the order of the text, where a list or object knows the node behind its end. Of equal keys in
/// one object the last counts, in all ways of asking.
public struct JSON: Sendable {
    public enum Kind: UInt8, Sendable {
        case null, `false`, `true`, number, string, array, object
    }

    /// How many lists and objects may stand inside one another.
    public static let depthLimit = 512

    let document: JSONDocument
    let node: Int

    public var kind: Kind { document.nodes[node].kind }

    /// Reads a whole body: strict JSON (RFC 8259), in UTF-8, UTF-16 or, where it is neither, in `charset` or GB18030. A byte order mark
    /// is passed over, stray bytes and lone surrogates become U+FFFD. `charset` is the server's word and counts only where the bytes are
    /// not UTF-8. With `mayBeCall` the value may also stand in a call of a script function (`name({…});`, JSONP): the call is taken off,
    /// never run.
    public static func parse(_ body: [UInt8], charset: String? = nil, mayBeCall: Bool = false) throws(JSONError) -> JSON {
        let text = JSONEncoding.utf8(body, charset: charset)
        var scanner = try JSONScanner(text, mayBeCall: mayBeCall)
        return JSON(document: JSONDocument(bytes: text, nodes: try scanner.scan()), node: 0)
    }

    /// The value under a key: the last of that name; nil where there is none or this is no object. An explicit `null` is a value.
    public subscript(key: String) -> JSON? {
        guard kind == .object else { return nil }
        var found: Int?
        var at = node + 1
        let end = document.end(of: node)
        while at < end {
            if document.key(at, is: key) { found = at + 1 }
            at = document.end(of: at + 1)
        }
        return found.map { JSON(document: document, node: $0) }
    }

    /// The members of an object in the order of the text; empty for anything else. Equal keys are all there, the last of them counts.
    public var members: [(key: String, value: JSON)] {
        guard kind == .object else { return [] }
        var result: [(key: String, value: JSON)] = []
        var at = node + 1
        let end = document.end(of: node)
        while at < end {
            result.append((document.string(at), JSON(document: document, node: at + 1)))
            at = document.end(of: at + 1)
        }
        return result
    }

    /// The elements of a list; empty for anything else.
    public var elements: [JSON] {
        guard kind == .array else { return [] }
        var result: [JSON] = []
        result.reserveCapacity(document.count(of: node))
        var at = node + 1
        let end = document.end(of: node)
        while at < end {
            result.append(JSON(document: document, node: at))
            at = document.end(of: at)
        }
        return result
    }

    /// The characters of a string or number exactly as they were sent (escapes resolved); nil for anything else.
    public var exactText: String? { kind == .string || kind == .number ? document.string(node) : nil }
}

extension JSON: Equatable {
    /// Whether two values say the same: numbers by their text, objects by their members, of equal keys the last.
    public static func == (left: JSON, right: JSON) -> Bool {
        guard left.kind == right.kind else { return false }
        switch left.kind {
        case .null, .false, .true: return true
        case .number, .string: return left.exactText == right.exactText
        case .array: return left.elements == right.elements
        case .object: return left.lastMembers == right.lastMembers
        }
    }

    /// By the keys' bytes: letters with an accent have several spellings, which are different keys.
    private var lastMembers: [[UInt8]: JSON] { Dictionary(members.map { (Array($0.key.utf8), $0.value) }) { _, last in last } }
}
