import CXML

/// Reads an XML document by libxml2's event parser, forgivingly: what is malformed costs no more than itself. Nothing outside of the
/// document is looked at, and entities that it declares are not expanded.
public enum XMLReader {
    /// How many elements may lie inside one another.
    public static let depthLimit = 512
    /// How much text of one element is taken, in bytes; more is dropped.
    public static let textLimit = 8 << 20

    /// Tells the visitor what is in the document. `charset` is what came with it from outside (HTTP). Returns whether the document was
    /// read to its end: false where it is cut short. May be called from any thread.
    @discardableResult
    public static func read<Visitor: XMLVisitor>(
        _ body: [UInt8], charset: String? = nil, into makeVisitor: () -> Visitor
    ) throws(XMLError) -> (visitor: Visitor, isWhole: Bool) {
        guard body.count < 1 << 30 else { throw XMLError(.tooLarge) }
        let text = XMLText.utf8(body, charset: charset)
        guard cxml_open() else { throw XMLError(.libraryMissing) }
        guard let start = XMLProlog.end(of: text) else { throw XMLError(text.allSatisfy { $0 <= 0x20 } ? .empty : .noElement) }
        if XMLProlog.hasGiantTag(text[start...]) { throw XMLError(.tooManyAttributes) }
        var visitor = makeVisitor()
        var dispatcher = XMLDispatcher(visitor)
        parse(text[start...], into: dispatcher)
        if dispatcher.hasBadReferences {
            // Which would be lost: once more, with what they mean in place of them.
            visitor = makeVisitor()
            dispatcher = XMLDispatcher(visitor)
            parse(XMLReferences.repaired(text[start...])[...], into: dispatcher)
        }
        if dispatcher.isTooDeep { throw XMLError(.tooDeep) }
        guard dispatcher.hasElements else { throw XMLError(.noElement) }
        return (visitor, dispatcher.finish())
    }

    private static func parse(_ text: ArraySlice<UInt8>, into events: XMLEvents) {
        var calls = XMLEvents.calls
        withExtendedLifetime(events) {
            guard let parser = cxml_begin(&calls, Unmanaged.passUnretained(events).toOpaque()) else { return }
            defer { cxml_free(parser) }
            events.parser = parser
            // Each end tag that belongs to nothing takes an element off the parser's list, and it stops at the end of the last one.
            cxml_add(parser, slack, Int32(slack.utf8.count), false)
            events.isStarted = true
            text.withUnsafeBytes { buffer in
                // In one piece: the parser's search for an end that lies pieces ahead begins anew with each.
                let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                cxml_add(parser, start, Int32(buffer.count), true)
            }
            events.parser = nil
        }
    }

    private static let slack = String(repeating: "<_>", count: 1000)
}
