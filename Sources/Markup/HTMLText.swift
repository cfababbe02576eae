import CXML

/// The text of a piece of HTML, without its markup, by libxml2's event parser.
public enum HTMLText {
    /// Whether the text holds something a browser would take for a tag or a comment: `<` before a letter, `/`, `!` or `?`, and a
    /// `>` somewhere behind it.
    public static func hasMarkup(_ text: String) -> Bool {
        var previous: UInt8 = 0
        var isOpen = false
        for byte in text.utf8 {
            if isOpen, byte == UInt8(ascii: ">") { return true }
            if previous == UInt8(ascii: "<"), (0x61...0x7A).contains(byte | 0x20) || byte == 0x2F || byte == 0x21 || byte == 0x3F {
                isOpen = true
            }
            previous = byte
        }
        return false
    }

    /// The text with tags dropped, entities decoded once and the contents of scripts and styles left out. Paragraphs, line breaks, list
    /// items and headings begin new lines ("\n"). Where a piece has none of those its own line breaks are kept, as such text is usually
    /// not really HTML. May be called from any thread.
    public static func text(of html: String) -> String {
        guard hasMarkup(html) else { return Entities.decode(html) }
        let collector = HTMLTextCollector(capacity: html.utf8.count)
        var html = html
        html.withUTF8 { source in
            if source.contains(where: isForbidden) {
                source.filter { !isForbidden($0) }.withUnsafeBytes { parse($0, into: collector) }
            } else {
                parse(UnsafeRawBufferPointer(source), into: collector)
            }
        }
        return collector.isTooDeep ? Entities.decode(withoutTags(html)) : collector.result()
    }

    private static func isForbidden(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09 }

    /// What is left when each tag is a blank: for what is nested as nobody writes, where libxml2's time grows with the square of the length.
    private static func withoutTags(_ html: String) -> String {
        let source = Array(html.utf8)
        var result: [UInt8] = []
        var at = 0
        while at < source.count {
            if source[at] == UInt8(ascii: "<"), at + 1 < source.count, beginsTag(source[at + 1]) {
                at = (source[at...].firstIndex(of: UInt8(ascii: ">")) ?? source.count - 1) + 1
                result.append(0x20)
            } else {
                result.append(source[at])
                at += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func beginsTag(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")
    }

    private static func parse(_ html: UnsafeRawBufferPointer, into collector: HTMLTextCollector) {
        _ = isReady
        withExtendedLifetime(collector) {
            let context = Unmanaged.passUnretained(collector).toOpaque()
            var events = handler
            guard let parser = htmlCreatePushParserCtxt(&events, context, nil, 0, nil, XML_CHAR_ENCODING_UTF8) else { return }
            defer { htmlFreeParserCtxt(parser) }
            htmlCtxtUseOptions(parser, options)
            // Within a body no text is taken for something after the document's end.
            htmlParseChunk(parser, "<body>", 6, 0)
            var at = 0
            while at < html.count, !collector.isTooDeep {
                let count = min(html.count - at, 1 << 14)
                let start = html.baseAddress?.advanced(by: at).assumingMemoryBound(to: CChar.self)
                htmlParseChunk(parser, start, Int32(count), at + count == html.count ? 1 : 0)
                at += count
            }
        }
    }

    private static var handler: htmlSAXHandler {
        var events = htmlSAXHandler()
        events.startElement = { context, name, _ in HTMLTextCollector.of(context)?.begin(name) }
        events.endElement = { context, name in HTMLTextCollector.of(context)?.end(name) }
        events.characters = { context, text, count in HTMLTextCollector.of(context)?.add(text, count) }
        events.ignorableWhitespace = events.characters
        return events
    }

    /// The library's own set-up, once and before the first parser of any thread.
    private static let isReady: Void = xmlInitParser()

    private static let options = Int32(
        bitPattern: HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_NOIMPLIED.rawValue
            | HTML_PARSE_IGNORE_ENC.rawValue | HTML_PARSE_RECOVER.rawValue)
}
