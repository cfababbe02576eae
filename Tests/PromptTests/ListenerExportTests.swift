import Testing

@testable import Prompt

/// History and bookmarks as tables: titles and notes come from anywhere.
@Suite struct ListenerExportTests {
    private func rows(_ texts: String...) -> ListenerExport.Rows {
        ListenerExport.Rows(title: "T", columns: Array(repeating: "c", count: texts.count), rows: [texts])
    }

    private func csv(_ text: String) -> String {
        String(decoding: ListenerExport.csv(rows(text)).utf8.dropFirst(2).dropLast(), as: UTF8.self)
    }

    private func cell(_ text: String) -> String {
        let line = ListenerExport.markdown(rows(text)).split(separator: "\n").last ?? ""
        return String(decoding: line.utf8.dropFirst(2).dropLast(2), as: UTF8.self)
    }

    @Test(arguments: [
        ("plain, 夜", "\"plain, 夜\""), ("a \"b\"", "\"a \"\"b\"\"\""), ("a\nb", "a b"), ("# no remark", "\"# no remark\""),
        // A quote and an accent are one character.
        ("a\"\u{301}b", "\"a\"\"\u{301}b\""), ("a,\u{301}b", "\"a,\u{301}b\""),
        // What a spreadsheet would carry out.
        ("=1+1", "'=1+1"), ("@SUM(A1)", "'@SUM(A1)"), ("+1", "'+1"), ("-1", "'-1"), ("=A1,B1", "\"'=A1,B1\""), ("1-1", "1-1"), ("", ""),
    ]) func aFieldOfCSV(text: String, field: String) {
        #expect(Array(csv(text).utf8) == Array(field.utf8))
    }

    @Test(arguments: [
        ("a|b", "a\\|b"), ("a|\u{301}b", "a\\|\u{301}b"), ("_a_ *b* ~~c~~ `d`", "\\_a\\_ \\*b\\* \\~\\~c\\~\\~ \\`d\\`"),
        ("AT&amp;T", "AT\\&amp;T"),
        ("<b>[x](y)", "\\<b>\\[x\\](y)"), ("two\nlines", "two lines"),
    ]) func aCellOfMarkdown(text: String, expected: String) {
        #expect(Array(cell(text).utf8) == Array(expected.utf8))
    }

    @Test func anAddressIsALink() {
        let table = ListenerExport.Rows(title: "T", columns: ["address"], rows: [["http://h/a_b?c=1&d=|<>\\ e"], [""]])
        #expect(ListenerExport.markdown(table).hasSuffix("| <http://h/a_b?c=1&d=%7C%3C%3E%5C%20e> |\n|  |\n"))
    }
}
