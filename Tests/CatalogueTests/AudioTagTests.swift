import Catalogue
import Markup
import Testing

private typealias Sample = TagSample

/// What an audio file says of itself: ID3v2, APE and ID3v1, wherever they stand.
struct AudioTagTests {
    /// Reads the file piece by piece, as it is wanted; gives how many bytes that were too.
    private func read(_ file: [UInt8]) -> (tags: AudioTags, bytes: Int) {
        let length = Int64(file.count)
        var (tags, bytes) = Sample.read(AudioTagReading(length: length), file)
        let end = Sample.read(AudioTagReading(endOf: length), file)
        tags.add(end.tags)
        bytes += end.bytes
        return (tags, bytes)
    }

    private func facts(_ file: [UInt8]) -> [String?] {
        let tags = read(file).tags
        return [tags.title?.text, tags.artist?.text, tags.album?.text]
    }

    private func gbk(_ text: String) throws -> [UInt8] { try #require(Self.encoded[text]) }

    @Test(arguments: [UInt8(3), 4]) func allEncodingsAreRead(version: UInt8) {
        for encoding: UInt8 in [1, 2, 3] {
            let frames = [("TIT2", "电台"), ("TPE1", "ÿÿ主播"), ("TALB", "夜 ")].flatMap {
                Sample.text($0, $1, encoding: encoding, version: version)
            }
            #expect(facts(Sample.id3(frames, version: version) + Sample.sound) == ["电台", "ÿÿ主播", "夜"])
        }
        #expect(facts(Sample.id3(Sample.text("TIT2", "café", encoding: 0, version: version), version: version)) == ["café", nil, nil])
    }

    @Test func version22HasShortNames() {
        let frames = Sample.text("TT2", "one", version: 2) + Sample.text("PIC", "x", version: 2) + Sample.text("TP1", "two", version: 2)
        #expect(facts(Sample.id3(frames, version: 2) + Sample.sound) == ["one", "two", nil])
        #expect(facts(Sample.id3(frames, version: 2, flags: 0x40) + Sample.sound) == [nil, nil, nil], "compressed as nobody knows how")
    }

    @Test func unsynchronisedTagsAreReadAsTheyWere() {
        let frames = Sample.text("TIT2", "电台", encoding: 1) + Sample.text("TPE1", "ÿÿ主播", encoding: 1)
        #expect(facts(Sample.id3(Sample.unsynchronised(frames), flags: 0x80) + Sample.sound) == ["电台", "ÿÿ主播", nil])
        // In v2.4 each frame by itself, with its true length before it.
        let content: [UInt8] = [1, 0xFF, 0xFE, 0xFF, 0, 0xFF, 0]
        let packed = Sample.unsynchronised(content)
        let frame = Sample.frame("TIT2", Sample.sevenBits(content.count) + packed, version: 4, flags: 0x03)
        #expect(facts(Sample.id3(frame, version: 4) + Sample.sound) == ["ÿÿ", nil, nil])
        #expect(facts(Sample.id3(Sample.frame("TIT2", packed, version: 4), version: 4, flags: 0x80) + Sample.sound) == ["ÿÿ", nil, nil])
    }

    @Test func extendedHeadersAndFootersAreSteppedOver() {
        let title = Sample.text("TIT2", "title")
        #expect(facts(Sample.id3(Sample.big(6) + [0, 0, 0, 0, 0, 0] + title, flags: 0x40)) == ["title", nil, nil])
        #expect(facts(Sample.id3(title, flags: 0x40)) == ["title", nil, nil], "there is none, whatever the flag says")
        let four = Sample.text("TIT2", "title", version: 4)
        let extended: [UInt8] = [0, 0, 0, 12, 1, 0x20, 5, 8, 0x25, 0x3E, 0x2A, 0x4A]
        #expect(facts(Sample.id3(extended + four, version: 4, flags: 0x40)) == ["title", nil, nil])
        let footed = Sample.id3(Sample.text("TALB", "album", version: 4), version: 4, flags: 0x10) + Sample.big(0, 10)
        #expect(facts(footed + Sample.id3(four, version: 4)) == ["title", nil, "album"])
    }

    @Test func ofTwoTagsInARowTheFirstCountsAndTheOtherFillsIn() {
        let second = Sample.text("TIT2", "second") + Sample.text("TPE1", "artist")
        #expect(facts(Sample.id3(Sample.text("TIT2", "first")) + Sample.id3(second) + Sample.sound) == ["first", "artist", nil])
    }

    @Test func compressedAndEncryptedFramesAreLeftOut() {
        let three = Sample.frame("TIT2", [0, 1, 2, 3, 4], flags: 0x80) + Sample.frame("TIT2", [3, 65], flags: 0x20)
        #expect(facts(Sample.id3(three + Sample.frame("TPE1", [1, 3, 66], flags: 0x20)))[1] == "B")
        let four = Sample.frame("TIT2", [0, 1, 2, 3, 4], version: 4, flags: 0x08) + Sample.text("TPE1", "B", version: 4)
        #expect(facts(Sample.id3(four, version: 4)) == [nil, "B", nil])
    }

    @Test func sizesThatShouldHaveSevenBitsAreReadAsTheyWereWritten() {
        let long = String(repeating: "x", count: 300)
        let content = [3] + Array(long.utf8)
        let frame = Array("TIT2".utf8) + Sample.big(content.count) + [0, 0] + content
        #expect(facts(Sample.id3(frame + Sample.text("TPE1", "B", version: 4), version: 4)) == [long, "B", nil])
    }

    @Test func severalValuesAreShown() {
        #expect(facts(Sample.id3(Sample.text("TPE1", "one\0two\0", version: 4), version: 4)) == [nil, "one / two", nil])
        #expect(facts(Sample.id3(Sample.text("TPE1", "one\0junk")))[1] == "one", "before v2.4 text ends at the zero")
        #expect(facts(Sample.sound + Sample.ape([("ARTIST", "one\0two")])) == [nil, "one / two", nil])
    }

    @Test func theFirstThatIsNotEmptyCounts() {
        let frames = Sample.text("TIT2", "") + Sample.text("TIT2", " \u{7} ") + Sample.text("TIT2", "title\u{1B}[31m\nof two lines")
        #expect(facts(Sample.id3(frames)) == ["title of two lines", nil, nil])
        #expect(facts(Sample.id3(Sample.text("TPE2", "the album's artist")))[1] == "the album's artist")
    }

    @Test func id3v2CountsBeforeAPEAndThatBeforeID3v1() throws {
        let (ape, first) = (Sample.ape([("Title", "abcde"), ("Album", "ape")]), Sample.id3v1(Array("tail".utf8), Array("v1".utf8)))
        let tags = read(Sample.id3(Sample.text("TPE1", "id3")) + Sample.sound + ape + first).tags
        #expect(tags.title == AudioTags.Fact("abcde", .ape))
        #expect(tags.artist == AudioTags.Fact("id3", .id3v2))
        #expect(tags.album == AudioTags.Fact("ape", .ape))
        #expect(facts(Sample.sound + first) == ["tail", "v1", nil])
        #expect(facts(Sample.sound + Sample.ape([("Title", "links")], flags: 4)) == [nil, nil, nil])
    }

    @Test func longAPETagsAndLyricsAreFound() {
        let long = String(repeating: "a", count: 5000)
        #expect(facts(Sample.sound + Sample.ape([("Lyrics", long), ("Title", "behind")]))[0] == "behind")
        let lyrics = Array("LYRICSBEGINEAR00004Auth000023LYRICS200".utf8)
        let file = Sample.sound + Sample.ape([("title", "ape")]) + lyrics + Sample.id3v1(Array("v1".utf8))
        #expect(facts(file)[0] == "ape")
    }

    @Test func id3v1GoesOnInItsPlus() {
        let title = Array("A title that is longer than thirty letters".utf8)
        let file = Sample.sound + Sample.plus(Array(title.dropFirst(30))) + Sample.id3v1(title)
        #expect(facts(file)[0] == "A title that is longer than thirty letters")
    }

    @Test func whatIsNoLatin1IsReadAsWhatItIs() throws {
        #expect(facts(Sample.sound + Sample.id3v1(try gbk("深夜电台"), try gbk("小明"))) == ["深夜电台", "小明", nil])
        let mixed = Sample.frame("TIT2", [0] + (try gbk("深夜电台"))) + Sample.text("TPE2", "小明", encoding: 1)
        #expect(facts(Sample.id3(mixed)) == ["深夜电台", "小明", nil])
        let cut = Array("三十个字节只够十个汉字再多就要切断".utf8.prefix(29))
        #expect(facts(Sample.sound + Sample.id3v1(cut))[0] == "三十个字节只够十个")
    }

    @Test func onlyTheTagsAreRead() {
        let picture = Sample.frame("APIC", [0] + [UInt8](repeating: 7, count: 100_000))
        let tag = Sample.id3(picture + Sample.text("TIT2", "title"))
        let sound = [UInt8](repeating: 0x55, count: 1 << 20)
        let (tags, bytes) = read(tag + sound + Sample.id3v1([]))
        #expect(tags.title?.text == "title")
        #expect(bytes < tag.count + 1100)
        #expect(Sample.read(AudioTagReading(length: nil), sound).bytes == 4096)
        #expect(Sample.read(AudioTagReading(length: nil, most: 5000), tag).bytes == 5000)
        #expect(read([]).bytes == 0)
    }

    @Test func hostileSizesLeadNowhere() {
        let huge = Array("ID3".utf8) + [3, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F]
        #expect(facts(huge + Sample.text("TIT2", "there") + Sample.frame("TPE1", [0xFF]))[0] == "there")
        #expect(facts(huge + Array("TIT2".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 3, 65]) == [nil, nil, nil])
        let footer = Array("APETAGEX".utf8) + Sample.little(2000) + Sample.big(-1) + Sample.big(-1) + Sample.big(0, 12)
        #expect(facts(Sample.sound + footer) == [nil, nil, nil])
        for cut in 0..<60 {
            _ = facts(Array(Sample.id3(Sample.chapter("a", 0, 1, Sample.text("TIT2", "t")), version: 4).prefix(cut)))
        }
    }

    private static let encoded: [String: [UInt8]] = [
        "深夜电台": [0xC9, 0xEE, 0xD2, 0xB9, 0xB5, 0xE7, 0xCC, 0xA8], "小明": [0xD0, 0xA1, 0xC3, 0xF7],
    ]
}

/// Chapters that a file itself has.
struct FileChapterTests {
    private func chapters(_ file: [UInt8]) -> [AudioChapter] {
        Sample.read(AudioTagReading(length: Int64(file.count)), file).tags.chapters
    }

    @Test(arguments: [UInt8(3), 4]) func chaptersAreReadInTheirOrder(version: UInt8) {
        let link = Sample.frame("WXXX", [0] + Array("chapter url\0http://h/".utf8), version: version)
        let body =
            Sample.contents("toc", flags: 3, ["b", "a"], version: version)
            + Sample.chapter("b", 7000, 0xFFFF_FFFF, Sample.text("TIT2", "章二", encoding: 1, version: version), version: version)
            + Sample.chapter("hidden", 8000, 9000, [], version: version)
            + Sample.chapter("a", 0, 7000, Sample.text("TIT2", "one", version: version) + link, version: version)
        #expect(
            chapters(Sample.id3(body, version: version)) == [
                AudioChapter(start: 0, end: 7, title: "one", url: "http://h/"), AudioChapter(start: 7, title: "章二"),
                AudioChapter(start: 8, end: 9, title: "", isHidden: true),
            ])
    }

    @Test func tablesMayLieInTables() {
        let body =
            Sample.contents("top", flags: 2, ["part", "a"]) + Sample.contents("part", flags: 0, ["b", "top"])
            + Sample.contents("lost", flags: 0, ["c"]) + ["a", "b", "c"].enumerated().flatMap { Sample.chapter($1, $0, 0, []) }
        #expect(chapters(Sample.id3(body)).map(\.isHidden) == [false, false, true])
    }

    @Test func withoutATableAllAreListed() {
        let body = Sample.chapter("a", 0, 1000, []) + Sample.chapter("a", 5, 6, []) + Sample.chapter("b", 1000, 500, [])
        let found = chapters(Sample.id3(body + Sample.contents("toc", flags: 3, ["x"])))
        #expect(found == [AudioChapter(start: 0, end: 1, title: ""), AudioChapter(start: 1, title: "")])
        #expect(AudioTags(chapters: found).listedChapters.map(\.number) == [1, 2])
    }

    @Test func titlesInOtherCharsetsAreRead() {
        let title = Sample.frame("TIT2", [0, 0xC9, 0xEE, 0xD2, 0xB9])
        #expect(chapters(Sample.id3(Sample.chapter("a", 0, 1000, title))).map(\.title) == ["深夜"])
    }

    @Test func neroChaptersOfMPEG4AreRead() {
        let list = Sample.nero([(0, "one"), (12, "章二")])
        let name = Sample.box(
            "meta",
            [0, 0, 0, 0] + Sample.box("ilst", Sample.box("©nam", Sample.box("data", Sample.big(1) + Sample.big(0) + Array("title".utf8)))))
        let start = Sample.box("ftyp", Array("M4A ".utf8))
        let moov = Sample.box("moov", Sample.box("mvhd", [1, 2, 3]) + Sample.box("udta", name + list))
        for file in [start + moov + Sample.box("mdat", Sample.sound), start + Sample.box("mdat", Sample.sound) + moov] {
            #expect(chapters(file) == [AudioChapter(start: 0, title: "one"), AudioChapter(start: 12, title: "章二")])
        }
        #expect(chapters(start + Sample.big(1) + Array("mdat".utf8) + Sample.big(-1, 8)).isEmpty)
    }
}
