import Catalogue
import Library
import Playback
import Queue
import Session
import Terminal

/// The listener's own lists in words.
struct TextLists {
    var width: Int?
    var palette: Palette
    var playing: ItemID?

    /// The current entry bears ▶, one that was heard ✓, one that could not be played !; the modes stand below.
    func queue(_ lines: [QueueLine], modes: QueueModes) -> [String] {
        guard !lines.isEmpty else { return ["the queue is empty"] }
        let rows = lines.map { line in
            var row = TextRow(line.record.episode, line.record)
            row.marks = (line.isCurrent ? "▶" : "") + row.marks.filter { $0 != "✓" } + (line.failed ? "!" : line.played ? "✓" : "")
            row.number = line.position
            return row
        }
        let on = modes.named.filter(\.isOn).map(\.name)
        return table(rows) + (on.isEmpty ? [] : [palette.paint(on.joined(separator: " · "), .dim)])
    }

    /// When it was heard, and up to where; under a station the last titles that it told.
    func history(_ listens: [ListenRecord], first: Int) -> [String] {
        guard !listens.isEmpty else { return ["nothing was played yet"] }
        let rows = table(
            listens.enumerated().map { index, listen in
                var row = TextRow(listen.item.episode, listen.item, playing: playing)
                row.number = first + index
                row.date = Figures.minute(listen.from)
                row.length = "to \(Figures.clock(listen.position))"
                row.counter = ""
                return row
            })
        return zip(rows, listens).flatMap { [$0] + titles(of: $1) }
    }

    private static let mostTitles = 10

    private func titles(of listen: ListenRecord) -> [String] {
        let before = max(listen.titles.count - Self.mostTitles, 0)
        let lines = listen.titles.suffix(Self.mostTitles).map { "\(Figures.minute($0.at).suffix(5))  \(Columns.plain($0.title))" }
        return ((before > 0 ? ["\(before) before"] : []) + lines).map { line in
            palette.paint(width.map { Columns.fit("   " + line, $0) } ?? "   " + line, .dim)
        }
    }

    /// The place, what it is in, and when it was left.
    func places(_ places: [LeftPlace], first: Int) -> [String] {
        table(
            places.enumerated().map { index, place in
                var row = TextRow(place.item.episode, place.item, playing: playing)
                row.number = first + index
                row.date = Figures.minute(place.left)
                let length = place.item.episode.duration.map { " of \(Figures.length($0))" } ?? ""
                row.length = Figures.clock(place.position) + length
                row.counter = ""
                return row
            })
    }

    /// The place, what it is in, and the note.
    func bookmarks(_ bookmarks: [Bookmark], first: Int) -> [String] {
        guard !bookmarks.isEmpty else { return ["no bookmarks yet; bookmark marks the place of what plays"] }
        var table = Table([
            .init("", .right, style: .dim), .init(isStretchable: true), .init("", .right, style: .cyan), .init(isStretchable: true),
            .init(style: .dim),
        ])
        for (index, bookmark) in bookmarks.enumerated() {
            table.add([
                "\(first + index)", bookmark.item.episode.title, Figures.clock(bookmark.position), bookmark.note ?? "",
                Figures.day(bookmark.made),
            ])
        }
        return table.lines(width: width, palette: palette)
    }

    func downloads(_ looks: [DownloadLook], first: Int) -> [String] {
        guard !looks.isEmpty else { return ["no downloads"] }
        var table = Table([
            .init("", .right, style: .dim), .init(isStretchable: true), .init(style: .cyan), .init("", .right),
            .init(isStretchable: true, style: .dim),
        ])
        for (index, look) in looks.enumerated() {
            table.add(["\(first + index)", look.title, look.state.rawValue, amount(look.record), TextTransfers.words(look)])
        }
        return table.lines(width: width, palette: palette)
    }

    /// The list's own name, then its lines: position, title, length and place.
    func playlist(_ list: Playlist) -> [String] {
        let title = list.title.map { [palette.paint(Columns.plain($0), .bold), ""] } ?? []
        guard !list.entries.isEmpty else { return title + ["the playlist is empty"] }
        var table = Table([
            .init("", .right, style: .dim), .init(isStretchable: true), .init("", .right), .init(isStretchable: true, style: .dim),
        ])
        for (index, entry) in list.entries.enumerated() {
            let name = [entry.creator, entry.title].compactMap { $0 }.joined(separator: " · ")
            table.add(["\(index + 1)", name, Figures.length(entry.duration), entry.location])
        }
        return title + table.lines(width: width, palette: palette)
    }

    func playlists(_ records: [PlaylistRecord], first: Int) -> [String] {
        guard !records.isEmpty else { return ["no playlists; save NAME keeps the queue as one"] }
        var table = Table([.init("", .right, style: .dim), .init(isStretchable: true), .init(style: .dim)])
        for (index, record) in records.enumerated() {
            table.add(["\(first + index)", record.name, Figures.count(record.items, "item", "items")])
        }
        return table.lines(width: width, palette: palette)
    }

    func sources(_ sources: [Source], current: String) -> [String] {
        var table = Table([.init(style: .green), .init(), .init(style: .cyan), .init(isStretchable: true, style: .dim)])
        for source in sources {
            let place = source.url ?? "the service's own addresses"
            table.add([
                source.name == current ? "*" : " ", source.name, source.kind.rawValue, source.isBuiltIn ? "\(place) (built in)" : place,
            ])
        }
        return table.lines(width: width, palette: palette)
    }

    func outlines(_ outlines: [FeedOutline]) -> [String] {
        guard !outlines.isEmpty else { return ["no feeds in it"] }
        var table = Table([.init(isStretchable: true), .init(style: .cyan), .init(isStretchable: true, style: .dim)])
        for outline in outlines { table.add([outline.title, outline.group ?? "", outline.url]) }
        return table.lines(width: width, palette: palette)
    }

    func devices(_ devices: [AudioDevice], current: String?) -> [String] {
        guard !devices.isEmpty else { return ["no output devices"] }
        var table = Table([.init(style: .green), .init(), .init(isStretchable: true, style: .dim)])
        for device in devices {
            let isCurrent = current == nil ? device.isDefault : current == device.name
            table.add([isCurrent ? "*" : " ", device.name, device.title])
        }
        return table.lines(width: width, palette: palette)
    }

    func settings(_ settings: [SettingReport]) -> [String] {
        var table = Table([.init(), .init(isStretchable: true), .init(style: .dim)])
        for setting in settings {
            let value = setting.value ?? setting.defaultValue ?? "none"
            table.add([setting.key, value, setting.value == nil ? "default" : setting.defaultValue.map { "default \($0)" } ?? ""])
        }
        return table.lines(width: width, palette: palette)
    }

    private func table(_ rows: [TextRow]) -> [String] { TextTable.lines(rows, width: width, palette: palette) }

    /// `1.2 MB`, or `0.3 of 1.2 MB` on the way.
    private func amount(_ record: DownloadRecord) -> String {
        let received = Figures.size(record.received)
        switch (record.state, record.size) {
        case (.failed, _) where record.received == 0: return ""
        case (.done, let size): return Figures.size(size ?? record.received)
        case (_, let size?): return "\(received) of \(Figures.size(size))"
        case (_, nil): return record.received > 0 ? received : ""
        }
    }
}
