import Catalogue

/// What of an item is indexed.
struct SearchFields: Hashable {
    var title: String
    /// Hosts, or a story's author; coded by `PackedText`, whose marks part words too.
    var host = ""
    /// The title of the programme it belongs to; of a programme its own.
    var program = ""
    /// A station's tags.
    var tag = ""
    /// Seconds since 1970.
    var time: Int64?
    /// Or a story's text.
    var notes = ""
}

extension SearchFields {
    /// `program` is its programme's title, where that is known better than by the episode.
    init(_ episode: Episode, of program: String? = nil) {
        self.init(
            title: episode.title, host: PackedText.pack(episode.hosts) ?? "", program: program ?? episode.programTitle ?? "",
            time: episode.published, notes: episode.summary ?? "")
    }

    init(_ program: Program) {
        self.init(title: program.title, host: PackedText.pack(program.hosts) ?? "", program: program.title, notes: program.summary ?? "")
    }

    init(_ station: Station) { self.init(title: station.title, tag: PackedText.pack(station.tags) ?? "") }

    init(_ story: Story, text: String?) {
        self.init(title: story.title, host: story.author ?? "", time: story.day.flatMap(Self.time(ofDay:)), notes: text ?? "")
    }

    /// The beginning of a day, as SQLite's `unixepoch` has it.
    static func time(ofDay day: String) -> Int64? { Timestamp.parse(day).map { $0 + 8 * 3600 } }
}
