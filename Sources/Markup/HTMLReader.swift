import CXML

/// Reads a piece of HTML by libxml2's event parser, as forgivingly as browsers do: end tags that are missing are added, those that belong to
/// nothing are passed over. Nothing outside of the piece is looked at; of references only HTML's own are known.
public enum HTMLReader {
    /// How many elements may lie inside one another.
    public static let depthLimit = 256
    /// How many attributes one tag may have: the parser compares each with each.
    public static let attributeLimit = 500

    /// Tells the visitor what is in the piece, which is read as if it stood in a `<div>`. Throws where it can't be read to its end: the
    /// visitor has heard a part then. Time and memory grow as the piece does. May be called from any thread.
    public static func read(_ html: String, into visitor: some HTMLVisitor) throws(XMLError) {
        guard html.utf8.count < 1 << 30 else { throw XMLError(.tooLarge) }
        // The mark tells the parser that this is UTF-8, whatever a `<meta>` in it says.
        let text = XMLText.withoutForbidden(Array("\u{FEFF}<div>\(html)".utf8))
        if HTMLTags.hasGiant(text, attributeLimit: attributeLimit) { throw XMLError(.tooManyAttributes) }
        let events = HTMLEvents(visitor)
        parse(text, into: events)
        if events.isTooDeep { throw XMLError(.tooDeep) }
    }

    private static func parse(_ text: [UInt8], into events: HTMLEvents) {
        _ = XMLReader.isReady
        withExtendedLifetime(events) {
            text.withUnsafeBytes { buffer in
                let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                guard let parser = htmlCreateMemoryParserCtxt(start, Int32(buffer.count)) else { return }
                defer { htmlFreeParserCtxt(parser) }
                htmlCtxtUseOptions(parser, options)
                parser.pointee.sax.pointee = HTMLEvents.handler
                parser.pointee.userData = Unmanaged.passUnretained(events).toOpaque()
                events.parser = parser
                htmlParseDocument(parser)
                events.parser = nil
            }
        }
    }

    /// NOIMPLIED: without a `<html>` and `<body>` around it, which would have to be passed over.
    private static let options = Int32(
        bitPattern: HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_IGNORE_ENC.rawValue | HTML_PARSE_NOIMPLIED.rawValue)
}

/// Takes what `HTMLReader` finds. Every element that was begun is ended; those without contents (`br`, `img`) at once.
public protocol HTMLVisitor: AnyObject {
    /// An element begins; its name is in lower case.
    func begin(_ name: String, _ attributes: XMLAttributes)
    func end(_ name: String)
    /// A piece of text, references decoded, white space as it was written. One text may come in several pieces.
    func add(_ text: String)
}

/// The parser's calls, as methods.
private final class HTMLEvents {
    private let visitor: any HTMLVisitor
    /// The parser at work, to stop it.
    var parser: htmlParserCtxtPtr?
    private(set) var isTooDeep = false
    private var depth = 0

    init(_ visitor: any HTMLVisitor) { self.visitor = visitor }

    /// The callbacks of all pieces.
    static var handler: htmlSAXHandler {
        var handler = htmlSAXHandler()
        handler.startElement = { context, name, attributes in
            guard let name else { return }
            HTMLEvents.of(context)?.begin(String(cString: name), attributes)
        }
        handler.endElement = { context, name in
            guard let name else { return }
            HTMLEvents.of(context)?.end(String(cString: name))
        }
        handler.characters = { context, text, count in
            guard let text, count > 0 else { return }
            HTMLEvents.of(context)?.add(UnsafeBufferPointer(start: text, count: Int(count)))
        }
        handler.ignorableWhitespace = handler.characters
        handler.cdataBlock = handler.characters
        return handler
    }

    private func begin(_ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
        guard !isTooDeep else { return }
        depth += 1
        guard depth <= HTMLReader.depthLimit else {
            isTooDeep = true
            if let parser { xmlStopParser(parser) }
            return
        }
        visitor.begin(name, Self.attributes(attributes))
    }

    private func end(_ name: String) {
        guard !isTooDeep else { return }
        depth -= 1
        visitor.end(name)
    }

    private func add(_ text: UnsafeBufferPointer<UInt8>) {
        if !isTooDeep { visitor.add(String(decoding: text, as: UTF8.self)) }
    }

    /// Name and value in turn, up to a null; one without a value has a null there.
    private static func attributes(_ pointers: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) -> XMLAttributes {
        var result = XMLAttributes()
        guard var at = pointers else { return result }
        while let name = at[0] {
            result.pairs.append(XMLAttributes.Pair(name: String(cString: name), value: at[1].map { String(cString: $0) } ?? ""))
            at += 2
        }
        return result
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> HTMLEvents? {
        context.map { Unmanaged<HTMLEvents>.fromOpaque($0).takeUnretainedValue() }
    }
}
