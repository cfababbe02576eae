import Catalogue
import Testing

/// Tags as files have them, built in code.
enum TagSample {
    /// Gives a reading what it wants of a file; and how many bytes that were.
    static func read(_ reading: AudioTagReading, _ file: [UInt8]) -> (tags: AudioTags, bytes: Int) {
        var (reading, bytes, steps) = (reading, 0, 0)
        while let wanted = reading.wanted, steps < 100 {
            let piece = file.dropFirst(Int(wanted.lowerBound)).prefix(wanted.count)
            reading.take(Array(piece))
            (bytes, steps) = (bytes + piece.count, steps + 1)
        }
        #expect(steps < 100)
        return (reading.tags, bytes)
    }

    static func big(_ number: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    static func little(_ number: Int) -> [UInt8] { big(number).reversed() }
    static func sevenBits(_ number: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(number >> ($0 * 7) & 127) } }

    static func id3(_ body: [UInt8], version: UInt8 = 3, flags: UInt8 = 0) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, flags] + sevenBits(body.count) + body
    }

    static func frame(_ id: String, _ content: [UInt8], version: UInt8 = 3, flags: UInt8 = 0) -> [UInt8] {
        if version == 2 { return Array(id.utf8) + big(content.count, 3) + content }
        return Array(id.utf8) + (version == 3 ? big(content.count) : sevenBits(content.count)) + [0, flags] + content
    }

    static func text(_ id: String, _ text: String, encoding: UInt8 = 3, version: UInt8 = 3) -> [UInt8] {
        let content: [UInt8] =
            switch encoding {
            case 1: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            case 2: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
            case 0: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
            default: Array(text.utf8)
            }
        return frame(id, [encoding] + content, version: version)
    }

    static func chapter(_ id: String, _ start: Int, _ end: Int, _ frames: [UInt8], version: UInt8 = 3) -> [UInt8] {
        frame("CHAP", Array(id.utf8) + [0] + big(start) + big(end) + [UInt8](repeating: 0xFF, count: 8) + frames, version: version)
    }

    static func contents(_ id: String, flags: UInt8, _ children: [String], version: UInt8 = 3) -> [UInt8] {
        frame(
            "CTOC", Array(id.utf8) + [0, flags, UInt8(children.count)] + children.flatMap { Array($0.utf8) + [0] }, version: version)
    }

    /// A zero behind each FF that needs one.
    static func unsynchronised(_ bytes: [UInt8]) -> [UInt8] {
        bytes.enumerated().flatMap { index, byte in
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            return byte == 0xFF && (next >= 0xE0 || next == 0) ? [byte, 0] : [byte]
        }
    }

    static func id3v1(_ title: [UInt8], _ artist: [UInt8] = [], _ album: [UInt8] = []) -> [UInt8] {
        Array("TAG".utf8) + field(title, 30) + field(artist, 30) + field(album, 30) + [UInt8](repeating: 0, count: 34) + [255]
    }

    static func plus(_ title: [UInt8]) -> [UInt8] { Array("TAG+".utf8) + field(title, 60) + [UInt8](repeating: 0, count: 163) }

    static func ape(_ items: [(String, String)], version: Int = 2000, flags: Int = 0) -> [UInt8] {
        var body: [UInt8] = []
        for (key, value) in items {
            body += little(value.utf8.count) + little(flags)
            body += Array(key.utf8) + [0] + Array(value.utf8)
        }
        let sizes = [version, body.count + 32, items.count, 0].map(little).joined()
        return body + Array("APETAGEX".utf8) + Array(sizes) + [UInt8](repeating: 0, count: 8)
    }

    static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let name: [UInt8] = name.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        return big(content.count + 8) + name + content
    }

    static func nero(_ chapters: [(seconds: Int, title: String)]) -> [UInt8] {
        var list: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, UInt8(chapters.count)]
        for chapter in chapters {
            list += big(chapter.seconds * 10_000_000, 8)
            list += [UInt8(chapter.title.utf8.count)] + Array(chapter.title.utf8)
        }
        return box("chpl", list)
    }

    static let sound = [UInt8](repeating: 0x55, count: 6000)

    private static func field(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        Array(bytes.prefix(count)) + [UInt8](repeating: 0, count: max(0, count - bytes.count))
    }
}
