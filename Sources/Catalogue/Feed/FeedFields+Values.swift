/// An item of a feed, put together as soon as it has ended: a feed of many may be long. By reference, so that no list of them is copied.
final class FeedItem {
    var episode: Episode
    let hasUnusableFile: Bool

    init(_ fields: FeedFields) {
        episode = fields.episode
        hasUnusableFile = fields.hasUnusableFile
    }
}

extension Episode {
    mutating func setProgram(_ program: Program) {
        programRef = program.ref
        programTitle = program.title.isEmpty ? nil : program.title
    }
}

extension FeedFields {
    /// The channel.
    func program(url: String?) -> Program {
        // A file's own place is where somebody put it, not where the feed is.
        let feed = url?.hasPrefix("file:") == true ? selfURL : url ?? selfURL
        var program = Program(ref: url ?? feedID ?? selfURL ?? web ?? "feed", title: title.line)
        program.hosts = names(people.isEmpty ? [owner].compactMap { $0 } : people)
        program.tags = cleaned(tags)
        program.summary = description.paragraphs ?? summary.paragraphs ?? subtitle.paragraphs
        program.image = artwork ?? image
        program.feed = feed
        program.web = web
        program.language = language.flatMap { $0.isEmpty ? nil : PlainText.verbatim($0) }
        program.updated = updated ?? published
        program.isSerial = Self.flag(order, yes: ["serial"], no: ["episodic"])
        program.isExplicit = isExplicit
        return program
    }

    /// The item, without a `ref` of its own and its programme.
    var episode: Episode {
        let notes = content.paragraphs ?? description.paragraphs ?? summary.paragraphs ?? subtitle.paragraphs
        let files = audio
        var episode = Episode(ref: "", title: title(notes: notes, files: files))
        episode.hosts = names(hosts.isEmpty ? people : hosts)
        episode.tags = cleaned(tags)
        episode.summary = notes
        episode.published = published ?? updated
        episode.duration = duration
        episode.number = number
        episode.season = season
        episode.kind = kind.flatMap { Episode.Kind(rawValue: $0.trimmed.lowercased()) }
        episode.isExplicit = isExplicit
        episode.chapters = chapters
        episode.transcripts = transcripts
        episode.guid = guid
        episode.audio = files
        episode.image = artwork ?? image
        episode.web = web ?? guid.flatMap { $0.hasPrefix("http") ? WebAddress.absolute($0) : nil }
        episode.isVideo = !self.files.isEmpty && self.files.allSatisfy(\.isVideo)
        return episode
    }

    /// An item without a title is known by its first words, or its file's name.
    private func title(notes: String?, files: [AudioFile]) -> String {
        for title in [title.line, otherTitle.line] where !title.isEmpty { return title }
        if let first = notes?.unicodeScalars.split(separator: "\n").first.map(String.init) {
            return first.count <= 80 ? first : first.prefix(79).trimmed + "…"
        }
        let path = files.first?.url.prefix { $0 != "?" && $0 != "#" } ?? ""
        return PlainText.verbatim(path.split(separator: "/").last.map(String.init) ?? "")
    }

    /// Enclosures first, then other files of the same sound, as the feed orders them. Of several one is the service's choice: what the
    /// feed calls so, else the first enclosure with sound.
    private var audio: [AudioFile] {
        var found = files.isEmpty ? media : files
        let enclosures = found.count
        for alternate in alternates where alternate.url != nil {
            if let same = found.firstIndex(where: { $0.url == alternate.url }) {
                found[same].bitrate = found[same].bitrate ?? alternate.bitrate
                found[same].isDefault = alternate.isDefault
            } else {
                found.append(alternate)
            }
        }
        if found.count > 1 {
            let first = found.prefix(enclosures).firstIndex(where: \.isAudio) ?? found.firstIndex(where: \.isAudio) ?? 0
            let chosen = found.firstIndex { $0.isDefault && $0.isAudio } ?? first
            for index in found.indices { found[index].isDefault = index == chosen }
        }
        return found.compactMap { file in
            file.url.map { AudioFile(url: $0, mime: file.mime, bitrate: file.bitrate, size: file.size, isDefault: file.isDefault) }
        }
    }

    private var isExplicit: Bool? { Self.flag(explicit, yes: ["yes", "true", "explicit"], no: ["no", "false", "clean"]) }

    private static func flag(_ text: String?, yes: Set<String>, no: Set<String>) -> Bool? {
        guard let word = text?.trimmed.lowercased() else { return nil }
        return yes.contains(word) ? true : no.contains(word) ? false : nil
    }

    private func cleaned(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.map(PlainText.clean).filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// RSS has mail addresses with the name in brackets: the name is what is wanted.
    private func names(_ people: [String]) -> [String] {
        cleaned(
            people.map { person in
                guard person.contains("@"), let open = person.firstIndex(of: "("), let close = person.lastIndex(of: ")"), open < close
                else {
                    return person
                }
                let name = person[person.index(after: open)..<close].trimmed
                return name.isEmpty ? person : name
            })
    }
}
