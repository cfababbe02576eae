import Catalogue

/// A table of titles and addresses as spreadsheets write it (RFC 4180): fields parted by commas, quoted where they hold one; lines that begin
/// with `#` are remarks. The first line may name the columns; else they are title and address.
enum TableReader {
    static func read(_ text: String, place: PlaylistPlace) -> Playlist {
        var rows = rows(of: text)
        var playlist = Playlist()
        var columns = ["title", "url", "duration"]
        if let first = rows.first, isHeading(first.fields) {
            columns = first.fields.map { names[$0.lowercased()] ?? "" }
            rows.removeFirst()
        }
        for row in rows {
            func field(_ name: String) -> String? {
                columns.firstIndex(of: name).flatMap { $0 < row.fields.count && !row.fields[$0].isEmpty ? row.fields[$0] : nil }
            }
            let alone = row.fields.count == 1 && PlaylistPlace.isURL(row.fields[0]) ? row.fields[0] : nil
            guard let written = field("url") ?? alone else {
                playlist.skipped.append("line \(row.line) has no address: \(PlainText.verbatim(row.fields.joined(separator: ",")))")
                continue
            }
            guard let location = place.resolve(written) else {
                playlist.skipped.append("line \(row.line) has an address that can't be meant in this list: \(PlainText.verbatim(written))")
                continue
            }
            playlist.entries.append(
                PlaylistEntry(
                    location: location, title: alone == nil ? field("title").flatMap(PlaylistText.clean) : nil,
                    duration: field("duration").flatMap(DurationText.parse), creator: field("creator").flatMap(PlaylistText.clean),
                    album: field("album").flatMap(PlaylistText.clean)))
        }
        return playlist
    }

    /// What a column may be called.
    private static let names = [
        "title": "title", "name": "title", "station": "title", "url": "url", "location": "url", "address": "url", "stream": "url",
        "duration": "duration", "length": "duration", "creator": "creator", "artist": "creator", "author": "creator", "album": "album",
    ]

    private static func isHeading(_ fields: [String]) -> Bool {
        let known = fields.compactMap { names[$0.lowercased()] }
        return known.contains("url") && !fields.contains(where: PlaylistPlace.isURL)
    }

    private struct Row {
        var line: Int
        var fields: [String]
    }

    private static func rows(of text: String) -> [Row] {
        var table = Table()
        for scalar in text.unicodeScalars { table.take(scalar) }
        table.endRow()
        return table.rows
    }

    private struct Table {
        var rows: [Row] = []
        private var fields: [String] = []
        private var field = String.UnicodeScalarView()
        private var state = State.start
        private var wasQuoted = false
        private var (line, rowLine) = (1, 1)
        private var previous: Unicode.Scalar = " "

        private enum State {
            case start, plain, quoted, quoteSeen, remark
        }

        mutating func take(_ scalar: Unicode.Scalar) {
            defer { previous = scalar }
            let isBreak = scalar == "\n" || scalar == "\r"
            if isBreak, !(scalar == "\n" && previous == "\r") { line += 1 }
            switch (state, scalar) {
            case (.quoted, "\""): state = .quoteSeen
            case (.quoted, _): field.append(scalar)
            case (.quoteSeen, "\""):
                field.append(scalar)
                state = .quoted
            case (_, "\n"), (_, "\r"): endRow()
            case (.remark, _): break
            case (.start, "\"") where String(field).unpadded.isEmpty:
                (field, wasQuoted, state) = (String.UnicodeScalarView(), true, .quoted)
            case (.start, "#") where fields.isEmpty && field.isEmpty: state = .remark
            case (_, ","): endField()
            case (.quoteSeen, _): break
            default:
                field.append(scalar)
                if scalar != " " && scalar != "\t" { state = .plain }
            }
        }

        mutating func endField() {
            fields.append(wasQuoted ? String(field) : String(field).unpadded)
            (field, wasQuoted, state) = (String.UnicodeScalarView(), false, .start)
        }

        mutating func endRow() {
            if state != .remark, !fields.isEmpty || wasQuoted || !String(field).unpadded.isEmpty {
                endField()
                rows.append(Row(line: rowLine, fields: fields))
            }
            (fields, field, wasQuoted, state) = ([], String.UnicodeScalarView(), false, .start)
            rowLine = line
        }
    }
}
