import Queue
import Testing

private func read(
    _ text: String, at base: String = "/music/list.m3u8", files: Set<String> = [], isWanted: Bool = false
) throws -> Playlist {
    try PlaylistReader.read(Array(text.utf8), base: base, isWanted: isWanted) { files.contains($0) }
}

private func locations(_ text: String, at base: String = "/music/list.m3u8", files: Set<String> = []) throws -> [String] {
    try read(text, at: base, files: files).entries.map(\.location)
}

@Suite struct M3UReaderTests {
    @Test func markAndLineEndsAreNoPartOfANameAndTheLastLineCounts() throws {
        let text =
            "\u{FEFF}a 1.mp3\r\n#EXTINF:12,晴朗 - 标题, 带逗号\r\nsub\\二.mp3\r\n\r\n# a remark\r\n../c.mp3\r\nhttp://h/ok/1.mp3?x=#1\r\n"
            + "file:///tmp/d%20e.mp3\r\nC:\\Music\\f.mp3"
        let list = try read(text)
        #expect(
            list.entries.map(\.location) == [
                "/music/a 1.mp3", "/music/sub/二.mp3", "/c.mp3", "http://h/ok/1.mp3?x=#1", "/tmp/d e.mp3", "/C:/Music/f.mp3",
            ])
        #expect(list.entries[1].title == "晴朗 - 标题, 带逗号")
        #expect(list.entries[1].duration == 12)
        #expect(list.entries[2] == PlaylistEntry(location: "/c.mp3"))
        #expect(list.skipped.isEmpty)
    }

    @Test func carriageReturnsAloneEndLines() throws {
        #expect(try locations("# This is a comment\rabc.mp3\rdef.mp3", at: "/m/x.m3u") == ["/m/abc.mp3", "/m/def.mp3"])
    }

    @Test(
        arguments: [
            ("12,One", "One", 12.0), ("12.5,One", "One", 12.5), ("-1,One", "One", nil), ("0,One", "One", nil), ("long,One", "One", nil),
            ("12", nil, 12), ("12,", nil, 12), ("-1 tvg-logo=\"a,b\" group-title=\"x\",One, two", "One, two", nil),
            ("5,Say \"hi\", then go", "Say \"hi\", then go", 5), ("5 a=\"b,One", "One", 5), (" 7 , One ", "One", 7),
            ("1e999,One", "One", nil),
            ("nan,One", "One", nil), ("3,\u{1B}[31mred\u{7}", "red", 3),
        ] as [(String, String?, Double?)])
    func theFactsOfALineStandBeforeAndAfterItsFirstComma(_ facts: String, _ title: String?, _ duration: Double?) throws {
        let entry = try read("#EXTM3U\n#extinf:\(facts)\na.mp3\nb.mp3").entries
        #expect(
            entry == [PlaylistEntry(location: "/music/a.mp3", title: title, duration: duration), PlaylistEntry(location: "/music/b.mp3")])
    }

    @Test func anAccentBehindASignHidesNoSign() throws {
        let list = try read("#EXTM3U\n#PLAYLIST:\u{301}p\n#EXTINF:5,\u{300}One\n/\u{301}a.mp3\nfile:///\u{301}b.mp3\n")
        #expect(list.title == "\u{301}p")
        #expect(list.entries.first == PlaylistEntry(location: "/\u{301}a.mp3", title: "\u{300}One", duration: 5))
        #expect(list.entries.map(\.location) == ["/\u{301}a.mp3", "/\u{301}b.mp3"])
        #expect(list.entries.map(\.url) == ["file:///%CC%81a.mp3", "file:///%CC%81b.mp3"])
        #expect(try read("[playlist]\nFile1=\u{301}c\n").entries.map(\.location) == ["/music/\u{301}c"])
        let quoted = Playlist(entries: [
            PlaylistEntry(location: "/a", title: "b\"\u{301}c"), PlaylistEntry(location: "/d", title: "#\u{301}"),
        ])
        #expect(try read(PlaylistWriter.csv(quoted), at: "/music/x.csv").entries == quoted.entries)
        #expect(try read(PlaylistWriter.m3u8(list)).entries == list.entries)
        #expect(try read(PlaylistWriter.xspf(list)).entries == list.entries)
    }

    @Test func theListsNameAndOtherRemarksAreRead() throws {
        let list = try read("#EXTM3U\n#PLAYLIST:夜 Night\n#EXTART:Mara\n#EXTALB:Tide\n#RADIOBROWSERUUID:1\n#EXTVLCOPT:x\nhttp://h/a\n")
        #expect(list.title == "夜 Night")
        #expect(list.entries == [PlaylistEntry(location: "http://h/a", creator: "Mara", album: "Tide")])
    }

    @Test func thePiecesOfALiveStreamAreNoTracks() {
        for tag in ["#EXT-X-TARGETDURATION:10", "#EXT-X-STREAM-INF:BANDWIDTH=1280000", "#ext-x-version:3"] {
            #expect(throws: PlaylistError.liveStream) { try read("#EXTM3U\n\(tag)\n#EXTINF:10,\nhttp://h/a.ts\n") }
        }
    }

    @Test func ofSeveralReadingsOfANameTheOneThatIsAFileCounts() throws {
        #expect(try locations("sub\\a.mp3", files: ["/music/sub\\a.mp3"]) == ["/music/sub\\a.mp3"])
        #expect(try locations("sub\\a.mp3", files: ["/music/sub/a.mp3"]) == ["/music/sub/a.mp3"])
        #expect(try locations("a%20b.mp3", files: ["/music/a b.mp3"]) == ["/music/a b.mp3"])
        #expect(try locations("100%25.mp3", files: ["/music/100%25.mp3", "/music/100%.mp3"]) == ["/music/100%25.mp3"])
        #expect(try locations("  two  spaces  .mp3 ", files: ["/music/  two  spaces  .mp3 "]) == ["/music/  two  spaces  .mp3 "])
        #expect(try locations("a%20b.mp3") == ["/music/a%20b.mp3"])
    }

    @Test func anEpisodeOfTheDemoStationIsNoFileBesideTheList() throws {
        #expect(try locations("demo:/audio/1.mp3") == ["demo:/audio/1.mp3"])
    }

    @Test func namesAreMeantFromWhereTheListLies() throws {
        #expect(try locations("./a.mp3\n../../../b.mp3\n/c.mp3\nsub//d.mp3") == ["/music/a.mp3", "/b.mp3", "/c.mp3", "/music/sub/d.mp3"])
        let base = "http://h.org/radio/list.m3u?x=1"
        #expect(
            try locations("a 1.mp3\n../b.mp3\n/c.mp3\nhttps://o.org/d e", at: base) == [
                "http://h.org/radio/a%201.mp3", "http://h.org/b.mp3", "http://h.org/c.mp3", "https://o.org/d e",
            ])
    }

    @Test(arguments: [
        ("a//b/./c/", "/m/l/a/b/c"), ("../../../x", "/x"), ("..", "/m"), ("../..", "/"), ("./", "/m/l"), ("/a/../b//", "/a/../b//"),
        ("sub\\..\\x", "/m/l/x"), ("C:/x", "/C:/x"), ("%41", "/m/l/%41"),
    ])
    func pathsAreFollowed(written: String, path: String) throws {
        #expect(try locations(written, at: "/m//l/list.m3u") == [path])
    }

    @Test func aListFromTheWebPointsAtNoFilesOfThisMachine() throws {
        let list = try read("file:///etc/passwd\nC:\\secret.mp3\na.mp3", at: "https://h.org/list.m3u")
        #expect(list.entries.map(\.location) == ["https://h.org/a.mp3"])
        #expect(list.skipped.count == 2)
        #expect(list.skipped[0].contains("line 1"))
    }
}

@Suite struct PlaylistTextTests {
    private func locations(_ bytes: [UInt8], charset: String? = nil) throws -> [String] {
        try PlaylistReader.read(bytes, base: "/m/list.m3u", charset: charset).entries.map(\.location)
    }

    @Test func chineseNamesOfAnOldListAreRead() throws {
        let night: [UInt8] = [0xD2, 0xB9, 0xC7, 0xFA, 0x5C, 0xB5, 0xDA, 0x31, 0xBC, 0xAF]
        #expect(try locations(Array("#EXTM3U\n".utf8) + night + Array(".mp3\n".utf8)) == ["/m/夜曲/第1集.mp3"])
    }

    @Test func latinNamesOfAnOldListAreRead() throws {
        #expect(try locations([0xE6, 0xF8, 0xE5] + Array(".mp3".utf8)) == ["/m/æøå.mp3"])
        #expect(try locations(Array("Bj".utf8) + [0xF6] + Array("rk.mp3".utf8)) == ["/m/Björk.mp3"])
        // What Windows-1252 leaves free is still some name and never U+FFFD.
        #expect(try locations([0x61, 0x81, 0x20, 0xE9]).first?.contains("\u{FFFD}") == false)
    }

    @Test func theServersWordDecidesWhereTheBytesDoNot() throws {
        #expect(try locations([0xE1] + Array(".mp3".utf8), charset: "windows-1251") == ["/m/б.mp3"])
        #expect(try locations(Array("é.mp3".utf8), charset: "gbk") == ["/m/é.mp3"])
    }

    @Test func sixteenBitTextIsReadWithAndWithoutItsMark() throws {
        func wide(_ text: String, big: Bool) -> [UInt8] {
            text.utf16.flatMap { big ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
        }
        let text = "#EXTM3U\r\n#EXTINF:123,Tëst 夜\r\ntest.mp3\r\n"
        for (mark, big) in [([0xFF, 0xFE], false), ([], false), ([0xFE, 0xFF], true), ([], true)] as [([UInt8], Bool)] {
            let list = try PlaylistReader.read(mark + wide(text, big: big), base: "/m/list.m3u")
            #expect(list.entries == [PlaylistEntry(location: "/m/test.mp3", title: "Tëst 夜", duration: 123)])
        }
    }
}

@Suite struct PLSReaderTests {
    @Test func keysHaveAnyCaseAndOrderAndTheStatedNumberCountsForNothing() throws {
        let list = try read(
            "[Playlist]\r\nNUMBEROFENTRIES=1\r\ntitle10=Ten, with comma = sign\r\nfile10=http://h/10\r\nFILE2 = b.mp3\r\nLength2=61\r\n"
                + "Length10=-1\r\nTitle3=lost\r\nVersion=2\r\nFile99999999999999999999=x\r\n", at: "/m/x")
        #expect(
            list.entries == [
                PlaylistEntry(location: "/m/b.mp3", duration: 61), PlaylistEntry(location: "http://h/10", title: "Ten, with comma = sign"),
            ])
        #expect(list.skipped == ["entry 3 has no address"])
    }

    @Test func anEmptyFileOfThatNameIsAnEmptyList() throws {
        #expect(try read("\n", at: "/m/empty.pls") == Playlist())
    }
}

@Suite struct XSPFReaderTests {
    private func xspf(_ tracks: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\"><title>T &amp; U</title>"
            + "<trackList>\(tracks)</trackList></playlist>"
    }

    @Test func tracksAreReadWithTheirFacts() throws {
        let list = try read(
            xspf(
                "<track><location> http://h/a?b=1&c=2 </location><title>Y &lt;1&gt;</title><creator>S</creator><album>\"Y\"</album>"
                    + "<duration>194500</duration><extension application=\"x\"><title>no</title><location>no</location></extension></track>"
                    + "<track><location>a%20b.mp3</location></track><track><title>none</title></track>"
                    + "<track><location>file:///x/y%25.mp3</location><duration>soon</duration></track>"), at: "/m/l.xspf")
        #expect(list.title == "T & U")
        #expect(
            list.entries == [
                PlaylistEntry(location: "http://h/a?b=1&c=2", title: "Y <1>", duration: 194.5, creator: "S", album: "\"Y\""),
                PlaylistEntry(location: "/m/a b.mp3"), PlaylistEntry(location: "/x/y%.mp3"),
            ])
        #expect(list.skipped == ["track 3 has no address"])
    }

    @Test func anEncodingOfItsOwnIsHeeded() throws {
        let text = Array("<?xml version='1.0' encoding='ISO-8859-2'?><playlist><trackList><track><location>/".utf8) + [0xB1]
        let list = try PlaylistReader.read(text + Array("</location></track></trackList></playlist>".utf8), base: "/m/l.xspf")
        #expect(list.entries.map(\.location) == ["/ą"])
    }

    @Test func whatStandsBeforeABreakIsKept() throws {
        let whole = xspf("<track><location>http://h/a</location></track><track><location>http://h/b</location></track>")
        let list = try read(String(whole.prefix(whole.count - 60)), at: "/m/l.xspf")
        #expect(list.entries.map(\.location) == ["http://h/a"])
        #expect(list.skipped.count == 1)
        #expect(throws: PlaylistError.cutShort) { try read("<playlist><trackList><track>", at: "/m/l.xspf") }
    }
}

@Suite struct TableReaderTests {
    @Test func commasAndQuotesMoveNoAddress() throws {
        let list = try read(
            "# a remark line\n一号台,http://h/a.mp3\n\"台, 带逗号\",http://h/b.mp3\n\"say \"\"hi\"\"\",http://h/c.mp3?f=1\n"
                + "有逗号的地址,\"http://h/d.mp3?f=mp3,any&m=sc\"\nonly-name\n\n  spaces  ,  http://h/e.mp3  \n", at: "/m/stations.csv")
        #expect(list.entries.map(\.title) == ["一号台", "台, 带逗号", "say \"hi\"", "有逗号的地址", "spaces"])
        #expect(
            list.entries.map(\.location) == [
                "http://h/a.mp3", "http://h/b.mp3", "http://h/c.mp3?f=1", "http://h/d.mp3?f=mp3,any&m=sc", "http://h/e.mp3",
            ])
        #expect(list.skipped == ["line 6 has no address: only-name"])
    }

    @Test func aFirstLineMayNameTheColumns() throws {
        let list = try read("Duration,URL,Name\r\n61,http://h/a,\"two\r\nlines\"\r\n,http://h/b\r\n", at: "/m/x.csv")
        #expect(
            list.entries == [
                PlaylistEntry(location: "http://h/a", title: "two lines", duration: 61), PlaylistEntry(location: "http://h/b"),
            ])
    }

    @Test func ofTwoColumnsOfOneNameTheFirstCounts() throws {
        let list = try read("url,title,name\nhttp://h/a,one,two\n", at: "/m/x.csv")
        #expect(list.entries == [PlaylistEntry(location: "http://h/a", title: "one")])
    }

    @Test func anOpenQuoteAndAnAddressAloneAreTaken() throws {
        #expect(try locations("http://h/a\n\"open,http://h/b", at: "/m/x.csv") == ["http://h/a"])
    }
}

@Suite struct PlaylistFormatTests {
    @Test(
        arguments: [
            ("#EXTM3U\n", "x", PlaylistFormat.m3u8), (" \n[PLAYLIST]\n", "x.mp3", .pls), ("<?xml version=\"1.0\"?>\n<playlist>", "", .xspf),
            ("a.mp3\n", "/a/b.M3U", .m3u8), ("", "http://h/x.pls?y=1", .pls), ("a,b", "x.csv", .csv), ("{}", "x.m3u", nil),
            ("<html>", "x.pls", nil), ("a.mp3", "x.txt", nil), ("a", "http://h/a?b=x.pls", nil), ("é", "x.m3u", .m3u8),
        ] as [(String, String, PlaylistFormat?)])
    func aListIsToldByItsBeginningThenByItsName(_ text: String, _ name: String, _ format: PlaylistFormat?) {
        #expect(PlaylistReader.format(of: Array(text.utf8), name: name) == format)
    }

    @Test func soundIsNoList() {
        #expect(PlaylistReader.format(of: [0xFF, 0xFB, 0x90, 0x64, 0, 0, 0, 0], name: "x.m3u") == nil)
        #expect(throws: PlaylistError.notAPlaylist(found: nil)) { try PlaylistReader.read([0x49, 0x44, 0x33, 0, 0], base: "/x.m3u") }
    }

    @Test func whatIsSomethingElseIsNamed() {
        #expect(throws: PlaylistError.opml) { try read("<?xml version=\"1.0\"?><opml version=\"2.0\"><body/></opml>", at: "/x.opml") }
        #expect(throws: PlaylistError.notAPlaylist(found: "HTML")) { try read("<!DOCTYPE html><html></html>", at: "/x.m3u") }
        #expect(throws: PlaylistError.notAPlaylist(found: "text")) { try read("dear diary", at: "/x.txt", isWanted: true) }
    }

    @Test func aBareListIsTakenWhereItIsAskedFor() throws {
        #expect(try read("http://h/a\n\nb.mp3\n", at: "/m/", files: ["/m/b.mp3"], isWanted: true).entries.count == 2)
        #expect(throws: PlaylistError.self) { try read("http://h/a\n", at: "/m/") }
    }
}
