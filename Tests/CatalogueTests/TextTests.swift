import Catalogue
import Testing

struct PlainTextTests {
    @Test(arguments: [
        ("清晨的车站", "清晨的车站"), ("  a \t b\r\nc ", "a b c"), ("Q&amp;A &#8220;夜谈&#8221;", "Q&A “夜谈”"),
        ("Tom &amp;amp; Jerry", "Tom &amp; Jerry"),
        ("<em>城</em>市", "城市"), ("雨 &lt;加长版&gt;", "雨 <加长版>"), ("a\u{1B}[31mb\u{1B}[0mc", "abc"), ("a\u{1B}]0;x\u{7}b", "ab"),
        ("a\u{1B}]0;x\u{1B}\\b", "ab"), ("a\u{9B}2Jb", "ab"), ("a&#27;[31mb", "ab"), ("a\u{0}b\u{7F}c\u{85}d", "abc d"),
        ("\u{FEFF}标题", "标题"), ("a\u{FFFE}b\u{FFFF}", "ab"), ("\u{9D}a\u{9D}b", "ab"), ("\u{9D}a\u{7}\u{9D}b", "b"),
        ("a\u{202E}b", "ab"), ("一\u{3000}二", "一 二"), ("a\u{A0}b", "a b"), ("<p>x</p><p>y</p>", "x y"), ("", ""), ("\u{1B}", ""),
        ("\u{1B}[", ""),
        ("👨‍👩‍👧 é", "👨‍👩‍👧 é"),
    ])
    func cleansToOneLine(source: String, expected: String) {
        #expect(PlainText.clean(source) == expected)
    }

    @Test(arguments: [
        ("one\r\ntwo", "one\ntwo"), ("a\n\n\n\nb\n", "a\n\nb"), ("<p>one</p><p>two<br/>three</p><script>x()</script>", "one\n\ntwo\nthree"),
        ("一段。<br/>第二行。", "一段。\n第二行。"), ("  a  b  ", "a b"),
    ])
    func keepsParagraphs(source: String, expected: String) {
        #expect(PlainText.paragraphs(source) == expected)
    }

    @Test func leavesNoControlCharacterWhateverComes() {
        let scalars = (0...0xA0).compactMap(Unicode.Scalar.init)
        for scalar in scalars {
            for text in ["a\(scalar)b", "a\u{1B}\(scalar)b", "<i>\(scalar)</i>", "&#\(scalar.value);"] {
                #expect(PlainText.clean(text).unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
            }
        }
    }

    @Test func verbatimTextKeepsItsSigns() {
        #expect(PlainText.verbatim("a&amp;<b>\u{1B}[1m") == "a&amp;<b>")
    }
}

struct TimestampTests {
    @Test(arguments: [
        ("1479783600", 1_479_783_600), ("1479783600.7", 1_479_783_600), ("1479783600000", 1_479_783_600),
        ("2016-11-20 10:00:00", 1_479_607_200),
        ("2016-11-20", 1_479_571_200), ("2014-04-12T08:00", 1_397_260_800), ("2024-02-29 00:00:00", 1_709_136_000), ("0", nil), ("", nil),
        ("-5", nil), ("abc", nil), ("2023-02-29", nil), ("2016-13-01", nil), ("2016-11-20 25:00:00", nil), ("99999999999999999999999", nil),
    ])
    func parses(source: String, expected: Int64?) {
        #expect(Timestamp.parse(source) == expected)
    }

    @Test func writesDates() {
        #expect(Timestamp.iso8601(0) == "1970-01-01T00:00:00Z")
        #expect(Timestamp.iso8601(1_796_029_651) == "2026-11-30T09:07:31Z")
        #expect(Timestamp.iso8601(-1) == "1969-12-31T23:59:59Z")
        #expect(Timestamp.day(951_782_400) == "2000-02-29")
        #expect(Timestamp.iso8601(.max) == "9999-12-31T23:59:59Z")
        #expect(Timestamp.iso8601(.min) == "0000-01-01T00:00:00Z")
    }
}

struct DurationTextTests {
    @Test(
        arguments: [
            ("1:02:03", 3723), ("62:03", 3723), ("3723", 3723), ("3723.5", 3723.5), ("00:45", 45), ("600.0", 600), ("00:12:34", 754),
            ("754000", 754),
            (" 45 ", 45), ("86400", 86400), ("86401", 86.401),
        ] as [(String, Double)])
    func parses(source: String, expected: Double) {
        #expect(DurationText.parse(source) == expected)
    }

    @Test(arguments: ["0", "-5", "", "abc", "1:2:3:4", ":", "1:", "1.5:30", "27' 30\"", "１２：３４", "1e3", "inf", "99999999999999999999"])
    func refuses(source: String) {
        #expect(DurationText.parse(source) == nil)
    }

    @Test func writesAClock() {
        #expect(DurationText.clock(185) == "3:05")
        #expect(DurationText.clock(3723.9) == "1:02:03")
        #expect(DurationText.clock(0) == "0:00")
        #expect(DurationText.clock(-3) == "0:00")
        #expect(DurationText.clock(.nan) == "0:00")
        #expect(DurationText.clock(.infinity) == "0:00")
        #expect(DurationText.clock(1e300) == "1000000:00:00")
    }
}

struct WebAddressTests {
    @Test(
        arguments: [
            ("http://h/a.mp3?x=1#f", nil, "http://h/a.mp3?x=1#f"), ("HTTPS://h/a", nil, "HTTPS://h/a"),
            ("//h/a.jpg", nil, "http://h/a.jpg"),
            ("//h/a.jpg", "https://s/t/", "https://h/a.jpg"), ("//h/a.jpg", "file:///t/", "http://h/a.jpg"),
            (" http://h/a b ", nil, "http://h/a%20b"),
            ("http://h/节", nil, "http://h/%E8%8A%82"), ("audio/a.mp3", "demo:/", "demo:/audio/a.mp3"),
            ("audio/a.mp3", "https://s/t/station.json", "https://s/t/audio/a.mp3"), ("/a.mp3", "https://s/t/", "https://s/a.mp3"),
            ("../a.mp3", "https://s/t/u/", "https://s/t/a.mp3"), ("../../../a.mp3", "file:///t/", "file:///a.mp3"),
            ("./a", "http://s", "http://s/a"),
            ("a?b/../c", "http://s/", "http://s/a?b/../c"), ("file:///x", "file:///t/", "file:///x"),
        ] as [(String, String?, String)])
    func makesAbsolute(source: String, base: String?, expected: String) {
        #expect(WebAddress.absolute(source, base: base) == expected)
    }

    @Test(
        arguments: [
            ("", nil), ("   ", nil), ("a.mp3", nil), ("QmFzZTY0LWVuY3J5cHRlZA==", nil), ("http://", nil), ("http:///x", nil), ("//", nil),
            ("file:///etc/passwd", "http://s/"), ("javascript:x", nil), ("demo:/a", "https://s/"),
        ] as [(String, String?)])
    func refuses(source: String, base: String?) {
        #expect(WebAddress.absolute(source, base: base) == nil)
    }
}
