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
        _ = isReady
        var handler = XMLEvents.handler
        withExtendedLifetime(events) {
            let context = Unmanaged.passUnretained(events).toOpaque()
            guard let parser = xmlCreatePushParserCtxt(&handler, context, nil, 0, nil) else { return }
            defer { xmlFreeParserCtxt(parser) }
            xmlCtxtUseOptions(parser, options)
            events.parser = parser
            // Each end tag that belongs to nothing takes an element off the parser's list, and it stops at the end of the last one.
            xmlParseChunk(parser, slack, Int32(slack.utf8.count), 0)
            events.isStarted = true
            text.withUnsafeBytes { buffer in
                // In one piece: the parser's search for an end that lies pieces ahead begins anew with each.
                let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                xmlParseChunk(parser, start, Int32(buffer.count), 1)
            }
            events.parser = nil
        }
    }

    /// The library's own set-up, once and before the first parser of any thread.
    static let isReady: Void = xmlInitParser()

    private static let slack = String(repeating: "<_>", count: 1000)

    /// HUGE lifts the library's own bounds, which would end a document in its middle; depth and lengths are bounded here.
    private static let options = Int32(
        bitPattern: XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
            | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_HUGE.rawValue)
}
