import Markup

/// What a feed says: a programme and its episodes.
public struct Feed: Hashable, Sendable {
    /// `ref` is the feed's URL; without one the feed's own id (podcast:guid), its address of itself or its home page.
    public var program: Program
    /// In the document's order, each with another `ref`.
    public var episodes: [Episode]
    /// Where the feed has moved to by its own word (itunes:new-feed-url), if that is another address.
    public var newFeedURL: String?
    /// What had to be left out, and why: "item 3 is the same as another".
    public var skipped: [String]

    public init(program: Program, episodes: [Episode] = [], newFeedURL: String? = nil, skipped: [String] = []) {
        self.program = program
        self.episodes = episodes
        self.newFeedURL = newFeedURL
        self.skipped = skipped
    }

    /// The feed as one page of a catalogue.
    public var page: Page {
        let items = episodes.map(Item.episode)
        return Page(program: program, sections: items.isEmpty ? [] : [Section(.plain, items: items)], skipped: skipped)
    }
}

/// Reads feeds: RSS 0.9 to 2.0 and Atom, with the itunes, podcast, content, Dublin Core and Media namespaces.
public enum FeedReader {
    /// `url`: where the feed was found, against which its relative addresses are resolved; without it those are left out. `charset`: what
    /// the server said. `known`: the refs of the episodes that are kept of this feed already, so that they keep them (`FeedIdentity`).
    /// Throws where the body is no feed; one that is cut short gives what it has, and says so in `skipped`.
    public static func read(
        _ body: [UInt8], url: String?, charset: String? = nil, known: Set<String> = []
    ) throws(CatalogueError) -> Feed {
        let document: FeedDocument
        let isWhole: Bool
        do {
            (document, isWhole) = try XMLReader.read(body, charset: charset) { FeedDocument(url: url) }
        } catch {
            throw .notXML(error)
        }
        guard document.isFeed else {
            throw document.root == "html" ? .webPage : .notThisDocument(root: PlainText.verbatim(document.root), expected: "a feed")
        }
        var feed = document.feed(known: known)
        if !isWhole { feed.skipped.append("the feed is cut short") }
        return feed
    }
}
