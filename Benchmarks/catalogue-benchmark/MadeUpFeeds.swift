import Foundation

/// Makes up podcast feeds with all that common ones say: a third each English, Chinese and mixed with kana and Hangul, show notes of 1 to 3 KB.
struct MadeUpFeeds {
    let count: Int
    let items: Int
    /// Where they are served.
    let base: String

    /// Writes `feeds/00001.xml` and so on into the folder, and `all.opml` and `urls` (an address a line) with all of them.
    func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder.appending(path: "feeds"), withIntermediateDirectories: true)
        var outlines = ""
        var urls = ""
        for number in 1...count {
            try Data(feed(number).utf8).write(to: folder.appending(path: path(number)))
            outlines += "<outline type=\"rss\" text=\"Feed \(number)\" xmlUrl=\"\(base)/\(path(number))\"/>\n"
            urls += "\(base)/\(path(number))\n"
        }
        let list = "<opml version=\"2.0\">\n<head><title>Benchmark</title></head>\n<body>\n\(outlines)</body>\n</opml>\n"
        try Data(list.utf8).write(to: folder.appending(path: "all.opml"))
        try Data(urls.utf8).write(to: folder.appending(path: "urls"))
    }

    private func path(_ number: Int) -> String { String(format: "feeds/%05ld.xml", number) }

    private func feed(_ number: Int) -> String {
        var text = MadeUpText(seed: number)
        let language = [MadeUpText.Language.english, .chinese, .japanese][number % 3]
        let title = "\(text.words(3, in: language)) \(number)"
        let channel = """
            <title>\(title)</title>
            <link>https://www.example.test/\(number)</link>
            <language>\(language.rawValue)</language>
            <description>\(text.words(40, in: language))</description>
            <atom:link rel="self" href="\(base)/\(path(number))"/>
            <itunes:author>\(text.words(3, in: language))</itunes:author>
            <itunes:type>episodic</itunes:type>
            <itunes:explicit>no</itunes:explicit>
            <itunes:owner><itunes:name>Example</itunes:name><itunes:email>radio@example.test</itunes:email></itunes:owner>
            <itunes:image href="\(base)/images/\(number).jpg"/>
            <itunes:category text="Society &amp; Culture"><itunes:category text="Documentary"/></itunes:category>

            """
        let items = (1...items).reversed().map { item(feed: number, $0, language, &text) }.joined()
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" \
            xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom">
            <channel>
            \(channel)\(items)</channel>
            </rss>

            """
    }

    private func item(feed: Int, _ number: Int, _ language: MadeUpText.Language, _ text: inout MadeUpText) -> String {
        let title = text.words(3 + text.next(5), in: language)
        let seconds = 300 + text.next(6900)
        let duration = feed % 2 == 0 ? "\(seconds)" : String(format: "%ld:%02ld:%02ld", seconds / 3600, seconds / 60 % 60, seconds % 60)
        return """
            <item>
            <title>\(number): \(title)</title>
            <guid isPermaLink="false">skywave-benchmark-\(feed)-\(number)</guid>
            <link>https://www.example.test/\(feed)/\(number)</link>
            <pubDate>\(date(number, minutes: feed))</pubDate>
            <description>\(text.words(12, in: language))</description>
            <content:encoded><![CDATA[\(text.notes(in: language))]]></content:encoded>
            <enclosure url="\(base)/media/f\(feed)/e\(number).mp3?src=feed&amp;n=\(number)" length="\(seconds * 16000)" type="audio/mpeg"/>
            <itunes:title>\(title)</itunes:title>
            <itunes:author>\(text.words(2, in: language))</itunes:author>
            <itunes:duration>\(duration)</itunes:duration>
            <itunes:episode>\(number)</itunes:episode>
            <itunes:season>\(number / 20 + 1)</itunes:season>
            <itunes:episodeType>full</itunes:episodeType>
            <itunes:explicit>false</itunes:explicit>
            <itunes:image href="\(base)/images/\(feed)/\(number).jpg"/>
            <itunes:summary>\(text.words(20, in: language))</itunes:summary>
            </item>

            """
    }

    /// A day after the one before; the last of a hundred in April 2026.
    private func date(_ number: Int, minutes: Int) -> String {
        let date = Date(timeIntervalSince1970: 1_767_250_800 + Double(number * 86400 + minutes * 60))
        return Self.dates.string(from: date)
    }

    private static let dates: DateFormatter = {
        let dates = DateFormatter()
        dates.locale = Locale(identifier: "en_US_POSIX")
        dates.timeZone = TimeZone(identifier: "UTC")
        dates.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
        return dates
    }()
}
