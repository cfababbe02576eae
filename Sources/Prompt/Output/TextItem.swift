import Catalogue
import Playback
import Terminal

/// All that is known of one thing: names and values, then what it says of itself.
struct TextItem {
    var width: Int?
    var palette: Palette

    func lines(_ record: ItemRecord) -> [String] {
        switch record {
        case .program(let record): lines(record)
        case .episode(let record): lines(record)
        case .station(let record): lines(record)
        case .story(let record): lines(record)
        }
    }

    func lines(_ record: ProgramRecord) -> [String] {
        let program = record.program
        let facts: [(String, String?)] =
            [
                ("id", "\(record.id)"), ("source", record.source), ("hosts", program.hosts.joined(separator: ", ")),
                ("episodes", program.episodeCount.map(String.init)), ("newest", program.latestTitle),
                ("updated", Figures.day(program.updated)), ("language", program.language),
                ("order", program.isSerial == true ? "serial, the first comes first" : nil),
                ("explicit", program.isExplicit == true ? "yes" : nil), ("tags", program.tags.joined(separator: ", ")),
                ("favourite", record.favourite ? "♥ yes" : nil), ("subscribed", record.subscribed ? "yes" : nil),
                ("web", program.web), ("feed", program.feed), ("image", program.image),
            ] + program.counters.map { ($0.name, $0.text) }
        return lines(title: program.title, facts: facts, summary: program.summary)
    }

    func lines(_ record: EpisodeRecord) -> [String] {
        let episode = record.episode
        let program = [episode.programTitle, record.programID.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
        let facts: [(String, String?)] =
            [
                ("id", "\(record.id)"), ("source", record.source), ("programme", program), ("hosts", episode.hosts.joined(separator: ", ")),
                ("published", Figures.day(episode.published)), ("duration", Figures.length(episode.duration)),
                ("season", episode.season.map(String.init)), ("number", episode.number.map(String.init)),
                ("type", episode.kind == .full ? nil : episode.kind?.rawValue), ("explicit", episode.isExplicit == true ? "yes" : nil),
                ("tags", episode.tags.joined(separator: ", ")), ("favourite", record.favourite ? "♥ yes" : nil),
                ("liked", record.liked ? "yes" : nil),
                ("played", record.played ? "to its end" : nil), ("position", record.position.map(DurationText.clock)),
                ("downloaded", record.downloaded), ("video", episode.isVideo ? "yes" : nil), ("web", episode.web),
            ] + episode.audio.map { ("audio", audio($0)) } + [("chapters", episode.chapters)]
            + episode.transcripts.map { ("transcript", transcript($0)) } + [("image", episode.image)]
            + episode.counters.map { ($0.name, $0.text) }
        return lines(title: episode.title, facts: facts, summary: episode.summary)
    }

    func lines(_ record: StationRecord) -> [String] {
        let station = record.station
        let facts: [(String, String?)] =
            [
                ("id", "\(record.id)"), ("source", record.source), ("country", station.country), ("language", station.language),
                ("tags", station.tags.joined(separator: ", ")), ("codec", station.codec), ("stream", station.isHLS ? "HLS" : nil),
                ("votes", station.votes.map(String.init)), ("clicks", station.clicks.map(String.init)),
                ("trend", station.trend.map { $0 > 0 ? "+\($0)" : "\($0)" }), ("favourite", record.favourite ? "♥ yes" : nil),
                ("web", station.web),
            ] + station.audio.map { ("audio", audio($0)) } + [("image", station.image)]
        return lines(title: station.title, facts: facts, summary: nil)
    }

    func lines(_ record: StoryRecord) -> [String] {
        let story = record.story
        let facts: [(String, String?)] =
            [
                ("id", "\(record.id)"), ("source", record.source), ("author", story.author), ("hint", story.hint), ("day", story.day),
                ("favourite", record.favourite ? "♥ yes" : nil), ("liked", record.liked ? "yes" : nil), ("web", story.web),
                ("image", story.image),
            ] + story.counters.map { ($0.name, $0.text) }
        return lines(title: story.title, facts: facts, summary: nil)
    }

    /// A text of several paragraphs, folded to the width.
    static func paragraphs(_ text: String?, width: Int?) -> [String] {
        let paragraphs = (text ?? "").split(whereSeparator: \.isNewline).map { Columns.plain(String($0)) }
        return paragraphs.flatMap { paragraph in width.map { Columns.wrap(paragraph, $0) } ?? [paragraph] }
    }

    private func lines(title: String, facts: [(String, String?)], summary: String?) -> [String] {
        let text = Self.paragraphs(summary, width: width)
        let titles = width.map { Columns.wrap(Columns.plain(title), $0) } ?? [Columns.plain(title)]
        return titles.map { palette.paint($0, .bold) }
            + TextTable.facts(facts.map { (name: $0.0, value: $0.1) }, width: width, palette: palette)
            + (text.isEmpty ? [] : [""] + text)
    }

    /// `https://… · text/vtt · en`.
    private func transcript(_ file: Transcript) -> String {
        [file.url, file.mime, file.language].compactMap { $0 }.joined(separator: " · ")
    }

    /// `https://… · audio/mpeg · 128 kbit/s · 2.8 MB`.
    private func audio(_ file: AudioFile) -> String {
        let size = file.size.map { (file.sizeIsEstimate ? "about " : "") + Figures.size($0) }
        return [file.url, file.mime, file.bitrate.map { "\($0) kbit/s" }, size].compactMap { $0 }.joined(separator: " · ")
    }
}
