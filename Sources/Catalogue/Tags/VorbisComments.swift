/// What FLAC, Opus and Vorbis say of themselves: lines `NAME=value` in UTF-8 (xiph.org/vorbis/doc/v-comment.html), chapters among them
/// (wiki.xiph.org/Chapter_Extension).
enum VorbisComments {
    /// `packet`: an Ogg stream's second packet, of Opus (RFC 7845, 5.2), Vorbis or FLAC.
    static func tags(packet: TagBytes) -> AudioTags {
        if packet.has("OpusTags") { return tags(packet.rest(from: 8)) }
        if packet.has("vorbis", at: 1) { return tags(packet.rest(from: 7)) }
        // A block of FLAC's with its head.
        return packet[0].map { $0 & 0x7F } == blockType ? tags(packet.rest(from: 4)) : AudioTags()
    }

    /// The number that this block has among FLAC's (RFC 9639, 8.1).
    static let blockType: UInt8 = 4

    /// A FLAC file's block, told by its head of four bytes: its type, how long it is without the head, and whether it is the last.
    static func block(_ head: TagBytes) -> (type: UInt8, size: Int, isLast: Bool)? {
        guard let first = head[0], let size = head.bigEndian(1, 3) else { return nil }
        return (first & 0x7F, size, first & 0x80 != 0)
    }

    /// Who wrote it, how many lines there are, and each with its length.
    static func tags(_ list: TagBytes) -> AudioTags {
        guard let vendor = list.littleEndian(0), let count = list.littleEndian(4 + vendor) else { return AudioTags() }
        var (at, lines) = (8 + vendor, [String: [TagBytes]]())
        for _ in 0..<min(count, mostLines) {
            guard let size = list.littleEndian(at), let line = list.part(at + 4, size) else { break }
            let name = line.all.prefix(longestName).prefix { $0 != UInt8(ascii: "=") }
            let key = String(decoding: name, as: UTF8.self).uppercased()
            if line[name.count] == UInt8(ascii: "="), isWanted(key) { lines[key, default: []].append(line.rest(from: name.count + 1)) }
            at += 4 + size
        }
        func fact(_ name: String) -> AudioTags.Fact? {
            let values = (lines[name] ?? []).compactMap(line)
            return values.isEmpty ? nil : AudioTags.Fact(values.joined(separator: TagText.separator), .vorbis)
        }
        return AudioTags(
            title: fact("TITLE"), artist: fact("ARTIST") ?? fact("ALBUMARTIST"), album: fact("ALBUM"), chapters: chapters(lines))
    }

    private static let mostLines = 10_000
    private static let longestName = 64
    private static let names: Set<String> = ["TITLE", "ARTIST", "ALBUMARTIST", "ALBUM"]
    private static let chapterName = "CHAPTER"

    private static func isWanted(_ name: String) -> Bool { names.contains(name) || name.utf8.starts(with: chapterName.utf8) }

    private static func line(_ value: TagBytes) -> String? { TagText(value, encoding: 3, isList: true).line(nil) }

    /// `CHAPTER001=00:01:02.500`, `CHAPTER001NAME` and `CHAPTER001URL`.
    private static func chapters(_ lines: [String: [TagBytes]]) -> [AudioChapter] {
        let chapters = lines.compactMap { name, values -> (name: String, chapter: AudioChapter)? in
            guard name.utf8.count == chapterName.utf8.count + 3, let value = values.first?.all,
                let start = seconds(String(decoding: value.prefix(32), as: UTF8.self))
            else { return nil }
            let title = lines[name + "NAME"]?.first.flatMap(line)
            let url = lines[name + "URL"]?.first?.address
            return (name, AudioChapter(start: start, title: title ?? "", url: url))
        }
        return chapters.sorted { $0.name < $1.name }.map(\.chapter).inOrder
    }

    /// Hours, minutes and seconds with their parts.
    private static func seconds(_ text: String) -> Double? {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { String($0) ?? "" }
        guard parts.count == 3, let hours = Int(parts[0]), let minutes = Int(parts[1]), let seconds = Double(parts[2]),
            (0..<1000).contains(hours), (0..<60).contains(minutes), seconds >= 0, seconds < 60
        else { return nil }
        return Double(hours * 3600 + minutes * 60) + seconds
    }
}
