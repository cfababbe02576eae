import Catalogue

/// A table of titles and addresses as spreadsheets write it (RFC 4180): fields parted by commas, quoted where they hold one; lines that begin
/// with `#` are remarks. The first line may name the columns; else they are title and address.
enum TableReader {
    static func read(_ text: String, place: PlaylistPlace) -> Playlist {
        var table = Table()
        var rows = Rows(place: place)
        for scalar in text.unicodeScalars {
            if let row = table.take(scalar) { rows.add(row) }
        }
        if let row = table.endRow() { rows.add(row) }
        return rows.playlist
    }

    /// The list as its rows make it, one after the other.
    private struct Rows {
        let place: PlaylistPlace
        var playlist = Playlist()
        /// Where each column stands; nil before the first row.
        private var columns: [String: Int]?

        init(place: PlaylistPlace) { self.place = place }

        mutating func add(_ row: Row) {
            if columns == nil {
                let isHeading = TableReader.isHeading(row.fields)
                let titles = isHeading ? row.fields.map { names[$0.lowercased()] ?? "" } : ["title", "url", "duration"]
                columns = Dictionary(titles.enumerated().map { ($1, $0) }) { first, _ in first }
                if isHeading { return }
            }
            func field(_ name: String) -> String? {
                columns?[name].flatMap { $0 < row.fields.count && !row.fields[$0].isEmpty ? row.fields[$0] : nil }
            }
            let alone = row.fields.count == 1 && PlaylistPlace.isURL(row.fields[0]) ? row.fields[0] : nil
            guard let written = field("url") ?? alone else {
                playlist.skipped.append("line \(row.line) has no address: \(PlainText.verbatim(row.fields.joined(separator: ",")))")
                return
            }
            guard let location = place.resolve(written) else {
                playlist.skipped.append("line \(row.line) has an address that can't be meant in this list: \(PlainText.verbatim(written))")
                return
            }
            playlist.entries.append(
                PlaylistEntry(
                    location: location, title: alone == nil ? field("title").flatMap(PlaylistText.clean) : nil,
                    duration: field("duration").flatMap(DurationText.parse), creator: field("creator").flatMap(PlaylistText.clean),
                    album: field("album").flatMap(PlaylistText.clean)))
        }
    }

    /// What a column may be called.
    fileprivate static let names = [
        "title": "title", "name": "title", "station": "title", "url": "url", "location": "url", "address": "url", "stream": "url",
        "duration": "duration", "length": "duration", "creator": "creator", "artist": "creator", "author": "creator", "album": "album",
    ]

    fileprivate static func isHeading(_ fields: [String]) -> Bool {
        let known = fields.compactMap { names[$0.lowercased()] }
        return known.contains("url") && !fields.contains(where: PlaylistPlace.isURL)
    }

    private struct Row {
        var line: Int
        var fields: [String]
    }

    /// Takes a table letter by letter and gives each row as it ends.
    private struct Table {
        private var fields: [String] = []
        private var field = String.UnicodeScalarView()
        private var state = State.start
        private var wasQuoted = false
        private var (line, rowLine) = (1, 1)
        private var previous: Unicode.Scalar = " "

        private enum State {
            case start, plain, quoted, quoteSeen, remark
        }

        mutating func take(_ scalar: Unicode.Scalar) -> Row? {
            defer { previous = scalar }
            let isBreak = scalar == "\n" || scalar == "\r"
            if isBreak, !(scalar == "\n" && previous == "\r") { line += 1 }
            switch (state, scalar) {
            case (.quoted, "\""): state = .quoteSeen
            case (.quoted, _): field.append(scalar)
            case (.quoteSeen, "\""):
                field.append(scalar)
                state = .quoted
            case (_, "\n"), (_, "\r"): return endRow()
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
            return nil
        }

        mutating func endField() {
            fields.append(wasQuoted ? String(field) : String(field).unpadded)
            (field, wasQuoted, state) = (String.UnicodeScalarView(), false, .start)
        }

        mutating func endRow() -> Row? {
            var row: Row?
            if state != .remark, !fields.isEmpty || wasQuoted || !String(field).unpadded.isEmpty {
                endField()
                row = Row(line: rowLine, fields: fields)
            }
            (fields, field, wasQuoted, state) = ([], String.UnicodeScalarView(), false, .start)
            rowLine = line
            return row
        }
    }
}
