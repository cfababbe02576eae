import Catalogue
import Markup
import Testing

struct FeedTests {
    private func read(_ text: String, url: String? = "http://h.test/f/feed.xml") throws -> Feed {
        try FeedReader.read(Array(text.utf8), url: url)
    }

    /// A feed of these items.
    private func rss(_ items: String, head: String = "") throws -> Feed {
        try read(
            """
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/DTDs/Podcast-1.0.dtd" xmlns:p="https://podcastindex.org/namespace/1.0"
            xmlns:content="http://purl.org/rss/1.0/modules/content"><channel><title>T</title>\(head)\(items)</channel></rss>
            """)
    }

    @Test func readsAChannel() throws {
        let feed = try read(
            """
            <?xml version="1.0"?><rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"
            xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Q&amp;amp;A <![CDATA[<b>夜</b>]]></title><link>/home</link>
            <description>&lt;p&gt;one&lt;/p&gt;&lt;p&gt;two&lt;/p&gt;</description><language>zh-cn</language>
            <atom:link rel="self" href="http://elsewhere.test/f.xml"/><image><url>small.png</url><title>no</title><link>http://no.test</link></image>
            <itunes:image href="http://h.test/large.jpg"/><itunes:author>A</itunes:author><itunes:owner><itunes:name>O</itunes:name></itunes:owner>
            <itunes:category text="Arts"><itunes:category text="Books"/></itunes:category><itunes:new-feed-url>http://new.test/f</itunes:new-feed-url>
            <podcast:guid>id-1</podcast:guid><lastBuildDate>Tue, 16 Feb 2016 08:00:00 +0800</lastBuildDate>
            <podcast:liveItem><title>live</title><guid>l</guid><enclosure url="http://live.test/x"/></podcast:liveItem></channel></rss>
            """)
        #expect(
            feed
                == Feed(
                    program: Program(
                        ref: "http://h.test/f/feed.xml", title: "Q&A 夜", hosts: ["A"], tags: ["Arts", "Books"], summary: "one\n\ntwo",
                        image: "http://h.test/large.jpg", feed: "http://h.test/f/feed.xml", web: "http://h.test/home", language: "zh-cn",
                        updated: 1_455_580_800), newFeedURL: "http://new.test/f"))
    }

    @Test func withoutAnAddressTheFeedsOwnIdNamesIt() throws {
        let feed = try read("<rss><channel><podcast:guid>id-1</podcast:guid></channel></rss>", url: nil)
        #expect(feed.program.ref == "id-1")
        #expect(feed.program.feed == nil)
    }

    @Test func readsAnItem() throws {
        let feed = try rss(
            """
            <item><title>E1</title><guid isPermaLink="false"> g1 </guid><pubDate>Tue, 28 Jul 2026 06:00:00 +0800</pubDate>
            <enclosure url="a b.mp3?x=1&amp;y=2" length=" 123 " type="audio/mpeg"/><itunes:duration>1:02:03</itunes:duration>
            <itunes:episode>7</itunes:episode><itunes:season>2</itunes:season><itunes:image href="e.jpg"/><itunes:author>B</itunes:author>
            <description>short</description><content:encoded><![CDATA[<p>long</p>]]></content:encoded><category>c</category>
            <itunes:keywords>k, c</itunes:keywords><link>http://h.test/e1</link></item>
            """)
        #expect(
            feed.episodes == [
                Episode(
                    ref: "g1", title: "E1", programRef: feed.program.ref, programTitle: "T", hosts: ["B"], tags: ["c", "k"],
                    summary: "long",
                    published: 1_785_189_600, duration: 3723, number: 7, season: 2, guid: "g1",
                    audio: [AudioFile(url: "http://h.test/f/a%20b.mp3?x=1&y=2", mime: "audio/mpeg", size: 123)],
                    image: "http://h.test/f/e.jpg", web: "http://h.test/e1")
            ])
    }

    @Test func readsWhatKindOfEpisodeItIsAndWhatBelongsToIt() throws {
        let feed = try rss(
            """
            <item><guid>1</guid><itunes:episodeType> Trailer </itunes:episodeType><itunes:explicit>clean</itunes:explicit>
            <p:chapters url="c.json" type="application/json+chapters"/><p:transcript url="/t.vtt" type="text/vtt" language="zh"/>
            <p:transcript url="http://a/t.srt"/><p:transcript type="text/html"/></item>
            <item><guid>2</guid><itunes:episodeType>other</itunes:episodeType><itunes:explicit>perhaps</itunes:explicit></item>
            """, head: "<itunes:type>Serial</itunes:type><itunes:explicit>yes</itunes:explicit>")
        #expect((feed.program.isSerial, feed.program.isExplicit) == (true, true))
        let first = feed.episodes[0]
        #expect((first.kind, first.isExplicit, first.chapters) == (.trailer, false, "http://h.test/f/c.json"))
        #expect(
            first.transcripts == [
                Transcript(url: "http://h.test/t.vtt", mime: "text/vtt", language: "zh"), Transcript(url: "http://a/t.srt"),
            ])
        #expect((feed.episodes[1].kind, feed.episodes[1].isExplicit) == (nil, nil))
        #expect(try rss("", head: "<itunes:type>episodic</itunes:type>").program.isSerial == false)
        #expect(try rss("").program.isSerial == nil)
    }

    @Test func severalFilesComeInOrderAndOneIsTheChoice() throws {
        let feed = try rss(
            """
            <item><guid>1</guid><enclosure url="http://a/v.mp4" type="video/mp4"/><enclosure url="http://a/1.mp3" type="audio/mpeg"/>
            <p:alternateEnclosure type="audio/mpeg" bitrate="128000" default="true"><p:source uri="http://a/1.mp3"/></p:alternateEnclosure>
            <p:alternateEnclosure type="audio/opus" bitrate="16000" length="5"><p:source uri="ipfs://x"/><p:source uri="http://a/1.opus"/>
            <p:source uri="http://b/1.opus"/></p:alternateEnclosure></item>
            """)
        let audio = feed.episodes[0].audio
        #expect(audio.map(\.url) == ["http://a/v.mp4", "http://a/1.mp3", "http://a/1.opus"])
        #expect(audio.map(\.bitrate) == [nil, 128, 16])
        #expect(audio.map(\.isDefault) == [false, true, false])
        #expect(feed.episodes[0].audioFile(maxBitrate: 64)?.url != "http://a/1.mp3")
        #expect(!feed.episodes[0].isVideo)
    }

    @Test func unknownLengthsAndTypesStayUnknown() throws {
        let audio = try rss(#"<item><enclosure url="http://a/1.mp3" length="0" type=""/></item>"#).episodes[0].audio
        #expect(audio == [AudioFile(url: "http://a/1.mp3")])
    }

    @Test func anItemWithoutFileIsAnEpisode() throws {
        let feed = try rss("<item><title>only words</title></item><item><description>&lt;b&gt;no&lt;/b&gt; title</description></item>")
        #expect(feed.episodes.map(\.title) == ["only words", "no title"])
        #expect(!feed.episodes.contains { !$0.audio.isEmpty })
    }

    @Test func readsAtom() throws {
        let feed = try read(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://base.test/x/"><title>A &lt;i&gt;</title><author><name>N</name></author>
            <link href="home"/><logo>l.png</logo><entry xml:base="sub/"><id>urn:1</id><title type="html">&lt;b&gt;B&lt;/b&gt;</title>
            <link rel="enclosure" href="m.mp3" type="audio/mpeg" length="9"/><link href="e.html"/><updated>2016-02-15T08:00:00+08:00</updated>
            <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>1 &lt; 2</p><p>x</p></div></content></entry></feed>
            """)
        #expect(feed.program.title == "A <i>")
        #expect(feed.program.hosts == ["N"])
        #expect(feed.program.web == "http://base.test/x/home")
        #expect(feed.program.image == "http://base.test/x/l.png")
        let episode = try #require(feed.episodes.first)
        #expect(episode.ref == "urn:1" && episode.title == "B" && episode.published == 1_455_494_400)
        #expect(episode.summary == "1 < 2\n\nx")
        #expect(episode.web == "http://base.test/x/sub/e.html")
        #expect(episode.audio == [AudioFile(url: "http://base.test/x/sub/m.mp3", mime: "audio/mpeg", size: 9)])
    }

    @Test func readsItemsBesideTheChannel() throws {
        let feed = try read(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#"><channel rdf:about="http://h.test"><title>R</title></channel><item rdf:about="http://h.test/1">
            <title>one</title><dc:date>2016-02-15</dc:date><enc:enclosure rdf:resource="http://h.test/1.mp3" enc:type="audio/mpeg" enc:length="7"/></item></rdf:RDF>
            """)
        #expect(feed.program.title == "R")
        #expect(feed.episodes.map(\.guid) == ["http://h.test/1"])
        #expect(feed.episodes[0].published == 1_455_494_400)
        #expect(feed.episodes[0].audio == [AudioFile(url: "http://h.test/1.mp3", mime: "audio/mpeg", size: 7)])
    }

    @Test func undeclaredPrefixesMeanTheUsualThing() throws {
        let feed = try read("<rss><channel><item><guid>1</guid><itunes:duration>45</itunes:duration></item></channel></rss>")
        #expect(feed.episodes[0].duration == 45)
    }

    @Test func sampleNotesSurviveTheirMistakes() throws {
        let feed = try rss(
            """
            <item><title>AT&T &nbsp; &eacute; &bogus; &#8217;</title><description>a <b>b <i>c</description><guid>1</guid>
            <enclosure url="http://a/1.mp3?a=1&b=2"/></item><item><title>two</i></title></p><guid>2</guid></div></item>
            <item><title>three<guid>3</guid></item><item><guid>4</guid></item>
            """)
        #expect(feed.episodes.map(\.ref).prefix(2) == ["1", "2"])
        #expect(feed.episodes.count == 4)
        #expect(feed.episodes[0].title == "AT&T é &bogus; ’")
        #expect(feed.episodes[0].summary == "a b c")
        #expect(feed.episodes[0].audio.map(\.url) == ["http://a/1.mp3?a=1&b=2"])
    }

    @Test func anAddressThatLeadsNowhereIsCounted() throws {
        let feed = try read(#"<rss><channel><item><guid>1</guid><enclosure url="x.mp3"/></item></channel></rss>"#, url: nil)
        #expect(feed.episodes[0].audio.isEmpty)
        #expect(feed.skipped == ["item 1 has a file whose address can't be used"])
    }

    @Test func aCutFeedGivesWhatItHas() throws {
        let feed = try read("<rss><channel><title>T</title><item><guid>1</guid></item><item><title>tw")
        #expect(feed.episodes.count == 2)
        #expect(feed.skipped == ["the feed is cut short"])
    }

    @Test(arguments: [
        ("", CatalogueError.notXML(XMLError(.empty))), ("no markup", .notXML(XMLError(.noElement))),
        ("<!DOCTYPE html><html><body/></html>", .webPage), ("<opml><body/></opml>", .notThisDocument(root: "opml", expected: "a feed")),
    ])
    func whatIsNoFeedIsRefused(text: String, error: CatalogueError) {
        #expect(throws: error) { try FeedReader.read(Array(text.utf8), url: nil) }
    }

    @Test func nestingAsNobodyWritesIsRefused() {
        let deep = "<rss>" + String(repeating: "<a>", count: 600)
        let wide = "<rss " + (0..<3000).map { "a\($0)=''" }.joined(separator: " ") + "/>"
        #expect(throws: CatalogueError.notXML(XMLError(.tooDeep))) { try FeedReader.read(Array(deep.utf8), url: nil) }
        #expect(throws: CatalogueError.notXML(XMLError(.tooManyAttributes))) { try FeedReader.read(Array(wide.utf8), url: nil) }
    }

    @Test func anAccentBehindACommaHidesNoComma() throws {
        #expect(try rss("<item><guid>1</guid><itunes:keywords>a,\u{301}b</itunes:keywords></item>").episodes[0].tags == ["a", "\u{301}b"])
    }

    @Test func itemsThatSayNothingAreOneEpisode() throws {
        let feed = try rss("<item/><item><a>b</a></item><item><title>one</title></item><item></item>")
        #expect(feed.episodes.map(\.title) == ["one", ""])
        #expect(feed.episodes.map(\.ref) == ["one", "untitled"])
        #expect(feed.skipped == ["item 1 is the same as another", "item 2 is the same as another"])
    }

    @Test func basesAreFollowedInwardAndBack() throws {
        let item = { (ref: String) in "<item xml:base=\"i/\"><guid>\(ref)</guid><link>a</link></item>" }
        let feed = try read("<rss xml:base='http://b/'><channel xml:base='c/'>\(item("1"))</channel>\(item("2"))</rss>")
        #expect(feed.episodes.map(\.web) == ["http://b/c/i/a", "http://b/i/a"])
    }

    @Test func aBaseOfUnusualLengthIsNone() throws {
        let long = String(repeating: "x", count: 600)
        let half = String(repeating: "x", count: 300)
        let inside = "<item><guid>1</guid><link>a</link></item>"
        #expect(try read("<rss xml:base='/\(long)/'>\(inside)</rss>").episodes[0].web == "http://h.test/f/a")
        let grown = try read("<rss xml:base='/\(half)/'><channel xml:base='\(half)/'>\(inside)</channel></rss>")
        #expect(grown.episodes[0].web == "http://h.test/\(half)/a")
    }

    @Test func noDamageCrashesTheReader() throws {
        let seed = Array(
            """
            <?xml version="1.0" encoding="utf-8"?><rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xml:base="http://a/"><channel><title>é &amp;
            &nbsp;</title><item><title><![CDATA[<b>x]]></title><guid isPermaLink="true">g</guid><enclosure url="1.mp3" length="9"/><description>&lt;p&gt;夜
            </description><pubDate>Tue, 16 Feb 2016 08:00:00 +0800</pubDate><itunes:duration>1:02</itunes:duration></item></channel></rss>
            """.utf8)
        var random = SeededGenerator(state: 7)
        for _ in 0..<3000 {
            var body = seed
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let at = Int.random(in: 0..<body.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: body[at] = .random(in: 0...255, using: &random)
                case 1: body.removeSubrange(at..<min(body.count, at + Int.random(in: 1...20, using: &random)))
                default: body.insert(contentsOf: body[at..<min(body.count, at + 30)], at: at)
                }
            }
            _ = try? FeedReader.read(body, url: "http://h.test/f")
            _ = try? OPML.read(body)
        }
    }

    @Test func entitiesOfTheDocumentAreNotExpanded() throws {
        let feed = try read(
            """
            <?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
            <rss><channel><title>&b; &x; &copy;</title></channel></rss>
            """)
        #expect(feed.program.title == "&b; &x; ©")
    }
}

struct FeedCharsetTests {
    private func title(_ bytes: [UInt8], charset: String? = nil) throws -> String {
        try FeedReader.read(bytes, url: nil, charset: charset).program.title
    }

    private func feed(_ title: [UInt8], declared: String? = nil) -> [UInt8] {
        let head = declared.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
        return Array("\(head)<rss><channel><title>".utf8) + title + Array("</title></channel></rss>".utf8)
    }

    @Test func findsTheCharsetByMarkHeaderDeclarationOrLook() throws {
        let gbk: [UInt8] = [0xD2, 0xB9, 0xCC, 0xFD, 0xB5, 0xE7, 0xCC, 0xA8]
        #expect(try title(feed(gbk, declared: "gb2312")) == "夜听电台")
        #expect(try title(feed(gbk), charset: "GBK") == "夜听电台")
        #expect(try title(feed(gbk, declared: "utf-8"), charset: "gbk") == "夜听电台")
        #expect(try title(feed(gbk)) == "夜听电台")
        #expect(try title(feed([0xA4, 0xA4, 0xA4, 0xE5], declared: "big5")) == "中文")
        #expect(try title(feed(Array("é夜".utf8), declared: "iso-8859-1"), charset: "ISO-8859-1") == "é夜")
        #expect(try title(feed([0x57, 0x92, 0x73, 0xE9], declared: "utf-8")) == "W’sé")
        #expect(try title(feed(Array("夜听".utf8) + [0xFF, 0x20, 0x01, 0x78])) == "夜听\u{FFFD} x")
        #expect(try title([0xEF, 0xBB, 0xBF] + feed(Array("夜".utf8), declared: "gbk")) == "夜")
    }

    @Test func readsUTF16WithAndWithoutMark() throws {
        let text = "<?xml version=\"1.0\" encoding=\"utf-16\"?><rss><channel><title>夜a</title></channel></rss>"
        let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        for bytes in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] { #expect(try title(bytes) == "夜a") }
    }
}

/// The same numbers in every run.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
