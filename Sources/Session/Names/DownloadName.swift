import Catalogue

/// Where a downloaded episode lies in the library's download folder.
enum DownloadName {
    /// A free place for it, by the template. Any title in any script becomes a safe name, in a folder that really is one: a link is not followed.
    static func path(
        for record: EpisodeRecord, audio: AudioFile, in folder: String, by template: DownloadTemplate, _ taken: inout TakenPlaces
    ) -> String {
        let ending = AudioEnding.before(audio)
        let value = { (part: DownloadTemplate.Part) in Self.value(part, of: record, ending: ending) }
        var place = folder
        for pieces in template.folders {
            guard let text = DownloadTemplate.text(of: pieces, value) else { continue }
            place = RealFolder.free(SafeName.of(text, room: room) ?? untitled, in: place)
        }
        let text = DownloadTemplate.text(of: template.name, value) ?? value(.title) ?? ""
        return taken.free(place + "/" + (SafeName.of(text, room: room - ending.utf8.count - 1) ?? untitled), "." + ending)
    }

    static let untitled = "untitled"

    /// 255 bytes less what a number in brackets, and what stands beside a file that is being fetched, add.
    private static let room = 255 - " (1000000)".utf8.count - ".part.info".utf8.count

    private static func value(_ part: DownloadTemplate.Part, of record: EpisodeRecord, ending: String) -> String? {
        let episode = record.episode
        switch part {
        case .program: return episode.programTitle ?? record.source
        case .title: return title(episode.title, ending: "." + ending)
        case .date: return episode.published.map(Timestamp.day)
        case .year: return episode.published.map { String(Timestamp.day($0).prefix { $0 != "-" }) }
        case .number: return episode.number.map(String.init)
        case .season: return episode.season.map(String.init)
        case .host: return episode.hosts.first
        case .source: return record.source
        case .id: return record.id.description
        }
    }

    /// The title of a file that was given by its path is its name.
    private static func title(_ title: String, ending: String) -> String {
        let isNamed = title.lowercased().hasSuffix(ending) && title.utf8.count > ending.utf8.count
        return isNamed ? String(title.dropLast(ending.count)) : title
    }
}
