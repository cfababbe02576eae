import Markup
import Testing

struct HTMLTextTests {
    @Test func dropsTagsAndKeepsAllText() {
        #expect(HTMLText.text(of: "<em>晚间</em>新闻") == "晚间新闻")
        #expect(HTMLText.text(of: "a <a href='x'>b</a> c<!-- d --> e") == "a b c e")
    }

    @Test func putsParagraphsAndBreaksOnTheirLines() {
        #expect(HTMLText.text(of: "eins<br/>zwei<BR>drei") == "eins\nzwei\ndrei")
        #expect(HTMLText.text(of: "<p>eins</p><p>zwei</p>") == "\neins\n\nzwei\n")
        #expect(HTMLText.text(of: "<ul><li>a<li>b</ul>c") == "\n- a\n- b\n\nc")
    }

    @Test func keepsTheSourcesLinesWhereTheMarkupHasNone() {
        #expect(HTMLText.text(of: "one\n<b>two</b>\nthree") == "one\ntwo\nthree")
        #expect(HTMLText.text(of: "one\ntwo<br>three") == "one two\nthree")
    }

    @Test func leavesOutScriptsAndStyles() {
        #expect(HTMLText.text(of: "a<script>alert('<b>')</script><style>i{}</style>b") == "ab")
    }

    @Test(arguments: ["5 < 6", "I <3 it", "<加长版>", "a<b", "<>", "x > y"])
    func takesNoAngleBracketForATag(source: String) {
        #expect(!HTMLText.hasMarkup(source))
        #expect(HTMLText.text(of: source) == source)
    }

    @Test func decodesEntitiesOnceBesideTags() {
        #expect(HTMLText.text(of: "<i>Q&amp;A</i> &amp;lt; &lt;u&gt; AT&T &bogus;") == "Q&A &lt; <u> AT&T &bogus;")
    }

    @Test func survivesNestingAndDamage() {
        #expect(HTMLText.text(of: String(repeating: "<div>", count: 20_000) + "deep").hasSuffix("deep"))
        #expect(HTMLText.text(of: String(repeating: "<b></i>", count: 2_000) + "&amp;").hasSuffix("&"))
        #expect(HTMLText.text(of: "x<a b='c>d").hasPrefix("x"))
        #expect(HTMLText.text(of: "</p></div>rest<meta charset=gbk>文").hasSuffix("rest文"))
        #expect(HTMLText.text(of: "a\u{0}b<i>c</i>") == "abc")
    }
}
