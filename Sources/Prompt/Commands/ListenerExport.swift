import Catalogue
import Library
import Session
import Terminal

/// What `export` writes of the listener's own things: all of them (`json --all`), or the history or the bookmarks as a table.
enum ListenerExport {
    /// False where the options ask for none of it.
    static func run(_ arguments: Arguments, _ context: Context) async throws -> Bool {
        let wanted = ["--all", "--history", "--bookmarks"].filter(arguments.has)
        guard let option = wanted.first else { return false }
        let form = arguments.words[0].lowercased()
        guard wanted.count == 1, !arguments.has("--listing") else {
            throw UsageError.badOption(wanted.last ?? option, expected: "none of the others beside it")
        }
        if option == "--all" {
            guard form == "json" else { throw UsageError.badArgument(form, expected: "json with --all") }
            let (text, items) = try await context.session.exportedLibrary()
            try await write(text, items, arguments, context)
            return true
        }
        guard ["csv", "markdown", "md"].contains(form) else {
            throw UsageError.badArgument(form, expected: "csv or markdown with \(option)")
        }
        let table = option == "--history" ? try await history(context) : try await bookmarks(context)
        let text = form == "csv" ? csv(table) : markdown(table)
        try await write(text, table.rows.count, arguments, context)
        return true
    }

    /// Rows of text under the names of their columns.
    struct Rows {
        var title: String
        var columns: [String]
        var rows: [[String]] = []
    }

    /// RFC 4180, but for LF. What a spreadsheet would take for a formula, and carry out, has a `'` before it: titles come from anywhere.
    static func csv(_ table: Rows) -> String {
        func field(_ text: String) -> String {
            let isFormula = text.utf8.first.map("=+-@".utf8.contains) ?? false
            let bytes = (isFormula ? "'" : "").utf8 + Array(text.utf8)
            let needsQuotes = bytes.contains(where: ",\"".utf8.contains) || bytes.first.map("# ".utf8.contains) == true
            // By bytes: a quote and an accent are one character.
            let doubled = bytes.flatMap { $0 == UInt8(ascii: "\"") ? [$0, $0] : [$0] }
            return needsQuotes ? "\"" + String(decoding: doubled, as: UTF8.self) + "\"" : String(decoding: bytes, as: UTF8.self)
        }
        return ([table.columns] + table.rows).map { $0.map { field(PlainText.verbatim($0)) }.joined(separator: ",") + "\n" }.joined()
    }

    /// A heading and a table, as GitHub and most others read them.
    static func markdown(_ table: Rows) -> String {
        let marks = "\\|`*_~&<[]".unicodeScalars
        func cell(_ text: String, of column: String) -> String {
            if column == "address" { return link(text) }
            // By scalars: a mark and an accent are one character.
            var marked = String.UnicodeScalarView()
            for scalar in Columns.plain(text).unicodeScalars {
                if marks.contains(scalar) { marked.append("\\") }
                marked.append(scalar)
            }
            return String(marked)
        }
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
        return "# \(table.title)\n\n" + line(table.columns) + line(table.columns.map { _ in "---" })
            + table.rows.map { line(zip($0, table.columns).map(cell)) }.joined()
    }

    /// An address as it is, but for what would end it.
    private static func link(_ address: String) -> String {
        if address.isEmpty { return "" }
        var link = "<"
        for scalar in Columns.plain(address).unicodeScalars {
            let ends = "\\|<> ".unicodeScalars.contains(scalar)
            link += ends ? "%" + String(scalar.value, radix: 16, uppercase: true) : String(scalar)
        }
        return link + ">"
    }
}

extension ListenerExport {
    private static func history(_ context: Context) async throws -> Rows {
        let rows = try await context.session.history(listing: false).map { listen in
            [
                Timestamp.iso8601(listen.from), listen.to.map(Timestamp.iso8601) ?? "", listen.item.episode.title,
                listen.item.episode.programTitle ?? "", DurationText.clock(listen.position), place(listen.item),
            ]
        }
        return Rows(title: "History", columns: ["from", "to", "title", "programme", "position", "address"], rows: rows)
    }

    private static func bookmarks(_ context: Context) async throws -> Rows {
        let rows = try await context.session.bookmarks(listing: false).map { bookmark in
            [
                Timestamp.iso8601(bookmark.made), bookmark.item.episode.title, bookmark.item.episode.programTitle ?? "",
                DurationText.clock(bookmark.position), bookmark.note ?? "", place(bookmark.item),
            ]
        }
        return Rows(title: "Bookmarks", columns: ["made", "title", "programme", "position", "note", "address"], rows: rows)
    }

    /// Where people find it: its page, else its sound.
    private static func place(_ record: EpisodeRecord) -> String { record.episode.web ?? record.episode.audio.first?.url ?? "" }

    private static func write(_ text: String, _ items: Int, _ arguments: Arguments, _ context: Context) async throws {
        if let file = arguments.words.dropFirst().first, file != "-" {
            try await context.session.write(text, to: file, over: context.options.yes)
            return try context.show(ChangeReport(action: "export", items: items))
        }
        // Texts are escaped, so that a line feed only stands between things: without these it is one object on one line.
        if context.options.json, arguments.has("--all") { return context.print([String(text.filter { $0 != "\n" })]) }
        context.print(text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
    }
}
