import Catalogue
import Markup

/// HTML as text, and text of outside made fit for a terminal.
enum ReadingHTML {
    static func check(_ input: [UInt8]) throws(Finding) {
        let source = String(decoding: input, as: UTF8.self)
        let size = input.count
        let text = try Cost.of(size, "HTMLText") { HTMLText.text(of: source) }
        try expect(text.utf8.count <= source.utf8.count * 4, "the text is longer than what it was made of")
        let decoded = try Cost.of(size, "Entities") { Entities.decode(source) }
        try expect(decoded.utf8.count <= source.utf8.count, "the characters are longer than their references")

        let line = try Cost.of(size, "PlainText.clean") { PlainText.clean(source) }
        try checkLine(line)
        let verbatim = try Cost.of(size, "PlainText.verbatim") { PlainText.verbatim(source) }
        try checkLine(verbatim)
        try expect(PlainText.verbatim(verbatim) == verbatim, "verbatim text changes when it is cleaned again")

        let paragraphs = try Cost.of(size, "PlainText.paragraphs") { PlainText.paragraphs(source) }
        try Soundness.paragraphs(paragraphs, "a text of paragraphs")
        try expect(!paragraphs.utf8.contains(0x0D), "a text of paragraphs has a CR")
        try expect(paragraphs.firstRange(of: "\n\n\n") == nil, "there are two empty lines between two")
        try expect(paragraphs.utf8.first != 0x0A && paragraphs.utf8.last != 0x0A, "there is an empty line at an end")
        try checkStory(source, size: size)
    }

    /// A story's text, with addresses in it that are relative to a page.
    private static func checkStory(_ source: String, size: Int) throws(Finding) {
        let text = try Cost.of(size, "StoryText") { StoryText.richText(of: source, base: "http://h/s/1") }
        try Soundness.text(text)
    }

    private static func checkLine(_ text: String) throws(Finding) {
        try Soundness.line(text, "a line")
        try expect(text.utf8.first != 0x20 && text.utf8.last != 0x20, "there is a blank at an end: \(text.debugDescription)")
        try expect(text.firstRange(of: "  ") == nil, "there are two blanks: \(text.debugDescription)")
    }
}
