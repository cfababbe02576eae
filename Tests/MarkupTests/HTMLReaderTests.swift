import Markup
import Testing

struct HTMLReaderTests {
    /// Writes down what it hears, without the `<div>` around all.
    private final class Notes: HTMLVisitor {
        var text = ""

        func begin(_ name: String, _ attributes: XMLAttributes) {
            let told = ["href", "alt", "class", "a"].compactMap { key in attributes[key].map { "\(key)=\($0)" } }
            text += "<" + ([name] + told).joined(separator: " ") + ">"
        }
        func end(_ name: String) { text += "</\(name)>" }
        func add(_ text: String) { self.text += text }
    }

    private func read(_ html: String) throws(XMLError) -> String {
        let notes = Notes()
        try HTMLReader.read(html, into: notes)
        let text = notes.text.hasPrefix("<div>") ? notes.text.dropFirst(5) : notes.text[...]
        return String(text.hasSuffix("</div>") ? text.dropLast(6) : text)
    }

    @Test func tellsElementsAttributesAndText() throws {
        #expect(try read("<P Class='x y'>a <B>b</B></P>") == "<p class=x y>a <b>b</b></p>")
        #expect(try read(#"<a href="u?a=1&amp;b=2&c">t</a>"#) == "<a href=u?a=1&b=2&c>t</a>")
        #expect(try read("一<img alt=图>二<br/>三") == "一<img alt=图></img>二<br></br>三")
        #expect(try read("<img alt>") == "<img alt=></img>")
        #expect(try read("").isEmpty)
    }

    @Test func addsEndsThatAreMissingAndPassesOverStrayOnes() throws {
        #expect(try read("<ul><li>a<li>b</ul>c") == "<ul><li>a</li><li>b</li></ul>c")
        #expect(try read("<p>a<p>b") == "<p>a</p><p>b</p>")
        #expect(try read("a</i>b") == "ab")
        #expect(try read("a</div></div><p>b</p></body></html>c").filter { "abc".contains($0) } == "abc")
    }

    @Test func decodesReferencesOnce() throws {
        #expect(try read("&hellip;&#20013;&amp;lt; AT&T &bogus; < 3") == "…中&lt; AT&T &bogus; < 3")
    }

    @Test func aCharsetThatItNamesDoesNotCount() throws {
        #expect(try read("<meta charset=gbk>中<meta http-equiv=Content-Type content='text/html; charset=big5'>文").contains("中"))
        #expect(try read("\u{0}a\u{1B}b\u{FFFE}") == "ab\u{FFFD}")
    }

    @Test func declaredEntitiesAreNotExpanded() throws {
        let bomb = #"<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/hostname">]>"#
        #expect(try read(bomb + "<p>&b;&f;</p>").contains("<p>&b;&f;</p>"))
    }

    @Test func tellsWhatIsNestedWithoutEndOrHasATagWithoutEnd() throws {
        _ = try read(String(repeating: "<b>", count: HTMLReader.depthLimit - 1))
        #expect(throws: XMLError(.tooDeep)) { _ = try read(String(repeating: "<b>", count: 100_000)) }
        let attributes = { (count: Int) in "<p" + (0..<count).map { " a\($0)='>'" }.joined() + ">x</p>" }
        #expect(try read(attributes(HTMLReader.attributeLimit - 1)).hasSuffix("x</p>"))
        #expect(throws: XMLError(.tooManyAttributes)) { _ = try read(attributes(HTMLReader.attributeLimit + 1)) }
        #expect(throws: XMLError(.tooManyAttributes)) { _ = try read("<!-- <p a='> -->" + attributes(9_999)) }
        // Many words are no attributes.
        #expect(try read("<p>" + String(repeating: "a b < c ", count: 9_999) + "</p>").hasSuffix("</p>"))
    }

    @Test func survivesDamage() throws {
        for html in [
            "<", "</", "<a", "<a href=", "<a href='", "<!--", "<!", "<?", "&", "&#", "&#x110000;", "<script>", "<p \u{0}>", "<a b=\"c>d",
        ] {
            _ = try read(html)
            _ = try read(String(repeating: html, count: 300))
        }
        let all = "<p class='a'>文<a href='x'>&amp;</a><script>if (a<b) \"</p>\"</script><!-- c --></p>"
        for end in all.indices { _ = try read(String(all[..<end])) }
    }
}
