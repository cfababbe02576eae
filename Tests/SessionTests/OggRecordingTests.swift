import Foundation
import TestSupport
import Testing

@testable import Session

/// Recordings of Ogg streams: they have to begin with what their codec began with, and with a whole page.
@Suite struct OggRecordingTests {
    private let opus = OggSample.page(2, place: 0, Array("OpusHead".utf8))
    private let tags = OggSample.page(0, place: 0, Array("OpusTags".utf8) + [UInt8](repeating: 7, count: 600))
    private let sound = (1...4).map { OggSample.page(0, place: UInt64($0) * 960, [UInt8](repeating: UInt8($0), count: 1000)) }

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
