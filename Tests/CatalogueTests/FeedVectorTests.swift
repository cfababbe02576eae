import Catalogue
import Foundation
import TestSupport
import Testing

/// The public feeds and OPML files.
struct FeedVectorTests {
    private static let base = "http://feeds.example.test/shows/feed.xml"

    /// The rows of a table as dictionaries, with its escapes undone.
    private func rows(_ path: String) throws -> [[String: String]] {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        return lines.dropFirst().map { Dictionary(zip(lines[0], $0), uniquingKeysWith: { $1 }) }
    }

    @Test func enclosuresAreAsTheAnswersHaveThem() throws {
        guard let folder = vectorsFolder else { return print("no vectors: not tested") }
        let items = Dictionary(grouping: try rows(folder + "/feeds/items.tsv")) { $0["file"] ?? "" }
        var wrong: [String] = []
        var count = 0
        for row in try rows(folder + "/feeds/expected.tsv") {
            let name = row["file"] ?? ""
            let feed = try FeedReader.read(Array(try Data(contentsOf: URL(filePath: "\(folder)/feeds/\(name)"))), url: Self.base)
            #expect(feed.episodes.count == Int(row["n_items"] ?? ""), "\(name)")
            #expect(Set(feed.episodes.map(\.ref)).count == feed.episodes.count, "\(name)")
            let title = (row["feed_title"] ?? "").replacing("&amp;", with: "&")
            #expect(feed.program.title == title, "\(name)")
            for item in items[name] ?? [] {
                guard let index = Int(item["item"] ?? ""), feed.episodes.indices.contains(index) else {
                    wrong.append("\(name): no item \(item["item"] ?? "")")
                    continue
                }
                count += item["enclosure_url"] == "" ? 0 : 1
                wrong += differences(feed.episodes[index], item).map { "\(name), item \(index): \($0)" }
            }
        }
        for line in wrong { print(line) }
        #expect(count > 500)
        #expect(wrong.count * 100 <= count)
    }

    private func differences(_ episode: Episode, _ item: [String: String]) -> [String] {
        var result: [String] = []
        func compare(_ what: String, _ found: String?, _ wanted: String?) {
            if found ?? "" != wanted ?? "" { result.append("\(what) is \(found ?? "absent"), not \(wanted ?? "absent")") }
        }
        let number = Int(item["enclosure_no"] ?? "") ?? 0
        let file = episode.audio.indices.contains(number) ? episode.audio[number] : nil
        let address = item["enclosure_url"].flatMap {
            $0.isEmpty ? nil : URL(string: $0, relativeTo: URL(string: Self.base))?.absoluteString
        }
        compare("url", file?.url, address)
        compare("type", file?.mime, item["enclosure_type"])
        compare("length", file?.size.map { "\($0)" }, item["enclosure_length"]?.trimmingCharacters(in: .whitespaces))
        compare("guid", episode.guid, item["guid"])
        compare("date", episode.published.map { "\($0)" }, item["published_unix"])
        compare("duration", episode.duration.map { "\(Int($0))" }, item["duration_s"])
        // On a terminal white space is folded, and a soft hyphen is none.
        let title = (item["title"] ?? "").replacing("\u{AD}", with: "").split(separator: " ").joined(separator: " ")
        if !title.isEmpty { compare("title", episode.title, title) }
        return result
    }

    @Test func outlinesAreAsTheAnswersHaveThem() throws {
        guard let folder = vectorsFolder else { return print("no vectors: not tested") }
        let entries = Dictionary(grouping: try rows(folder + "/playlists/entries.tsv")) { $0["file"] ?? "" }
        let files = entries.keys.filter { $0.hasSuffix(".opml") }
        #expect(files.count == 3)
        for name in files {
            let outlines = try OPML.read(Array(try Data(contentsOf: URL(filePath: "\(folder)/playlists/\(name)"))))
            let wanted = entries[name] ?? []
            #expect(outlines.map(\.url) == wanted.map { $0["location_raw"] ?? "" }, "\(name)")
            #expect(outlines.map(\.title) == wanted.map { $0["title"] ?? "" }, "\(name)")
            for (outline, row) in zip(outlines, wanted) {
                let extra = row["extra"] ?? ""
                #expect(extra.contains("group=\(outline.group ?? "") "), "\(name)")
                #expect(extra.hasSuffix("htmlUrl=\(outline.web ?? "")"), "\(name)")
            }
        }
    }
}
