import Catalogue
import Testing

/// What stations say to be playing, in the ways they do.
@Suite struct StreamTitleTests {
    private func read(_ text: String) -> String? { StreamTitle.read(Array(text.utf8)) }

    @Test func oneThatIsTooLongToBeShownIsCut() {
        let read = StreamTitle.read(Array("StreamTitle='\(String(repeating: "电e\u{301}", count: 1000))';".utf8))
        #expect(read?.unicodeScalars.count == 300 && read?.hasPrefix("电e\u{301}电") == true)
    }

    @Test(arguments: [
        ("StreamTitle='Guns N' Roses - Sweet Child O' Mine';StreamUrl='';", "Guns N' Roses - Sweet Child O' Mine"),
        ("StreamTitle='THE WEEKND &amp; KENDRICK; LIVE';", "THE WEEKND & KENDRICK; LIVE"),
        ("StreamTitle='no closing", "no closing"),
        ("StreamTitle='no closing;StreamUrl='http://h/';", "no closing"),
        ("StreamTitle='';", ""),
        ("StreamTitle='夜听';adw_ad='true';durationMilliseconds='30000';", "夜听"),
        ("StreamTitle='say \"hi\"; it's ok';StreamUrl='http://127.0.0.1/?a=b;c';", "say \"hi\"; it's ok"),
        ("StreamUrl='http://h/?StreamTitle=no';StreamTitle='yes';", "yes"),
        ("adw_ad='true'; streamtitle='small letters' ;", "small letters"),
        ("StreamTitle=without quotes;StreamUrl=x;", "without quotes"),
        ("StreamTitle='a\tb\u{1B}[31m c\r\n';", "a b c"),
        ("StreamTitle=' - ';", ""),
        ("StreamTitle='O'';", "O'"),
        ("StreamTitle='", ""),
    ])
    func eachFormIsRead(block: String, title: String) {
        #expect(read(block) == title)
        #expect(read(block + "\0\0\0\0\0\0\0") == title)
    }

    @Test func aBlockWithoutATitleSaysNothing() {
        for block in ["", "\0\0", "StreamUrl='http://h/';", "StreamTitle", "NotStreamTitle='x';"] {
            #expect(read(block) == nil, "\(block)")
        }
    }

    @Test func bytesOfOtherCharsetsAreToldApart() {
        let (before, after) = (Array("StreamTitle='".utf8), Array("';StreamUrl='';".utf8))
        // 夜听 - 第一期 in GBK
        let chinese: [UInt8] = [0xD2, 0xB9, 0xCC, 0xFD, 0x20, 0x2D, 0x20, 0xB5, 0xDA, 0xD2, 0xBB, 0xC6, 0xDA]
        #expect(StreamTitle.read(before + chinese + after) == "夜听 - 第一期")
        // 日本語 - 歌 in Shift-JIS, 夜聽 - 音樂 in Big5
        let japanese: [UInt8] = [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA, 0x20, 0x2D, 0x20, 0x89, 0xCC]
        #expect(StreamTitle.read(before + japanese + after) == "日本語 - 歌")
        let traditional: [UInt8] = [0xA9, 0x5D, 0xC5, 0xA5, 0x20, 0x2D, 0x20, 0xAD, 0xB5, 0xBC, 0xD6]
        #expect(StreamTitle.read(before + traditional + after) == "夜聽 - 音樂")
        // Sigur Rós - Ágætis in Latin-1
        let latin = Array("Sigur R".utf8) + [0xF3] + Array("s - ".utf8) + [0xC1] + Array("g".utf8) + [0xE6] + Array("tis".utf8)
        #expect(StreamTitle.read(before + latin + after) == "Sigur Rós - Ágætis")
        // A station that cuts at a byte
        #expect(StreamTitle.read(before + Array("夜听".utf8).dropLast()) == "夜")
    }
}
