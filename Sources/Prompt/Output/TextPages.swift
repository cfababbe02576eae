import Catalogue
import Library
import Session
import Terminal

/// A page in words: its programme, headings, rows, and what there is besides.
struct TextPages {
    var width: Int?
    var palette: Palette
    var playing: ItemID?

    func lines(_ listing: Listing) -> [String] {
        if listing.isReading { return reading(listing) }
        var lines: [String] = []
        if let from = listing.from {
            if listing.count == 0 { return [] }
            lines = [palette.paint(cut(from.from), .bold)]
        }
        if listing.part.first == 1, let (program, record) = listing.program {
            lines = head(program, isFavourite: record?.favourite == true)
        }
        // Laid out together, so that the columns of all headings stand in one line.
        let rows = listing.blocks.map { self.rows($0, under: listing.program?.0) }
        var rest = TextTable.lines(rows.flatMap { $0 }, width: width, palette: palette)[...]
        for (block, rows) in zip(listing.blocks, rows) {
            if let heading = heading(block.kind) {
                if !lines.isEmpty { lines.append("") }
                lines.append(heading)
            } else if !lines.isEmpty, !rows.isEmpty, listing.from == nil {
                lines.append("")
            }
            for (entry, row) in zip(block.lines, rest) { lines += [row] + context(entry) }
            rest = rest.dropFirst(rows.count)
        }
        lines += chapters(listing.chapters)
        if listing.count == 0, lines.isEmpty { lines.append("nothing here") }
        if listing.from?.hasRest == true { lines.append(palette.paint("more in the library: search --local", .dim)) }
        return lines + footer(listing.part, count: listing.count, skipped: listing.skipped.count)
    }

    /// A story with its text, or what readers said of it.
    private func reading(_ listing: Listing) -> [String] {
        let story = TextStory(width: width, palette: palette)
        var lines: [String] = []
        if let (article, record) = listing.article {
            if listing.blocks.isEmpty, !listing.isComments { return story.article(article, isFavourite: record?.favourite == true) }
            lines = [palette.paint(cut(article.story.title), .bold)]
        }
        for block in listing.blocks {
            if let heading = heading(block.kind) { lines += (lines.isEmpty ? [] : [""]) + [heading] }
            for case .comment(let comment) in block.lines.map(\.line) { lines += [""] + story.comment(comment) }
        }
        if listing.count == 0 { lines.append("nobody has said anything") }
        return lines + footer(ListPart(hasMore: listing.part.hasMore), count: 0, skipped: listing.skipped.count)
    }

    /// `20 of 41 · more`; nothing where a list is whole and nothing is missing.
    func footer(_ part: ListPart, count: Int, skipped: Int = 0) -> [String] {
        let last = part.first - 1 + count
        var words: [String] = []
        if part.hasMore, count > 0 { words.append(part.total.map { "\(last) of \($0)" } ?? "\(last)") }
        if skipped > 0 { words.append("\(skipped) left out, as \(skipped == 1 ? "it" : "they") can't be used") }
        if part.hasMore { words.append("more") }
        return words.isEmpty ? [] : [palette.paint(words.joined(separator: " · "), .dim)]
    }

    /// Number, start and title, and the end where it is said; the one that plays is marked.
    func chapters(_ chapters: [Chapter], current: Int? = nil) -> [String] {
        var table = Table([.init("", .right, style: .dim), .init("", .right), .init(isStretchable: true), .init(style: .dim)])
        for chapter in chapters {
            let end = chapter.end.map { "to \(Figures.clock($0))" } ?? ""
            let mark = chapter.number == current ? "▶ " : ""
            table.add(["\(mark)\(chapter.number)", Figures.clock(chapter.start), chapter.title, end])
        }
        return table.lines(width: width, palette: palette)
    }

    /// Below the line: the place in its notes that was found, the match painted.
    private func context(_ entry: Listing.Entry) -> [String] {
        guard let context = entry.context else { return [] }
        let (before, match, after) = (Columns.plain(context.before), Columns.plain(context.match), Columns.plain(context.after))
        let indent = "     "
        let room = width.map { max($0 - indent.count - Columns.width(before) - Columns.width(match), 1) }
        return [
            indent + palette.paint(before, .dim) + palette.paint(match, .bold)
                + palette.paint(room.map { Columns.fit(after, $0) } ?? after, .dim)
        ]
    }

    private func rows(_ block: Listing.Block, under program: Program?) -> [TextRow] {
        block.lines.map { line in
            var row = TextRow(line.line, number: line.number, place: line.place, playing: playing)
            if case .chart(let name, _) = block.kind, case .station(let station, _) = line.line { row.count(station, in: name) }
            // Under a programme's own heading its name would stand in each line.
            if row.by == program?.title { row.by = "" }
            return row
        }
    }

    private func heading(_ kind: Section.Kind) -> String? {
        switch kind {
        case .plain, .activities: nil
        case .comments(let isLong, let total): palette.paint(Self.comments(isLong, total), .bold)
        case .card(let title, _): palette.paint(cut(title), .bold)
        case .chart(let name, let title): palette.paint(cut(title.isEmpty || title == name ? name : "\(title) (\(name))"), .bold)
        }
    }

    private static func comments(_ isLong: Bool, _ total: Int?) -> String {
        (isLong ? "long comments" : "comments") + (total.map { " (\($0))" } ?? "")
    }

    /// The title of a programme, its people and figures, and the beginning of what it says of itself.
    private func head(_ program: Program, isFavourite: Bool) -> [String] {
        let figures = [
            program.hosts.joined(separator: ", "), program.episodeCount.map { Figures.count($0, "episode", "episodes") } ?? "",
            Figures.day(program.updated),
        ].filter { !$0.isEmpty }
        var lines = [palette.paint(cut(program.title), .bold) + (isFavourite ? " " + palette.paint("♥", .green) : "")]
        if !figures.isEmpty { lines.append(palette.paint(cut(figures.joined(separator: " · ")), .dim)) }
        let summary = TextItem.paragraphs(program.summary, width: width)
        lines += summary.prefix(3)
        if summary.count > 3 { lines.append(palette.paint("… (info shows all)", .dim)) }
        return lines
    }

    private func cut(_ text: String) -> String {
        let plain = Columns.plain(text)
        return width.map { Columns.fit(plain, max($0 - 2, 1)) } ?? plain
    }
}
