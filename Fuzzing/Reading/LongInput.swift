/// A long input of one piece again and again, of a kind that once cost far more time or memory than its length explains.
public struct LongInput: Sendable, CustomStringConvertible {
    public var reader: Fuzzed
    public var head: String
    /// The piece that comes at a place; most are the same everywhere.
    var piece: @Sendable (Int) -> String
    var tail: String
    /// How many bytes it has at least.
    public var count: Int

    public var description: String { "\(reader.rawValue): \(head.prefix(60))\(piece(0))" }

    public var bytes: [UInt8] {
        var text = Array(head.utf8)
        text.reserveCapacity(count + 1024)
        var place = 0
        while text.count < count {
            text.append(contentsOf: piece(place).utf8)
            place += 1
        }
        return text + tail.utf8
    }

    private init(_ reader: Fuzzed, _ head: String, _ piece: String, _ tail: String = "", count: Int = 100_000) {
        self.init(reader, head, numbered: { _ in piece }, tail, count: count)
    }

    private init(
        _ reader: Fuzzed, _ head: String, numbered piece: @escaping @Sendable (Int) -> String, _ tail: String = "", count: Int = 100_000
    ) {
        (self.reader, self.head, self.piece, self.tail, self.count) = (reader, head, piece, tail, count)
    }
}

extension LongInput {
    public static let all = json + feeds + playlists + html + tags

    private static let json = [
        LongInput(.json, "{\"data\":[", "{\"id\":1},", "{\"id\":1,\"title\":\"a\"}]}"),
        LongInput(.json, "{\"data\":{\"resource\":[", "{\"id\":1},", "0]}}"),
        LongInput(.json, "{\"data\":{\"hotResourceList\":[", "{\"id\":1},", "0]}}"),
        LongInput(.json, "{\"data\":[", "{\"title\":1},", "{\"bannerTitle\":\"a\"}]}"),
        LongInput(.json, "{\"data\":[{\"cardTitle\":\"\(long)\",\"listTwy\":[", "0,", "0]}]}"),
        LongInput(.json, "{\"data\":[{\"channelName\":\"\(long)\",\"channelContent\":[", "0,", "0]}]}"),
        LongInput(.json, "{\"code\":1,\"msg\":\"", "\u{9D}", "\"}", count: slow),
        LongInput(.json, "{\"data\":[", "0,", "0]}"),
    ]

    private static let feeds = [
        LongInput(.feed, channel, "<item>"), LongInput(.feed, channel, "<item><a>"), LongInput(.feed, channel, "<item><title>a"),
        LongInput(.feed, channel, "<item><category>a"), LongInput(.feed, channel, "<item><link>a"),
        LongInput(.feed, channel, numbered: { "<item><guid>\($0)" }), LongInput(.feed, channel + "<title>", "\u{9D}", count: slow),
        LongInput(.feed, channel + "<pubDate>" + long, ",", count: slow),
        LongInput(.feed, "<rss xml:base=\"http://h/\(long)/\">", "<item><link>a"),
        LongInput(.feed, "", numbered: { $0 < 400 ? "<channel xml:base=\"\($0)aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/\">" : "<item>" }),
        LongInput(.feed, "<opml><body><outline text=\"\(long)\">", "<outline xmlUrl=\"a\"/>"),
        LongInput(
            .feed, "<opml><body><outline text=\"\(long)\">",
            numbered: { $0 < 400 ? "<outline text=\"x\"><outline xmlUrl=\"a\"/>" : "<a/>" }),
    ]

    private static let playlists = [
        LongInput(.playlist, "#EXTM3U\n", "a\n"), LongInput(.playlist, "#EXTM3U\n", "\n"), LongInput(.playlist, "#EXTM3U\n", "%41\n"),
        LongInput(.playlist, "#EXTM3U\n", "a/"), LongInput(.playlist, "#EXTM3U\na", "/"),
        LongInput(.playlist, "#EXTM3U\n", "#EXTINF:1,a\na\n"),
        LongInput(.playlist, "[playlist]\n", numbered: { "File\($0)=a\n" }),
        LongInput(.playlist, "", "\u{FEFF}", count: slow),
        // The ending that the name of a list has depends on its length.
        LongInput(.playlist, "title,url" + String(repeating: ",", count: 40_000) + "\n", "a,b\n"),
        LongInput(.playlist, "title,url" + String(repeating: ",", count: 40_000) + "\n", "a,b\n", "#"),
        LongInput(.playlist, "title,url" + String(repeating: ",", count: 40_000) + "\n", "a,b\n", "##"),
        LongInput(.playlist, "", "a\n"), LongInput(.playlist, "", "a\n", "#"), LongInput(.playlist, "", "a\n", "##"),
    ]

    private static let html = [
        LongInput(.html, "", "\u{9D}", count: slow), LongInput(.html, "\u{1B}]", "\u{9D}", count: slow), LongInput(.html, "", "\u{1B}]"),
        LongInput(.html, "<a =\"", "<a ='>"),
    ]

    private static let tags = [
        LongInput(.tags, id3, "TIT2\0\0\0\u{2}\0\0\u{3}a"), LongInput(.tags, id3, "TIT2\0\0\0\u{2}\0\0\0\u{9D}"),
        LongInput(.tags, id3, numbered: { "CHAP\0\0\0\u{16}\0\0\(100_000 + $0)" + String(repeating: "\0", count: 16) }),
        LongInput(.tags, id3, numbered: { "CTOC\0\0\0\u{10}\0\0\(100_000 + $0)\0\u{2}\u{1}\(100_001 + $0)\0" }),
        LongInput(.tags, "ID3\u{3}\0\0\0\0\0\0", "ID3\u{3}\0\0\0\0\0\0"), LongInput(.tags, "", "\u{C4}\u{E3}", count: slow),
        LongInput(
            .tags, String(repeating: "x", count: 3000), "\u{1}\0\0\0\0\0\0\0title\0a",
            "APETAGEX\0\u{8}\0\0\u{60}\u{7F}\u{1}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),
        LongInput(.tags, "\0\0\0\u{8}ftyp", "\0\0\0\u{8}free"),
    ]
    /// The head of a tag of 100,000 bytes.
    private static let id3 = "ID3\u{3}\0\0\0\u{6}\u{D}\u{20}"

    /// Where the time grew by the square: so long that the tests' time limit is met by far.
    private static let slow = 400_000
    private static let channel = "<rss><channel>"
    private static let long = String(repeating: "x", count: 40_000)
}
