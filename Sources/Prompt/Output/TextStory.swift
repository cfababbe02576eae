import Catalogue
import Terminal

/// A story to read, and what readers said of it.
struct TextStory {
    /// The terminal's columns; nil for pipes.
    var width: Int?
    var palette: Palette

    /// Longer lines than these are hard to read.
    private static let longestLine = 84

    /// The title, who wrote it and when, its text, and below it the links and pictures that it names by number.
    func article(_ article: Article, isFavourite: Bool = false) -> [String] {
        let story = article.story
        let figures = [story.author ?? story.hint ?? "", story.day ?? ""] + story.counters.map { "\($0.text) \(Self.name($0))" }
        let title = story.title.isEmpty ? [] : fold(story.title).map { palette.paint($0, .bold) }
        let head = Array(title.dropLast()) + title.suffix(1).map { isFavourite ? $0 + " " + palette.paint("♥", .green) : $0 }
        let facts = figures.filter { !$0.isEmpty }.joined(separator: " · ")
        let heading = head + (facts.isEmpty ? [] : fold(facts).map { palette.paint($0, .dim) })
        // Of a story that is known by its counts alone there is nothing to read.
        if article.text.isEmpty, title.isEmpty { return heading }
        let text =
            article.text.isEmpty ? ["there is no text of it here" + (story.web.map { "; it is at \($0)" } ?? "")] : body(article.text)
        return heading + [""] + text + notes(article.text)
    }

    /// The blocks with an empty line between two; the entries of a list stand close, as does what somebody says under the name.
    func body(_ text: RichText) -> [String] {
        var lines: [String] = []
        var last: RichText.Block?
        for block in text.blocks {
            if let last, !isClose(last, block) { lines.append(palette.paint(margin(min(last.quotes, block.quotes)), .dim)) }
            lines += self.lines(block)
            last = block
        }
        return lines
    }

    /// One comment: who, when and how well it was liked; what was said; and below a line what it replies to.
    func comment(_ comment: Comment) -> [String] {
        let likes = comment.likes.flatMap { $0 > 0 ? Figures.count($0, "like", "likes") : nil }
        let facts = [comment.time.map(Figures.minute), likes].compactMap { $0 }.joined(separator: " · ")
        let author = palette.paint(Columns.plain(comment.author ?? "somebody"), .cyan)
        let head = facts.isEmpty ? author : author + palette.paint(" · \(facts)", .dim)
        return [head] + (comment.text.isEmpty ? [] : paragraphs(comment.text)) + (comment.replyTo.map(reply) ?? [])
    }

    private func reply(_ reply: Comment.Reply) -> [String] {
        if reply.isDeleted { return [palette.paint("│ (what it replied to is gone)", .dim)] }
        let text = [reply.author, reply.text].compactMap { $0 }.joined(separator: ": ")
        return paragraphs(text, room: 2).map { palette.paint("│ " + $0, .dim) }
    }

    private func lines(_ block: RichText.Block) -> [String] {
        let quote = margin(block.quotes)
        var (indent, marker) = (String(repeating: "  ", count: max(block.depth - 1, 0)), "")
        if case .item(let text) = block.kind { marker = text + " " } else if block.depth > 0 { indent += "  " }
        let room = Columns.width(quote + indent + marker)
        let hanging = indent + String(repeating: " ", count: Columns.width(marker))
        return words(block, room: room).enumerated().map { index, line in
            palette.paint(quote, .dim) + (index == 0 ? indent + marker : hanging) + line
        }
    }

    private func words(_ block: RichText.Block, room: Int) -> [String] {
        switch block.kind {
        case .heading: paragraphs(block.text, room: room).map { palette.paint($0, .bold) }
        case .byline: paragraphs(block.text, room: room).map { palette.paint($0, .dim) }
        case .paragraph, .item: paragraphs(block.text, room: room)
        case .preformatted:
            block.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { "    " + Columns.plain(String($0)) }
        case .image(let number):
            paragraphs(block.text.isEmpty ? "[picture \(number)]" : "[picture \(number): \(block.text)]", room: room).map {
                palette.paint($0, .dim)
            }
        case .rule: [palette.paint("* * *", .dim)]
        }
    }

    /// The links as `[1] https://…`, the pictures as `picture 1: https://…`.
    private func notes(_ text: RichText) -> [String] {
        let links = text.links.enumerated().map { "[\($0 + 1)] \($1)" }
        let images = text.images.enumerated().map { "picture \($0 + 1): \($1)" }
        return [links, images].filter { !$0.isEmpty }.flatMap { [""] + $0.map { palette.paint(Columns.plain($0), .dim) } }
    }

    private func isClose(_ first: RichText.Block, _ second: RichText.Block) -> Bool {
        if case .byline = first.kind { return true }
        guard case .item = second.kind else { return false }
        return first.depth > 0
    }

    private func margin(_ quotes: Int) -> String { String(repeating: "│ ", count: quotes) }

    private func paragraphs(_ text: String, room: Int = 0) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { fold(String($0), room: room) }
    }

    private func fold(_ text: String, room: Int = 0) -> [String] {
        let plain = Columns.plain(text)
        guard let width else { return [plain] }
        return Columns.wrap(plain, max(min(width, Self.longestLine) - room, 8))
    }

    private static func name(_ counter: Counter) -> String {
        let isOne = counter.text == "1"
        return switch counter.name {
        case "likes": isOne ? "like" : "likes"
        case "comments": isOne ? "comment" : "comments"
        case "longComments": "long"
        case "shortComments": "short"
        default: counter.name
        }
    }
}
