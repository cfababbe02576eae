import Testing

@testable import Terminal

@Suite struct ColumnsTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("历史故事", 8), ("夜听 ep", 7), ("한국어", 6), ("ｆｕｌｌ", 8), ("ﾊﾝｶｸ", 4), ("é", 1), ("e\u{301}", 1),
        ("🎧", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("🇨🇳", 2), ("🏳️‍🌈", 2), ("…", 1), ("→", 1),
        ("\u{1100}\u{1161}\u{11A8}", 2), ("नि", 1), ("\u{200B}", 0), ("\u{1B}\u{7}\u{0}\n\t\r\n", 0), ("\u{9B}", 0), ("𠀀", 2),
        ("中\u{200D}", 2),
    ]) func widthIsThatOfTheGraphemeClusters(text: String, columns: Int) {
        #expect(Columns.width(text) == columns, "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
    }

    @Test(arguments: [
        ("历史故事", 8, "历史故事"), ("历史故事", 7, "历史故…"), ("历史故事", 6, "历史…"), ("历史故事", 1, "…"), ("历史故事", 0, ""), ("abc", -1, ""),
        ("abcdef", 4, "abc…"), ("a👨‍👩‍👧‍👦b", 3, "a…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ]) func fitCutsBetweenCharacters(text: String, columns: Int, expected: String) {
        #expect(Columns.fit(text, columns) == expected)
    }

    @Test func paddedTextHasExactlyTheColumns() {
        #expect(Columns.left("历史故事", 6) + "|" == "历史… |")
        #expect(Columns.left("ab", 5) + "|" == "ab   |")
        #expect(Columns.right("3:05", 6) == "  3:05")
        #expect(Columns.right("历史故事", 6) == " 历史…")
    }

    @Test(arguments: [
        ("\u{1B}]0;owned\u{7}正常", "]0;owned正常"), ("\u{1B}[2J\u{1B}[31mred", "[2J[31mred"), ("line1\nline2\r\nline3", "line1 line2 line3"),
        ("\u{9B}31mC1", "31mC1"), ("abc\u{202E}dcba\u{2066}x", "abcdcbax"), ("nul\u{0}end\u{8}\u{7F}", "nulend"),
        ("a\tb\u{2028}c", "a b c"),
    ]) func plainLeavesNothingThatATerminalObeys(text: String, expected: String) {
        #expect(Columns.plain(text) == expected)
    }

    @Test func wrapFoldsAtBlanksAndBetweenWideCharacters() {
        #expect(Columns.wrap("the quick brown fox", 10) == ["the quick", "brown fox"])
        #expect(Columns.wrap("历史故事，人物", 8) == ["历史故", "事，人物"])
        #expect(Columns.wrap("abcdefgh ij", 4) == ["abcd", "efgh", "ij"])
        #expect(Columns.wrap("one\n\ntwo", 10) == ["one", "", "two"])
        #expect(Columns.wrap("", 10) == [""])
    }

    @Test func wrappedLinesAreNeverTooLong() {
        let text = "故事 a很长的word句子，with 👨‍👩‍👧‍👦 mixed。。。。。。。。text  and   blanks"
        for columns in 2...40 {
            let lines = Columns.wrap(text, columns)
            #expect(lines.allSatisfy { Columns.width($0) <= columns }, "\(columns): \(lines)")
            #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
        }
    }

    @Test func gridReadsFromTopToBottom() {
        #expect(Columns.grid(["a", "bb", "历史", "d", "e"], width: 16) == ["a     历史  e", "bb    d"])
        #expect(Columns.grid(["a", "b"], width: 3) == ["a", "b"])
        #expect(Columns.grid([], width: 10).isEmpty)
        #expect(Columns.grid(["abcdefghijkl"], width: 5) == ["abcd…"])
    }
}
