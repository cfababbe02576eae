import Testing

@testable import Playback

@Suite struct ContentTests {
    /// A frame of 200 bytes.
    private static let adts: [UInt8] =
        [0xFF, 0xF1, 0x50, 0x80, 200 >> 3, UInt8((200 & 7) << 5 | 0x1F), 0xFC] + [UInt8](repeating: 9, count: 193)

    private static let foreign: [(String, [UInt8])] = [
        ("MPEG-4/AAC", [0, 0, 0, 24] + Array("ftypM4A ".utf8) + [UInt8](repeating: 0, count: 2000)),
        ("HTML", Array("\n <!DOCTYPE html><html><body>404</body></html>".utf8)),
        ("Ogg", Array("OggS".utf8) + [UInt8](repeating: 1, count: 200)),
        ("FLAC", Array("fLaC".utf8) + [UInt8](repeating: 1, count: 200)),
        ("WAVE", Array("RIFF1234WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 2, 0] + [UInt8](repeating: 1, count: 200)),
        ("JSON", Array(#"{"code":0,"msg":"no such thing"}"#.utf8)),
        ("playlist", Array("#EXTM3U\nhttp://example.org/a.mp3\n".utf8)),
        ("text", Array("这不是音频。".utf8)),
        ("zeros", [UInt8](repeating: 0, count: 1 << 20)),
        ("5 bytes", [0xFF, 0xFB, 0x90, 0, 0]),
        ("AAC", [0xFF, 0xF1, 0x50, 0x80] + [UInt8](repeating: 9, count: 400)),
        // From the middle of a frame on: three whole ones of 200 bytes follow
        ("AAC", [UInt8](repeating: 9, count: 77) + (0..<4).flatMap { _ in adts }),
    ]

    @Test(arguments: foreign.indices) func isToldByItsBytes(_ index: Int) {
        let (name, bytes) = Self.foreign[index]
        #expect { try Mpg123Decoder(MemorySource(bytes)) } throws: {
            if case PlaybackError.notAudio(let found) = $0 { found == name } else { false }
        }
    }

    @Test(arguments: [
        "<?xml version=\"1.0\"?>\n<rss version=\"2.0\"><channel/></rss>", "\n<feed xmlns=\"http://www.w3.org/2005/Atom\"/>",
        "<!-- made by hand -->\n<RSS><channel/></RSS>",
    ]) func aFeedIsNamedAsOne(_ text: String) {
        #expect { try Mpg123Decoder(MemorySource(Array(text.utf8))) } throws: { if case PlaybackError.feed = $0 { true } else { false } }
    }

    @Test func aPageThatNamesAFeedIsAPage() {
        let page = Array("<!DOCTYPE html><html><body>&lt;<rss></body></html>".utf8)
        #expect { try Mpg123Decoder(MemorySource(page)) } throws: {
            if case PlaybackError.notAudio(let found) = $0 { found == "HTML" } else { false }
        }
    }

    @Test func nothingIsEmpty() {
        #expect { try Mpg123Decoder(MemorySource([])) } throws: { if case PlaybackError.empty = $0 { true } else { false } }
    }

    @Test func whatFollowsATagCounts() {
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 100] + [UInt8](repeating: 0, count: 100)
        #expect { try Mpg123Decoder(MemorySource(tag + Array("fLaC".utf8) + [UInt8](repeating: 1, count: 200))) } throws: {
            if case PlaybackError.notAudio(let found) = $0 { found == "FLAC" } else { false }
        }
    }

    @Test func aTagAloneIsNothingPlayable() {
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 100] + [UInt8](repeating: 0, count: 100)
        #expect(throws: PlaybackError.self) { try Mpg123Decoder(MemorySource(tag)) }
    }

    @Test func junkOfNoKnownKindIsRefusedSoon() {
        let junk = (0..<3_000_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) & 0x7F }
        #expect(throws: PlaybackError.self) { try Mpg123Decoder(MemorySource(junk)) }
    }

    @Test func aFolderAndAMissingFileSaySo() {
        #expect { try FileSource(path: "/") } throws: { if case PlaybackError.unreadable(_, 21) = $0 { true } else { false } }
        #expect { try FileSource(path: "/nowhere/at/all") } throws: { if case PlaybackError.unreadable(_, 2) = $0 { true } else { false } }
    }
}
