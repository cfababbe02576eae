import Markup

/// The text of a story for a terminal, made from the HTML that a daily news service gives (reference section C).
public enum StoryText {
    /// Blocks, links and pictures of a piece of HTML. Relative addresses are resolved against `base`, the story's own URL. A piece that is
    /// nested without end, or has a tag without end, becomes one plain paragraph of several lines. May be called from any thread.
    public static func richText(of html: String, base: String? = nil) -> RichText { read(html, base: base).text }

    /// The same, and the names in its bylines.
    static func read(_ html: String, base: String?) -> (text: RichText, authors: [String]) {
        let html = hasSequences(html) ? EscapeSequences.removed(from: html) : html
        let builder = StoryBuilder(addresses: StoryAddresses(base: base), room: room(for: html))
        do {
            try HTMLReader.read(html, into: builder)
        } catch {
            return (plain(html), [])
        }
        return builder.finish()
    }

    /// A terminal's sequences go as a whole; the parser would only take their first character.
    private static func hasSequences(_ html: String) -> Bool {
        var previous: UInt8 = 0
        for byte in html.utf8 {
            if byte == 0x1B || previous == 0xC2 && (byte == 0x9B || byte == 0x9D) { return true }
            previous = byte
        }
        return false
    }

    /// How many blocks there may be: growing by doubling would cost more than the piece itself.
    private static func room(for html: String) -> Int {
        min(html.utf8.count { $0 == UInt8(ascii: "<") } + 1, html.utf8.count / 4 + 1)
    }

    private static func plain(_ html: String) -> RichText {
        let text = PlainText.paragraphs(html)
        return RichText(blocks: text.isEmpty ? [] : [RichText.Block(.paragraph, text)])
    }
}

/// The addresses in a story, and the numbers by which its text calls them.
struct StoryAddresses {
    private let base: String?
    private(set) var all: [String] = []
    private var numbers: [String: Int] = [:]

    /// A base that is too long to be a story's is not used: each address would be that long.
    init(base: String?) { self.base = base.flatMap { $0.utf8.count <= 128 ? $0 : nil } }

    /// The absolute address of a page or a mailbox; nil where it is none, or leads to another place of the same page.
    func absolute(_ text: String) -> String? {
        let text = text.trimmed
        guard text.utf8.count <= Self.limit, !text.hasPrefix("#") else { return nil }
        if text.prefix(7).lowercased() == "mailto:" {
            let address = PlainText.verbatim(text)
            return address.utf8.count > 7 && !address.contains(" ") ? address : nil
        }
        return WebAddress.absolute(text, base: base)
    }

    /// The address's number, from 1: the same one for the same address.
    mutating func number(of address: String) -> Int {
        if let number = numbers[address] { return number }
        all.append(address)
        numbers[address] = all.count
        return all.count
    }

    /// In bytes; what is longer is no address.
    private static let limit = 2048
}
