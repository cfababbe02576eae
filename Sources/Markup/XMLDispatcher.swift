/// Follows a document's elements and tells the visitor what it wants to know.
final class XMLDispatcher: XMLEvents {
    private let visitor: any XMLVisitor
    private var tags: [XMLNamePointers: Known] = [:]
    /// The open elements. The parser's own list is no guide: each end tag takes one off it, whichever it names.
    private var open: [Open] = []
    /// How many of them the visitor knows; those behind lie inside text or in what isn't wanted.
    private var told = 0
    private var content = XMLContent.elements
    private var text: [UInt8] = []

    private(set) var hasElements = false
    private(set) var isTooDeep = false
    private var hasEnded = false

    private struct Known {
        var tag: Int
        var local: String
        var pointer: UnsafePointer<UInt8>
    }

    private struct Open {
        var element: Known
        var hasBase: Bool
    }

    init(_ visitor: any XMLVisitor) { self.visitor = visitor }

    override func begin(_ name: XMLNamePointers, _ attributes: XMLAttributePointers) {
        guard !hasEnded else { return }
        hasElements = true
        guard open.count < XMLReader.depthLimit else {
            isTooDeep = true
            return finishEarly()
        }
        let element = known(name)
        if visitor.interrupts(element.tag) {
            closeWhatIsInterrupted(by: element.tag)
        } else if told < open.count || wantsNoElements {
            return beginInside(element)
        }
        let attributes = attributes.attributes
        let base = attributes.pairs.first { $0.name == "xml:base" }?.value
        if let base { visitor.bases.append(base) }
        open.append(Open(element: element, hasBase: base != nil))
        told = open.count
        content = visitor.begin(element.tag, attributes)
        text.removeAll(keepingCapacity: true)
        if case .end = content { finishEarly() }
    }

    override func end(_ local: UnsafePointer<UInt8>, stray: String?) {
        guard !hasEnded else { return }
        if stray == nil, open.last?.element.pointer == local {
            if open.count > told { endInside() } else { closeLast() }
            return
        }
        let name = stray ?? String(cString: local)
        guard let index = open.lastIndex(where: { $0.element.local == name }) else { return }
        while open.count > index {
            if open.count > told { endInside() } else { closeLast() }
        }
    }

    override func add(_ added: UnsafeBufferPointer<UInt8>) {
        guard !hasEnded else { return }
        switch content {
        case .text: append(added)
        case .markup:
            for byte in added {
                switch byte {
                case UInt8(ascii: "<"): append("&lt;".utf8)
                case UInt8(ascii: "&"): append("&amp;".utf8)
                default: append(CollectionOfOne(byte))
                }
            }
        case .elements, .nothing, .end: break
        }
    }

    /// Ends what is still open. Whether nothing was.
    func finish() -> Bool {
        let isWhole = open.isEmpty || hasEnded
        hasEnded = false
        while !open.isEmpty {
            if open.count > told { open.removeLast() } else { closeLast() }
        }
        return isWhole
    }

    /// Ends an open element of the same kind, and a text or anything unwanted that is open.
    private func closeWhatIsInterrupted(by tag: Int) {
        if told < open.count || wantsNoElements {
            open.removeLast(open.count - told)
            closeLast()
        }
        guard let index = open.lastIndex(where: { $0.element.tag == tag }) else { return }
        while open.count > index { closeLast() }
    }

    private var isInText: Bool {
        switch content {
        case .text, .markup: true
        case .elements, .nothing, .end: false
        }
    }

    private var wantsNoElements: Bool {
        if case .elements = content { false } else { true }
    }

    private func known(_ name: XMLNamePointers) -> Known {
        if let known = tags[name] { return known }
        let full = name.name
        let element = Known(tag: visitor.tag(for: full), local: full.local, pointer: name.local)
        tags[name] = element
        return element
    }

    private func beginInside(_ element: Known) {
        open.append(Open(element: element, hasBase: false))
        write(element.local, opening: "<")
    }

    private func endInside() {
        let element = open.removeLast().element
        if !["br", "img", "hr"].contains(element.local) { write(element.local, opening: "</") }
    }

    private func write(_ local: String, opening: String) {
        if isInText { append("\(opening)\(local)>".utf8) }
    }

    private func append(_ added: some Collection<UInt8>) {
        if text.count + added.count <= XMLReader.textLimit { text.append(contentsOf: added) }
    }

    private func closeLast() {
        guard let closed = open.popLast() else { return }
        told = open.count
        visitor.end(closed.element.tag, text: text.isEmpty ? "" : String(decoding: text, as: UTF8.self))
        if closed.hasBase { visitor.bases.removeLast() }
        text.removeAll(keepingCapacity: true)
        content = .elements
    }

    private func finishEarly() {
        hasEnded = true
        stop()
    }
}
