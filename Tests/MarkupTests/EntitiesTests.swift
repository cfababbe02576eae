import Markup
import Testing

struct EntitiesTests {
    @Test(arguments: [
        ("a &amp; b", "a & b"), ("&lt;i&gt;", "<i>"), ("&amp;lt;", "&lt;"), ("&#39;&apos;&quot;", "''\""),
        ("&hellip;&ldquo;&eacute;", "…“é"),
        ("&#x4E2D;&#X6587;", "中文"), ("&#128512;", "😀"), ("&#150;", "–"),
    ])
    func decodesOnce(source: String, expected: String) {
        #expect(Entities.decode(source) == expected)
    }

    @Test(arguments: ["AT&T", "R&D; x", "&", "&;", "&nosuch;", "&#;", "&#x;", "&#+65;", "&#12a;", "a &amp", "&中;"])
    func keepsWhatIsNoEntity(source: String) {
        #expect(Entities.decode(source) == source)
    }

    @Test(arguments: ["&#0;", "&#xD800;", "&#99999999;", "&#99999999999999999999;", "&#x110000;"])
    func turnsANumberThatIsNoCharacterIntoAReplacement(source: String) {
        #expect(Entities.decode(source) == "\u{FFFD}")
    }
}
