/// Reads the answers of a daily news service (reference section C): from a body's bytes to values. Each function throws where the whole
/// answer can't be used, and names single entries that can't in `skipped`. All may be called from any thread.
public enum DailyReader {
    /// A day's list.
    public struct Day: Sendable {
        /// The day that the answer is of, which counts rather than what was asked for; nil where it doesn't say.
        public var day: DailyDay?
        /// The carousel; its stories may be of earlier days. Only the newest day has one.
        public var activities: [Activity]
        /// Newest first.
        public var stories: [Story]
        public var skipped: [String]
    }

    /// The stories of a theme or a section.
    public struct Shelf: Sendable {
        public var title: String?
        public var stories: [Story]
        /// What the next page is asked for with; nil where this was all.
        public var cursor: String?
        public var skipped: [String]
    }

    /// The newest day (`news/latest`), or an older one (`news/before`, and that of API 1.2). Of an older one a body that is empty or null is a
    /// day without stories.
    public static func day(_ body: [UInt8], charset: String? = nil, isNewest: Bool = false) throws(CatalogueError) -> Day {
        guard let root = try root(body, charset, expecting: "a day's stories", mayBeEmpty: !isNewest) else {
            if isNewest { throw .notThisService(expected: "a day's stories") }
            return Day(day: nil, activities: [], stories: [], skipped: [])
        }
        guard DailyShape.isList(root) || DailyShape.has(root, "date") || root.members.isEmpty && !isNewest else {
            throw .notThisService(expected: "a day's stories")
        }
        return day(in: root)
    }

    /// A story with its text (`news/ID`). One that is told on a site of its own has no text: then `story.web` leads there. `ref` is the id that
    /// was asked for.
    public static func article(_ body: [UInt8], ref: String, charset: String? = nil) throws(CatalogueError) -> Article {
        guard let root = try root(body, charset, expecting: "a story") else { throw .nothing(message: "") }
        guard DailyShape.has(root, "body", "title", "share_url", "url") else { throw .notThisService(expected: "a story") }
        var article = article(in: root)
        article.story.ref = ref
        return article
    }

    /// A story's counts (`story-extra`): likes, comments, longComments, shortComments.
    public static func extras(_ body: [UInt8], charset: String? = nil) throws(CatalogueError) -> [Counter] {
        let root = try root(body, charset, expecting: "a story's counts")
        guard let root, DailyShape.isExtra(root) else { throw .notThisService(expected: "a story's counts") }
        return DailyEntry(json: root).counters
    }

    /// Comments, newest first. A text may be empty.
    public static func comments(
        _ body: [UInt8], charset: String? = nil
    ) throws(CatalogueError) -> (comments: [Comment], skipped: [String]) {
        guard let root = try root(body, charset, expecting: "comments") else { return ([], []) }
        guard DailyShape.isComments(root) else { throw .notThisService(expected: "comments") }
        let reading = comments(in: root)
        return (reading.values, reading.skipped)
    }

    /// Themes (`themes`) and sections (`sections`), as categories `theme/12` and `section/2`.
    public static func categories(
        _ body: [UInt8], charset: String? = nil
    ) throws(CatalogueError) -> (categories: [Category], skipped: [String]) {
        guard let root = try root(body, charset, expecting: "themes or sections") else { return ([], []) }
        if let data = root["data"], data.list.isEmpty { return ([], []) }
        guard let reading = categories(in: root) else { throw .notThisService(expected: "themes or sections") }
        return (reading.values, reading.skipped)
    }

    /// The stories of a theme or section (`theme/ID`, `section/ID`), and those that are read most (`news/hot`).
    public static func shelf(_ body: [UInt8], charset: String? = nil) throws(CatalogueError) -> Shelf {
        guard let root = try root(body, charset, expecting: "stories") else { return Shelf(stories: [], skipped: []) }
        guard DailyShape.isList(root) || DailyShape.isHot(root) else { throw .notThisService(expected: "stories") }
        return shelf(in: root)
    }

    /// The object that each answer is; nil for null. Throws where the service says no.
    private static func root(
        _ body: [UInt8], _ charset: String?, expecting what: String, mayBeEmpty: Bool = false
    ) throws(CatalogueError) -> JSON? {
        let root: JSON
        do {
            root = try JSON.parse(body, charset: charset)
        } catch {
            if mayBeEmpty, error.reason == .empty { return nil }
            throw CatalogueError(error)
        }
        if root.kind == .null || root.kind == .array && root.elements.isEmpty { return nil }
        guard root.kind == .object else { throw .notThisService(expected: what) }
        if let message = root["error_msg"]?.text {
            throw .refused(code: PlainText.verbatim(root["status"]?.text ?? ""), message: PlainText.clean(message))
        }
        return root
    }
}

/// The same of answers that were parsed.
extension DailyReader {
    static func day(in root: JSON) -> Day {
        let day = DailyEntry(json: root).day("date")
        let top = DailyReading(stories: root["top_stories"], "activity", day: nil)
        let stories = DailyReading(stories: root["stories"] ?? root["news"], "story", day: day)
        let activities = top.values.map { Activity(title: $0.title, image: $0.image, target: .story($0)) }
        return Day(day: day, activities: activities, stories: stories.values, skipped: top.skipped + stories.skipped)
    }

    static func article(in root: JSON) -> Article {
        let entry = DailyEntry(json: root)
        var story = entry.story(of: nil) ?? Story(ref: "", title: entry.line("title") ?? "")
        let body = root["body"]?.text.map { StoryText.read($0, base: story.web) }
        // Where several answer a question none of them is the story's author.
        if story.author == nil, let authors = body?.authors, Set(authors).count == 1 { story.author = authors.first }
        return Article(story: story, text: body?.text ?? RichText())
    }

    static func comments(in root: JSON) -> DailyReading<Comment> {
        DailyReading(root["comments"], "comment", lack: "id", \.comment)
    }

    static func categories(in root: JSON) -> DailyReading<Category>? {
        if DailyShape.isSections(root) { return DailyReading(root["data"], "section", lack: "id or no name") { $0.category("section") } }
        guard DailyShape.isThemes(root) else { return nil }
        var themes = DailyReading(root["subscribed"], "subscribed theme", lack: "id or no name") { $0.category("theme") }
        let others = DailyReading(root["others"], "theme", lack: "id or no name") { $0.category("theme") }
        themes.values += others.values
        themes.skipped += others.skipped
        return themes
    }

    static func shelf(in root: JSON) -> Shelf {
        let entry = DailyEntry(json: root)
        let reading = DailyReading(stories: root["stories"] ?? root["recent"], "story", day: nil)
        let hasEntries = !reading.values.isEmpty || !reading.skipped.isEmpty
        // A section says how it goes on; a theme goes on behind its last story.
        let cursor = DailyShape.isHot(root) ? nil : entry.ref("timestamp") ?? reading.values.last?.ref
        return Shelf(
            title: entry.line("name"), stories: reading.values, cursor: hasEntries ? cursor : nil, skipped: reading.skipped)
    }
}
