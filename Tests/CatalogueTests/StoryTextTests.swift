import Catalogue
import Testing

struct StoryTextTests {
    private func blocks(_ html: String) -> [RichText.Block] { StoryText.richText(of: html).blocks }
    private func texts(_ html: String) -> [String] { blocks(html).map(\.text) }

    @Test func blocksAreWhatTheirElementsAre() {
        #expect(
            blocks("<h2> 标题 </h2><p>段</p>散<hr><hr/><pre>\n  a\n\tb \n</pre>") == [
                .init(.heading, "标题"), .init(.paragraph, "段"), .init(.paragraph, "散"), .init(.rule), .init(.preformatted, "  a\n    b"),
            ])
        #expect(blocks(#"<h2 class="question-title"> </h2><p>&nbsp;</p><div></div>"#).isEmpty)
    }

    @Test func whiteSpaceIsFoldedAsHTMLDoes() {
        #expect(texts("<p>\r\n a \n\t b<b> c</b><i>d</i>\n</p>") == ["a b cd"])
        #expect(texts("<p>中\n  文。\r\n“引”\n号 汉 字\na\n中 — 한국\n말</p>") == ["中文。“引”号 汉 字 a 中 — 한국 말"])
        #expect(texts("<p>一<br>二<br/><br><br>三<br></p>") == ["一\n二\n\n三"])
    }

    @Test func listsNestAndCount() {
        #expect(
            blocks("<ol start=3><li>c<li value=7>g<ul><li>x<p>y</p></ul><li>h</ol><ul><li></li></ul>z") == [
                .init(.item(marker: "3."), "c", depth: 1), .init(.item(marker: "7."), "g", depth: 1),
                .init(.item(marker: "•"), "x", depth: 2),
                .init(.paragraph, "y", depth: 2), .init(.item(marker: "8."), "h", depth: 1), .init(.paragraph, "z"),
            ])
    }

    @Test func quotationsNest() {
        #expect(
            blocks("<blockquote>a<blockquote><p>b</p></blockquote>c</blockquote>d") == [
                .init(.paragraph, "a", quotes: 1), .init(.paragraph, "b", quotes: 2), .init(.paragraph, "c", quotes: 1),
                .init(.paragraph, "d"),
            ])
    }

    @Test func linksAreNumbered() {
        let text = StoryText.richText(
            of: """
                <p><a href="http://a.test/1">一</a>和 <a href="http://a.test/2?x=1&amp;y=2">二 </a><a href="http://a.test/1"><b>三</b></a>.
                <a href="https://a.test/long/">a.test/long</a> <a href="mailto:me@a.test">me@a.test</a> <a href="mailto:me@a.test">mail</a>
                <a href="javascript:alert(1)">js</a> <a href="#top">top</a> <a href="file:///etc/passwd">f</a> <a>none</a> <a href="/x"></a></p>
                """, base: "https://daily.test/story/7")
        #expect(text.blocks.map(\.text) == ["一[1]和 二[2] 三[1]. a.test/long me@a.test mail[3] js top f none"])
        #expect(text.links == ["http://a.test/1", "http://a.test/2?x=1&y=2", "mailto:me@a.test"])
    }

    @Test func addressesAreMadeAbsolute() {
        let html = #"<p><a href="/q/1">a</a><a href="//b.test/2">b</a><a href="3">c</a></p><p><img src="../4.jpg"></p>"#
        let text = StoryText.richText(of: html, base: "https://daily.test/story/7")
        #expect(text.links == ["https://daily.test/q/1", "https://b.test/2", "https://daily.test/story/3"])
        #expect(text.images == ["https://daily.test/4.jpg"])
        let without = StoryText.richText(of: html)
        #expect(without.links == ["http://b.test/2"] && without.images.isEmpty && without.blocks.map(\.text) == ["ab[1]c"])
    }

    @Test func aLinkAroundBlocksIsNotedOnce() {
        #expect(texts(#"<a href="http://a.test/"><p>一</p><p>二</p></a><p>三</p>"#) == ["一[1]", "二", "三"])
        #expect(texts(#"前<a href="http://a.test/"><p>一</p></a>"#) == ["前", "一[1]"])
    }

    @Test func picturesStandAloneOrInTheLine() {
        let text = StoryText.richText(
            of: """
                <p><img class="content-image" src="http://i.test/1.jpg" alt="第一"></p><p>看 <img src="http://i.test/2.jpg" alt="x"> 这</p>
                <p><img src="http://i.test/3.jpg"> 后</p><p>前<img class="content-image" src="http://i.test/1.jpg"></p>
                <p><a href="http://a.test/"><img src="data:image/gif;base64,R0" data-original="http://i.test/4.jpg"></a><br>下</p>
                """)
        #expect(
            text.blocks == [
                .init(.image(number: 1), "第一"), .init(.paragraph, "看 [image 2] 这"), .init(.paragraph, "[image 3] 后"),
                .init(.paragraph, "前"), .init(.image(number: 1)), .init(.image(number: 4), "[1]"), .init(.paragraph, "下"),
            ])
        #expect(text.images == (1...4).map { "http://i.test/\($0).jpg" } && text.links == ["http://a.test/"])
    }

    @Test func figuresHaveCaptions() {
        let picture = #"<noscript><img src="http://i.test/1.jpg"></noscript><img src="http://i.test/1.jpg" alt="alt">"#
        #expect(blocks("<figure>\(picture)<figcaption>图 <b>说</b></figcaption></figure>") == [.init(.image(number: 1), "图 说")])
        #expect(blocks("<figure><figcaption>说</figcaption>\(picture)</figure>") == [.init(.image(number: 1), "说")])
        #expect(blocks("<figure>\(picture)</figure>后") == [.init(.image(number: 1), "alt"), .init(.paragraph, "后")])
        #expect(texts("<figure><figcaption>只有字</figcaption></figure><figcaption>散</figcaption>") == ["只有字", "散"])
    }

    @Test func equationsAreTheirText() {
        #expect(texts(#"<p>式 <img eeimg="1" src="//x.test/equation?tex=a" alt="a&lt;b">。</p>"#) == ["式 a<b。"])
        #expect(texts(#"<img class="eeimg" src="http://x.test/1" alt="E=mc^2">"#) == ["E=mc^2"])
        #expect(texts(#"<img src="http://x.test/equation?tex=y" alt="y">"#) == ["y"])
    }

    @Test func whatNobodyReadsIsLeftOut() {
        #expect(
            texts(
                """
                a<script>document.write("<p>no</p>")</script><style>p{}</style>
                <div class="x img-place-holder"><p>no</p><img src="http://i.test/1.jpg"></div><iframe>no</iframe><!-- no -->b
                """) == ["a", "b"])
        #expect(StoryText.richText(of: #"<img class="avatar" src="http://i.test/a.jpg" alt="no">"#) == RichText())
    }

    @Test func bylinesHaveNameAndBio() {
        #expect(
            blocks(#"<div class="meta"><img class="avatar" src="x"><span class="author">某人，</span><span class="bio">某职</span></div>文"#)
                == [.init(.byline, "某人 · 某职"), .init(.paragraph, "文")])
        #expect(blocks(#"<div class="meta"> <span class="author">某人，</span> <span class="bio"> </span></div>"#) == [.init(.byline, "某人")])
        #expect(blocks(#"<div class="meta"><span class="author">某人</span></div>"#) == [.init(.byline, "某人")])
    }

    @Test func viewMoreStaysAsALink() {
        let text = StoryText.richText(
            of: #"<p>完</p><div class="view-more"><a href="http://q.test/1">查看讨论<span class="x"></span></a></div>"#)
        #expect(text.blocks.map(\.text) == ["完", "查看讨论[1]"] && text.links == ["http://q.test/1"])
    }

    @Test func nothingReachesTheTerminal() {
        #expect(texts("<p>a\u{1B}[31mb\u{9B}1mc\u{202E}d\u{0}e&#27;f</p><pre>g\u{1B}]0;t\u{07}h\u{8}</pre>") == ["abcdef", "gh"])
        #expect(texts("<p>&amp;lt;b&amp;gt; &lt;i&gt;</p>") == ["&lt;b&gt; <i>"])
    }

    @Test func whatIsNestedWithoutEndIsStillRead() {
        #expect(texts(String(repeating: "<div>", count: 50_000) + "deep<br>down") == ["deep\ndown"])
        #expect(texts("<p" + String(repeating: " a", count: 50_000) + ">text</p>") == ["text"])
        #expect(texts(String(repeating: "<ul><li>", count: 100) + "x").last == "x")
        #expect(texts("") == [] && texts("<") == ["<"])
    }

    @Test func anAddressWithoutEndIsNone() {
        let long = "http://a.test/" + String(repeating: "x", count: 4000)
        let text = StoryText.richText(of: "<a href='\(long)'>t</a><a href='y'>u</a>", base: long)
        #expect(text.links.isEmpty && text.blocks.map(\.text) == ["tu"])
    }
}
