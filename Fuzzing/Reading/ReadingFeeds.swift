import Catalogue

/// Feeds and lists of subscriptions.
enum ReadingFeeds {
    static func check(_ input: [UInt8], charset: String?) throws(Finding) {
        _ = try Cost.of(input.count, "XMLShape") { XMLShape.of(input, charset: charset) }
        try checkFeed(input, charset: charset)
        let outlines = try Cost.of(input.count, "OPML") { try? OPML.read(input, charset: charset) }
        if let outlines { try checkOutlines(outlines) }
    }

    private static func checkFeed(_ input: [UInt8], charset: String?) throws(Finding) {
        let read = try Cost.of(input.count, "FeedReader") {
            Result { () throws(CatalogueError) in
                try FeedReader.read(input, url: "https://radio.example/shows/feed.xml", charset: charset, known: ["a", "1"])
            }
        }
        switch read {
        case .failure(.notThisDocument(let root, _)): try Soundness.line(root, "the name of an element")
        case .failure: break
        case .success(let feed):
            try Soundness.page(feed.page)
            try Soundness.address(feed.newFeedURL, "a new address")
            try expect(Set(feed.episodes.map(\.ref)).count == feed.episodes.count, "two episodes have one identity")
        }
    }

    private static func checkOutlines(_ outlines: [FeedOutline]) throws(Finding) {
        for outline in outlines {
            for text in [outline.title, outline.url, outline.web, outline.group] { try Soundness.line(text, "an outline's fact") }
        }
        if outlines.count > 1000 { return }
        guard let again = try? OPML.read(Array(OPML.write(outlines).utf8)) else { throw Finding("what was written can't be read") }
        try expect(again.map(\.url) == outlines.map(\.url), "subscriptions are lost in writing")
    }
}
