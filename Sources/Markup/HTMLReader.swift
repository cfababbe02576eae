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
        guard cxml_open() else { throw XMLError(.libraryMissing) }
        // The mark tells the parser that this is UTF-8, whatever a `<meta>` in it says.
        let text = XMLText.withoutForbidden(Array("\u{FEFF}<div>\(html)".utf8))
        if HTMLTags.hasGiant(text, attributeLimit: attributeLimit) { throw XMLError(.tooManyAttributes) }
        let events = HTMLEvents(visitor)
        parse(text, into: events)
        if events.isTooDeep { throw XMLError(.tooDeep) }
    }

    private static func parse(_ text: [UInt8], into events: HTMLEvents) {
        var calls = HTMLEvents.calls
        withExtendedLifetime(events) {
            text.withUnsafeBytes { buffer in
                let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                let context = Unmanaged.passUnretained(events).toOpaque()
                guard let parser = cxml_begin_html(start, Int32(buffer.count), &calls, context) else { return }
                defer { cxml_free(parser) }
                events.parser = parser
                cxml_read_html(parser)
                events.parser = nil
            }
        }
    }
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
    var parser: OpaquePointer?
    private(set) var isTooDeep = false
    private var depth = 0

    init(_ visitor: any HTMLVisitor) { self.visitor = visitor }

    /// The callbacks of all pieces.
    static var calls: cxml_calls {
        cxml_calls(
            begin: { context, name, _, _, _, attributes in
                guard let name else { return }
                HTMLEvents.of(context)?.begin(String(cString: name), attributes)
            },
            end: { context, name in
                guard let name else { return }
                HTMLEvents.of(context)?.end(String(cString: name))
            },
            text: { context, text, count in
                HTMLEvents.of(context)?.add(UnsafeBufferPointer(start: text, count: Int(count)))
            },
            stray_end: nil, bad_reference: nil)
    }

    private func begin(_ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?) {
        guard !isTooDeep else { return }
        depth += 1
        guard depth <= HTMLReader.depthLimit else {
            isTooDeep = true
            if let parser { cxml_stop(parser) }
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
    private static func attributes(_ pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?) -> XMLAttributes {
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
