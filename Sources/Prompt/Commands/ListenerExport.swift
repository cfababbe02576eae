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

    /// RFC 4180, but for LF.
    static func csv(_ table: Rows) -> String {
        func field(_ text: String) -> String {
            let needsQuotes = text.utf8.contains { [0x2C, 0x22, 0x0A, 0x0D].contains($0) } || text.hasPrefix("#") || text.hasPrefix(" ")
            return needsQuotes
                ? "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\"" : text
        }
        return ([table.columns] + table.rows).map { $0.map { field(PlainText.verbatim($0)) }.joined(separator: ",") + "\n" }.joined()
    }

    /// A heading and a table, as GitHub and most others read them.
    static func markdown(_ table: Rows) -> String {
        func cell(_ text: String) -> String {
            String(Columns.plain(text).flatMap { "\\|`*<[]".contains($0) ? ["\\", $0] : [$0] })
        }
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
        return "# \(table.title)\n\n" + line(table.columns) + line(table.columns.map { _ in "---" })
            + table.rows.map { line($0.map(cell)) }.joined()
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
