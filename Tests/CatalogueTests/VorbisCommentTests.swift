import Catalogue
import TestSupport
import Testing

private typealias Sample = TagSample

/// What FLAC, Opus and Vorbis files say of themselves.
@Suite struct VorbisCommentTests {
    private static func list(_ lines: [String]) -> [UInt8] {
        let vendor = Array("a program".utf8)
        return Sample.little(vendor.count) + vendor + Sample.little(lines.count)
            + lines.flatMap { Sample.little($0.utf8.count) + Array($0.utf8) }
    }

    private static let lines = [
        "title=夜航", "ARTIST=甲", "Artist=乙", "ALBUM=Tides\u{1B}[2J", "COMMENT=x", "nothing", "CHAPTER001=00:00:00.000", "CHAPTER001NAME=One",
        "CHAPTER002NAME=Two", "CHAPTER002=01:02:03.500", "CHAPTER002URL=https://a.test/2", "CHAPTER003=25:61:00.000", "CHAPTER=1",
        "CHAPTER001URL=no address",
    ]

    /// A FLAC file's block.
    private static func block(_ type: UInt8, _ content: [UInt8], isLast: Bool = false) -> [UInt8] {
        [type | (isLast ? 0x80 : 0)] + Sample.big(content.count, 3) + content
    }

    private static let flac = block(0, [UInt8](repeating: 1, count: 34))

    private func expectAll(_ tags: AudioTags, _ about: String) {
        #expect(tags.title == .init("夜航", .vorbis) && tags.artist?.text == "甲 / 乙" && tags.album?.text == "Tides", "\(about)")
        #expect(tags.chapters.map(\.title) == ["One", "Two"] && tags.chapters.map(\.start) == [0, 3723.5], "\(about)")
        #expect(tags.chapters.map(\.url) == [nil, "https://a.test/2"], "\(about)")
    }

    private func read(_ file: [UInt8], isKnown: Bool = true) -> (tags: AudioTags, bytes: Int) {
        Sample.read(AudioTagReading(length: isKnown ? Int64(file.count) : nil), file)
    }

    @Test func flacHasThemInABlock() {
        let picture = Self.block(6, [UInt8](repeating: 0xAA, count: 300_000))
        let comments = Self.block(4, Self.list(Self.lines), isLast: true)
        let sound = [UInt8](repeating: 0xFF, count: 50_000)
        let file = Array("fLaC".utf8) + Self.flac + picture + comments + sound
        let (tags, bytes) = read(file)
        expectAll(tags, "behind a picture")
        #expect(bytes < 6_000)
        expectAll(read(Array("fLaC".utf8) + Self.flac + comments + sound, isKnown: false).tags, "at once")
        // Wherever another program's tag ends
        for padding in 4070...4100 {
            let tag = Sample.id3([UInt8](repeating: 0, count: padding - 10))
            expectAll(read(tag + Array("fLaC".utf8) + Self.flac + comments + sound).tags, "behind \(padding) bytes")
        }
        // Another program's ID3 tag in front counts, and what it leaves out is filled in.
        let both = read(Sample.id3(Sample.text("TIT2", "other")) + file).tags
        #expect(both.title == .init("other", .id3v2) && both.artist?.text == "甲 / 乙")
        #expect(read(Array("fLaC".utf8) + Self.block(0, [1], isLast: true) + comments).tags == AudioTags())
    }

    @Test(arguments: ["OpusTags", "\u{3}vorbis"]) func oggHasThemInTheSecondPacket(_ mark: String) {
        let first = OggSample.page(2, place: 0, Array(mark.utf8))
        let sound = OggSample.page(0, place: 960, [UInt8](repeating: 3, count: 2000))
        let second = OggSample.page(0, place: 0, Array(mark.utf8) + Self.list(Self.lines))
        expectAll(read(first + second + sound).tags, mark)
        #expect(read(first + sound).tags == AudioTags())
        #expect(read(first + second.dropLast(5)).tags == AudioTags())
    }

    @Test func oneOverSeveralPagesIsPutTogether() {
        let packet = Array("OpusTags".utf8) + Self.list(Self.lines + ["METADATA_BLOCK_PICTURE=" + String(repeating: "A", count: 200_000)])
        // Full pages of 255 parts, which the next goes on with.
        var pages = OggSample.page(2, place: 0, Array("OpusHead".utf8))
        let size = 255 * 255
        for start in stride(from: 0, to: packet.count, by: size) {
            let part = Array(packet[start..<min(start + size, packet.count)])
            let isFull = part.count == size
            pages += OggSample.page(start == 0 ? 0 : 1, place: isFull ? .max : 0, part, goesOn: isFull)
        }
        let file = pages + OggSample.page(0, place: 960, [1, 2, 3])
        expectAll(read(file).tags, "known length")
        expectAll(read(file, isKnown: false).tags, "unknown length")
    }

    @Test func whatIsCutOrClaimsTooMuchIsReadAsFarAsItGoes() {
        let list = Self.list(["TITLE=a", "ARTIST=b"])
        for cut in 0..<list.count { _ = read(Array("fLaC".utf8) + Self.block(4, Array(list[..<cut]), isLast: true)) }
        let far = Sample.little(0) + [0xFF, 0xFF, 0xFF, 0x7F] + Sample.little(7) + Array("TITLE=a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF]
        #expect(read(Array("fLaC".utf8) + Self.block(4, far, isLast: true)).tags.title?.text == "a")
    }
}
