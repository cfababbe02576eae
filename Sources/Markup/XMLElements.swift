import CXML

/// A small reader of XML's elements and their text, by libxml2's event parser. It recovers from nothing, asks nothing of the network, and leaves
/// entities of the document's own alone.
public enum XMLElements {
    /// Where a document breaks: libxml2's words, and the line from 1.
    public struct Problem: Error, Hashable, Sendable {
        public var words: String
        public var line: Int
    }

    /// Reads UTF-8 from beginning to end, whatever its declaration says; names come without their prefix. Gives nil, or where it had to stop. May
    /// be called from any thread; the closures are called on that one.
    public static func read(
        _ bytes: [UInt8], begin: (String) -> Void, text: (String) -> Void, end: (String) -> Void
    ) -> Problem? {
        xmlInitParser()
        return withoutActuallyEscaping(begin) { begin in
            withoutActuallyEscaping(text) { text in
                withoutActuallyEscaping(end) { end in
                    let listener = Listener(begin: begin, text: text, end: end)
                    return withExtendedLifetime(listener) { parse(bytes, for: listener) }
                }
            }
        }
    }

    private static func parse(_ bytes: [UInt8], for listener: Listener) -> Problem? {
        var events = xmlSAXHandler()
        events.initialized = UInt32(XML_SAX2_MAGIC)
        events.startElementNs = { context, name, _, _, _, _, _, _, _ in Listener.of(context)?.begin(name) }
        events.endElementNs = { context, name, _, _ in Listener.of(context)?.end(name) }
        events.characters = { context, text, count in Listener.of(context)?.add(text, count) }
        events.cdataBlock = events.characters
        events.ignorableWhitespace = events.characters
        let context = Unmanaged.passUnretained(listener).toOpaque()
        guard let parser = xmlCreatePushParserCtxt(&events, context, nil, 0, nil) else { return Problem(words: "no memory", line: 0) }
        defer { xmlFreeParserCtxt(parser) }
        // The text was decoded already, so its declaration may say what it likes.
        xmlCtxtUseOptions(
            parser,
            Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue))
        bytes.withUnsafeBytes { buffer in
            var at = 0
            repeat {
                let count = min(buffer.count - at, 1 << 14)
                let start = buffer.baseAddress?.advanced(by: at).assumingMemoryBound(to: CChar.self)
                at += count
                if xmlParseChunk(parser, start, Int32(count), at == buffer.count ? 1 : 0) != 0 { break }
            } while at < buffer.count
        }
        guard let error = xmlCtxtGetLastError(parser), error.pointee.level.rawValue >= XML_ERR_ERROR.rawValue else { return nil }
        let words = error.pointee.message.map { String(cString: $0) } ?? ""
        return Problem(words: String(words.prefix { $0 != "\n" }), line: Int(error.pointee.line))
    }
}

/// Hands the parser's events on as Swift texts.
private final class Listener {
    private let onBegin: (String) -> Void
    private let onText: (String) -> Void
    private let onEnd: (String) -> Void

    init(begin: @escaping (String) -> Void, text: @escaping (String) -> Void, end: @escaping (String) -> Void) {
        (onBegin, onText, onEnd) = (begin, text, end)
    }

    /// The listener behind a C context pointer.
    static func of(_ context: UnsafeMutableRawPointer?) -> Listener? {
        context.map { Unmanaged<Listener>.fromOpaque($0).takeUnretainedValue() }
    }

    func begin(_ name: UnsafePointer<xmlChar>?) { onBegin(name.map { String(cString: $0) } ?? "") }

    func end(_ name: UnsafePointer<xmlChar>?) { onEnd(name.map { String(cString: $0) } ?? "") }

    func add(_ text: UnsafePointer<xmlChar>?, _ count: Int32) {
        guard let text, count > 0 else { return }
        onText(String(decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self))
    }
}
