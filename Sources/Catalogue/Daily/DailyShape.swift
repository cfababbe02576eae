/// Tells answers of a daily news service by their shape.
enum DailyShape {
    /// What an answer maps to; nil where it is another's. Null is what the service says of a day that it has nothing of.
    static func page(of root: JSON) throws(CatalogueError) -> Page? {
        if root.kind == .null { return Page() }
        // Others wrap what they say.
        guard root.kind == .object, !has(root, "code", "msg", "status", "meta") else { return nil }
        if isList(root) {
            let day = DailyReader.day(in: root)
            let sections = [Section(.activities, items: day.activities.map(Item.activity)), plain(day.stories.map(Item.story))]
            return Page(sections: sections.filter { !$0.items.isEmpty }, skipped: day.skipped)
        }
        if isHot(root) {
            let shelf = DailyReader.shelf(in: root)
            return page([plain(shelf.stories.map(Item.story))], shelf.skipped)
        }
        if isExtra(root) { return Page(article: Article(story: Story(ref: "", title: "", counters: DailyEntry(json: root).counters))) }
        if isComments(root) {
            let reading = DailyReader.comments(in: root)
            // The answer doesn't say which of the two lists it is of.
            return page([Section(.comments(isLong: false, total: nil), items: reading.values.map(Item.comment))], reading.skipped)
        }
        if let reading = DailyReader.categories(in: root) { return page([plain(reading.values.map(Item.category))], reading.skipped) }
        return isArticle(root) ? Page(article: DailyReader.article(in: root)) : nil
    }

    /// A day, a theme or a section.
    static func isList(_ root: JSON) -> Bool {
        if isListOfObjects(root["stories"]) { return true }
        return has(root, "date", "is_today", "display_date") && isListOfObjects(root["news"])
    }

    static func isHot(_ root: JSON) -> Bool {
        guard let recent = root["recent"], isListOfObjects(recent) else { return false }
        return recent.list.allSatisfy { $0["news_id"] != nil || $0.kind != .object }
    }

    static func isExtra(_ root: JSON) -> Bool {
        has(root, "popularity", "long_comments", "short_comments") && !has(root, "id", "title", "name")
    }

    static func isComments(_ root: JSON) -> Bool { isListOfObjects(root["comments"]) && !has(root, "id", "title") }

    static func isThemes(_ root: JSON) -> Bool {
        guard let others = root["others"] else { return false }
        return has(root, "limit", "subscribed") && isListOfObjects(others)
    }

    static func isSections(_ root: JSON) -> Bool {
        guard let data = root["data"], data.kind == .array, !has(root, "code", "msg") else { return false }
        return data.elements.contains { $0["id"] != nil && $0["name"] != nil && $0["title"] == nil }
    }

    static func isArticle(_ root: JSON) -> Bool {
        guard has(root, "id"), has(root, "title", "body") else { return false }
        return has(root, "ga_prefix") || has(root, "share_url") && has(root, "body", "css", "js")
    }

    static func has(_ root: JSON, _ keys: String...) -> Bool { keys.contains { root[$0] != nil } }

    /// A list with objects in it, or an empty one.
    private static func isListOfObjects(_ value: JSON?) -> Bool {
        switch value?.kind {
        case .null: true
        case .array, .object: value.map { $0.list.isEmpty || $0.list.contains { $0.kind == .object } } ?? false
        default: false
        }
    }

    private static func plain(_ items: [Item]) -> Section { Section(.plain, items: items) }

    private static func page(_ sections: [Section], _ skipped: [String]) -> Page {
        Page(sections: sections.filter { !$0.items.isEmpty }, skipped: skipped)
    }
}
