import Queue
import Testing

@Suite struct PlaylistWriterTests {
    private static let entries = [
        PlaylistEntry(location: "/music/it's.mp3", title: "One, two \"three\"", duration: 61.5),
        PlaylistEntry(location: "/music/ two  spaces .mp3 "), PlaylistEntry(location: "/music/#hash.mp3", title: "#hash"),
        PlaylistEntry(location: "/music/100%25.mp3"), PlaylistEntry(location: "/music/back\\slash.mp3", title: "a\\b"),
        PlaylistEntry(location: "/music/line\nbreak\u{1B}.mp3", title: "x"), PlaylistEntry(location: "/$HOME `id` *.mp3", duration: 0.001),
        PlaylistEntry(location: "/中文 空格.mp3", title: "中文 <&> 标题", duration: 12.345, creator: "李明, Zoë", album: "夜, 听"),
        PlaylistEntry(location: "http://h/a?b=1&c=\"2\",3#4", title: "-1,x"), PlaylistEntry(location: "http://h/a b", duration: 86_400),
        PlaylistEntry(location: "http://h/a?b=1&c=\"2\",3#4", title: "again"),
    ]
    private static let list = Playlist(title: "My <list>, & more", entries: entries)

    @Test func anM3U8ThatWasWrittenIsReadAsTheSameList() throws {
        let text = PlaylistWriter.m3u8(Self.list)
        #expect(try PlaylistReader.read(Array(text.utf8), base: "/other/list.m3u8") == Self.list)
    }

    @Test func anXSPFThatWasWrittenIsReadAsTheSameList() throws {
        let text = PlaylistWriter.xspf(Self.list)
        #expect(try PlaylistReader.read(Array(text.utf8), base: "/other/list.xspf") == Self.list)
    }

    @Test func aTableThatWasWrittenIsReadAsTheSameLines() throws {
        let text = PlaylistWriter.csv(Self.list)
        #expect(try PlaylistReader.read(Array(text.utf8), base: "/other/list.csv").entries == Self.entries)
    }

    @Test func theFormsAreThoseThatOthersRead() {
        let list = Playlist(
            title: "夜",
            entries: [PlaylistEntry(location: "/m/a b.mp3", title: "A & B", duration: 61.25), PlaylistEntry(location: "http://h/c")])
        #expect(PlaylistWriter.m3u8(list) == "#EXTM3U\n#PLAYLIST:夜\n#EXTINF:61.25,A & B\n/m/a b.mp3\nhttp://h/c\n")
        #expect(PlaylistWriter.csv(list) == "title,url,duration,creator,album\nA & B,file:///m/a%20b.mp3,61.25,,\n,http://h/c,,,\n")
        #expect(
            PlaylistWriter.xspf(list) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <playlist version="1" xmlns="http://xspf.org/ns/0/">
                  <title>夜</title>
                  <trackList>
                    <track>
                      <location>file:///m/a%20b.mp3</location>
                      <title>A &amp; B</title>
                      <duration>61250</duration>
                    </track>
                    <track>
                      <location>http://h/c</location>
                    </track>
                  </trackList>
                </playlist>

                """)
    }

    @Test func noControlCharacterGetsIntoAFile() {
        let list = Playlist(entries: [PlaylistEntry(location: "http://h/\u{1B}\n\u{9B}\u{202E}", title: "a\nb\u{1B}[31m\u{7}")])
        for text in [PlaylistWriter.m3u8(list), PlaylistWriter.xspf(list), PlaylistWriter.csv(list)] {
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
            #expect(!text.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}" })
            #expect(text.contains("http://h/%1B%0A%C2%9B%E2%80%AE"))
        }
    }
}
