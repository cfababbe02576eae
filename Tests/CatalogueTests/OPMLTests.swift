import Catalogue
import Markup
import Testing

struct OPMLTests {
    private func read(_ text: String) throws -> [FeedOutline] { try OPML.read(Array(text.utf8)) }

    @Test func readsFeedsInTheirGroups() throws {
        let outlines = try read(
            """
            <?xml version="1.0"?><opml version="2.0"><head><title>no</title></head><body><outline text="a"><outline text="b">
            <outline text="X &amp; Y" type="rss" xmlUrl="http://x.test/?a=1&amp;b=2" htmlUrl=""/></outline><outline title="Z" xmlURL="http://z.test"/></outline>
            <outline text="no feed"/><outline xmlurl=" http://q.test " htmlUrl="http://w.test"/></body></opml>
            """)
        #expect(
            outlines == [
                FeedOutline(title: "X & Y", url: "http://x.test/?a=1&b=2", group: "a/b"),
                FeedOutline(title: "Z", url: "http://z.test", group: "a"),
                FeedOutline(title: "", url: "http://q.test", web: "http://w.test"),
            ])
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let outlines = [
            FeedOutline(title: "<\"A\"> & 夜\u{1}", url: "http://a.test/?x=1&y='2'", web: "http://w.test/", group: "g & h/i"),
            FeedOutline(title: "B", url: "http://b.test", group: "g & h"),
            FeedOutline(title: "D", url: "http://d.test", group: "g & h/\u{301}j"), FeedOutline(title: "C", url: "http://c.test"),
        ]
        var expected = outlines
        expected[0].title = "<\"A\"> & 夜"
        #expect(try read(OPML.write(outlines, title: "a<b")) == expected)
        #expect(try read(OPML.write([])) == [])
    }

    @Test func nothingThatATerminalWouldObeyIsWritten() {
        let text = OPML.write([
            FeedOutline(title: "a\u{9B}31mb\u{202E}", url: "http://h/\u{85}", web: "http://h/\u{200F}", group: "g\u{9D}x\u{7}")
        ])
        #expect(!text.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) || ["\u{7}", "\u{202E}", "\u{200F}"].contains($0) })
        #expect(text.contains("text=\"ab\"") && text.contains("xmlUrl=\"http://h/%C2%85\""))
    }

    @Test func titlesThatMakeAGroupTooLongAreNoPartOfIt() throws {
        let long = String(repeating: "x", count: 600)
        let outlines = try read(
            """
            <opml><body><outline text="\(long)"><outline text="\(long)"><outline text="b"><outline xmlUrl="1"/></outline></outline></outline>
            <outline><outline text="c"><outline xmlUrl="2"/></outline><outline xmlUrl="3"/></outline></body></opml>
            """)
        #expect(outlines.map(\.group) == [long + "/b", "c", nil])
    }

    @Test func aFileThatIsNoOPMLIsRefused() {
        #expect(throws: CatalogueError.notThisDocument(root: "rss", expected: "OPML")) { try read("<rss/>") }
        #expect(throws: CatalogueError.notXML(XMLError(.empty))) { try read(" ") }
        #expect(throws: CatalogueError.webPage) { try read("<html></html>") }
    }

    @Test func tellsDocumentsByTheirFirstElement() {
        func shape(_ text: String) -> XMLShape? { XMLShape.of(Array(text.utf8)) }
        #expect(shape("<?xml version='1.0'?><!-- c --><rss>") == .feed)
        #expect(shape("<rdf:RDF/>") == .feed)
        #expect(shape("\n<opml>") == .outline)
        #expect(shape("<playlist xmlns='http://xspf.org/ns/0/'/>") == .playlist)
        #expect(shape("<!DOCTYPE html>\n<HTML>") == .webPage)
        #expect(shape("<other/>") == .other("other"))
        #expect(shape("a < b") == nil)
    }
}
