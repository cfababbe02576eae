import Catalogue

/// Where a downloaded episode lies: `PROGRAM/DATE TITLE.EXT` in the library's download folder.
enum DownloadName {
    /// A path that is not taken. Any title in any script becomes a safe name: no slash, no control character, no leading dot or dash,
    /// at most 255 bytes with room for `.part`, cut at a character.
    static func path(for record: EpisodeRecord, audio: AudioFile, in folder: String, taken: Set<String>) -> String {
        let program = component(record.episode.programTitle ?? record.source, room: 200)
        let date = record.episode.published.map { Timestamp.day($0) + " " } ?? ""
        let ending = "." + fileExtension(of: audio)
        // The title of a file that was given by its path is its name.
        let isNamed = record.episode.title.lowercased().hasSuffix(ending) && record.episode.title.utf8.count > ending.utf8.count
        let title = isNamed ? String(record.episode.title.dropLast(ending.count)) : record.episode.title
        for number in 1...10_000 {
            let mark = number == 1 ? "" : " (\(number))"
            let room = 255 - ".part".utf8.count - 20 - ending.utf8.count - mark.utf8.count
            let path = "\(folder)/\(program)/" + component(date + title, room: room) + mark + ending
            if !taken.contains(path) && !LocalFile.exists(path) { return path }
        }
        return "\(folder)/\(program)/\(record.id)\(ending)"
    }

    static func component(_ text: String, room: Int) -> String {
        var name = ""
        var isLeading = true
        for character in PlainText.verbatim(text) {
            if isLeading && ".- ".contains(character) { continue }
            isLeading = false
            let safe = "/\\:*?\"<>|".contains(character) ? "_" : String(character)
            if name.utf8.count + safe.utf8.count > room { break }
            name += safe
        }
        while name.last == " " || name.last == "." { name.removeLast() }
        return name.isEmpty ? "untitled" : name
    }

    /// By the URL's path, else by the type; `mp3` where neither tells.
    private static func fileExtension(of audio: AudioFile) -> String {
        let known = ["mp3", "m4a", "aac", "ogg", "oga", "opus", "flac", "wav", "mp2"]
        let path = audio.url.prefix { $0 != "?" && $0 != "#" }
        let ending = path.split(separator: "/").last?.split(separator: ".").last?.lowercased() ?? ""
        if known.contains(ending) { return ending }
        switch audio.mime?.lowercased() {
        case "audio/mp4", "audio/x-m4a": return "m4a"
        case "audio/aac": return "aac"
        case "audio/ogg": return "ogg"
        case "audio/flac": return "flac"
        default: return "mp3"
        }
    }
}
