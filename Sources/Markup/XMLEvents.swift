import CXML

/// The parser's calls, as methods. C can't call generic code, so what depends on the visitor is in `XMLDispatcher`.
class XMLEvents {
    /// The parser at work, to stop it.
    var parser: OpaquePointer?
    /// The document begins only now.
    var isStarted = false
    /// The name in an end tag that is not the open element's.
    private(set) var strayEnd: String?
    /// There were references (`&name;`, `&`) to what the document does not declare; the parser drops them.
    private(set) var hasBadReferences = false

    func begin(_ name: XMLNamePointers, _ attributes: XMLAttributePointers) {}

    /// `stray`: what the end tag names instead.
    func end(_ local: UnsafePointer<UInt8>, stray: String?) {}

    func add(_ text: UnsafeBufferPointer<UInt8>) {}

    func stop() {
        if let parser { cxml_stop(parser) }
    }

    /// The callbacks of all documents.
    static var calls: cxml_calls {
        cxml_calls(
            begin: { context, local, prefix, uri, count, attributes in
                guard let local, let events = XMLEvents.of(context), events.isStarted else { return }
                events.begin(
                    XMLNamePointers(local: local, prefix: prefix, uri: uri), XMLAttributePointers(count: Int(count), base: attributes))
            },
            end: { context, local in
                guard let local, let events = XMLEvents.of(context) else { return }
                let stray = events.strayEnd
                events.strayEnd = nil
                events.end(local, stray: stray)
            },
            text: { context, text, count in
                XMLEvents.of(context)?.add(UnsafeBufferPointer(start: text, count: Int(count)))
            },
            stray_end: { context, name in
                XMLEvents.of(context)?.strayEnd = name.map { XMLEvents.local(String(cString: $0)) }
            },
            bad_reference: { context in XMLEvents.of(context)?.hasBadReferences = true })
    }

    private static func local(_ name: String) -> String {
        name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLEvents? {
        context.map { Unmanaged<XMLEvents>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// A name as the parser has it: its pointers are the same for the same text, as long as the parser lives.
struct XMLNamePointers: Hashable {
    var local: UnsafePointer<UInt8>
    var prefix: UnsafePointer<UInt8>?
    var uri: UnsafePointer<UInt8>?

    /// Few names differ in the others only.
    func hash(into hasher: inout Hasher) { hasher.combine(local) }

    var name: XMLName {
        XMLName(
            local: String(cString: local), prefix: prefix.map { String(cString: $0) } ?? "",
            namespace: uri.map { String(cString: $0) } ?? "")
    }
}

/// Attributes as the parser has them: five pointers each (local name, prefix, URI, value, end of the value).
struct XMLAttributePointers {
    var count: Int
    var base: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

    var attributes: XMLAttributes {
        guard count > 0, let base else { return XMLAttributes() }
        var result = XMLAttributes()
        result.pairs.reserveCapacity(count)
        for index in 0..<count {
            let fields = base + index * 5
            guard let name = fields[0], let start = fields[3], let end = fields[4], end >= start else { continue }
            let local = String(cString: name)
            let full = fields[1].map { String(cString: $0) + ":" + local } ?? local
            result.pairs.append(XMLAttributes.Pair(name: full, value: value(UnsafeBufferPointer(start: start, count: end - start))))
        }
        return result
    }

    /// As entities are not expanded, the parser leaves `&#38;` for each `&`.
    private func value(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        var at = 0
        while at < bytes.count {
            result.append(bytes[at])
            at += bytes[at] == UInt8(ascii: "&") && bytes[at...].starts(with: Self.ampersand) ? Self.ampersand.count : 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let ampersand = Array("&#38;".utf8)
}
