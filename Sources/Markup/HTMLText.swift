/// The text of a piece of HTML, without its markup.
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
    public static func text(of html: String) -> String { String(decoding: bytes(of: html), as: UTF8.self) }

    /// The same as UTF-8, for who goes on with it byte by byte.
    public static func bytes(of html: String) -> [UInt8] {
        guard hasMarkup(html) else { return Array(Entities.decode(html).utf8) }
        var html = html
        return html.withUTF8 { source in
            var scanner = HTMLScanner(source)
            return scanner.text()
        }
    }
}
