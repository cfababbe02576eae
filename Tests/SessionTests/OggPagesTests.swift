import Foundation
import TestSupport
import Testing

@testable import Session

/// Recordings of Ogg streams: they have to begin with what their codec began with, and with a whole page.
@Suite struct OggPagesTests {
    /// A page of one packet, with a sum made bit by bit (RFC 3533, 6).
    private static func page(_ flags: UInt8, place: UInt64, _ packet: [UInt8]) -> [UInt8] {
        var page = Array("OggS".utf8) + [0, flags]
        page += (0..<8).map { UInt8(truncatingIfNeeded: place >> (8 * UInt64($0))) }
        page += [1, 0, 0, 0] + [0, 0, 0, 0] + [0, 0, 0, 0]
        let parts = [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
        page += [UInt8(parts.count)] + parts + packet
        var sum: UInt32 = 0
        for byte in page {
            sum ^= UInt32(byte) << 24
            for _ in 0..<8 { sum = sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04c1_1db7 }
        }
        for place in 0..<4 { page[22 + place] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(place))) }
        return page
    }

    private let opus = page(2, place: 0, Array("OpusHead".utf8))
    private let tags = page(0, place: 0, Array("OpusTags".utf8) + [UInt8](repeating: 7, count: 600))
    private let sound = (1...4).map { page(0, place: UInt64($0) * 960, [UInt8](repeating: UInt8($0), count: 1000)) }

    @Test(arguments: [1, 7, 100, 10_000]) func pagesAreWholeHoweverTheyCome(step: Int) {
        var pages = OggPages()
        let all = opus + tags + sound.joined()
        var given: [UInt8] = []
        for start in stride(from: 0, to: all.count, by: step) { given += pages.take(all[start..<min(start + step, all.count)]) }
        #expect(given == all)
        #expect(pages.head == opus + tags)
    }

    @Test func aBreakAmidAPageCostsThatPageAlone() {
        var pages = OggPages()
        let again = Self.page(2, place: 0, Array("OpusHead, another".utf8))
        let given = pages.take(opus + tags + sound[0] + sound[1].prefix(500) + again + tags + sound[2])
        #expect(given == opus + tags + sound[0] + again + tags + sound[2])
        #expect(pages.head == again + tags)
        // And so does a place elsewhere.
        #expect(pages.take(sound[3].prefix(700)) == [])
        pages.jump()
        #expect(pages.take(sound[0].suffix(30) + sound[1]) == sound[1])
    }

    @Test func whatIsNoOggGivesNothing() {
        var pages = OggPages()
        #expect(!OggPages.begin([0xFF, 0xFB, 0x90, 0x64]) && OggPages.begin(opus))
        #expect(pages.take([UInt8](repeating: 0x4F, count: 100_000)) == [] && pages.head == [])
    }

    /// What a recording holds that begins when so many bytes of a stream have come, in pieces of 100.
    private func recorded(_ stream: [UInt8], from begin: Int) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let line = StreamLine { _ in }
        // The decoder looks at the beginning first, and then reads from there.
        stream.prefix(60).withUnsafeBytes { line.came($0, at: 0) }
        var recorder: Recorder?
        for start in stride(from: 0, to: stream.count, by: 100) {
            if start >= begin, recorder == nil {
                recorder = try Recorder.begin(NewFile(target: folder.file("a.ogg"), path: "a.ogg"), over: false)
                line.recorder = recorder
            }
            stream[start..<min(start + 100, stream.count)].withUnsafeBytes { line.came($0, at: Int64(start)) }
        }
        try recorder?.settle()
        return folder.read("a.ogg") ?? []
    }

    @Test func aRecordingBeginsWithTheHeadersAndAWholePage() throws {
        let stream = opus + tags + sound.joined()
        let first = opus.count + tags.count + sound[0].count
        #expect(try recorded(stream, from: first + 300) == opus + tags + sound[1] + sound[2] + sound[3])
        #expect(try recorded(stream, from: 0) == stream)
        #expect(try recorded(stream, from: opus.count + 150) == stream)
        // Of other streams each byte is written.
        let other = (0..<3000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(try recorded(other, from: 1000) == Array(other[1000...]))
    }
}
