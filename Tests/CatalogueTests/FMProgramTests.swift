import Catalogue
import Testing

struct FMProgramTests {
    @Test func readsAProgrammesDetails() throws {
        let program = try FMReader.programDetails(
            body(
                #"""
                {"code":"0","data":{"id":51,"programName":"Stadt &amp; Land","compere":"甲、乙","programDetails":"eins\r\nzwei<br>drei","tags":"a,b c",
                "resourceNum":"128","resourceTitle":"Neu","updateTime":"1479780000","listenNumShow":"123.5万","listenNum":"9","collectionNumShow":"0",
                "img100_100":"http://i.test/100.jpg","img640_640":"","img370_370":"//i.test/370.jpg"}}
                """#))
        #expect(
            program
                == Program(
                    ref: "51", title: "Stadt & Land", hosts: ["甲", "乙"], tags: ["a", "b", "c"], summary: "eins zwei\ndrei",
                    image: "http://i.test/370.jpg", episodeCount: 128, latestTitle: "Neu", updated: 1_479_780_000,
                    counters: [Counter(name: "listens", text: "123.5万"), Counter(name: "collects", text: "0")]))
    }

    @Test func absentFactsStayAbsent() throws {
        let program = try FMReader.programDetails(
            body(
                #"{"code":"0","data":{"id":"1","programName":"P","compere":"","programDetails":null,"resourceNum":"-1","updateTime":"0","img":" "}}"#
            ))
        #expect(program == Program(ref: "1", title: "P"))
    }

    @Test func noDataAreNothingAndOtherDataAreNotThisService() {
        #expect(throws: CatalogueError.nothing(message: "暂无")) {
            _ = try FMReader.programDetails(body(#"{"code":"0","msg":"暂无","data":null}"#))
        }
        #expect(throws: CatalogueError.notThisService(expected: "a programme")) {
            _ = try FMReader.programDetails(body(#"{"code":"0","data":{"x":1}}"#))
        }
    }

    @Test func readsAPlayList() throws {
        let list = try FMReader.playList(
            body(
                #"""
                {"code":"0","data":{"programInfo":{"id":"51","programName":"P"},"resourceList":[
                {"id":"1","title":"a","programId":"52","programName":"Q","duration":"600.0","publishTime":"","createTime":"1479700000"},
                {"id":"2","title":"b","duration":null,"isVideo":1,"audiolist":[]},{"title":"c"}]}}
                """#))
        #expect(list.program == Program(ref: "51", title: "P"))
        #expect(
            list.episodes == [
                Episode(ref: "1", title: "a", programRef: "52", programTitle: "Q", published: 1_479_700_000, duration: 600),
                Episode(ref: "2", title: "b", programRef: "51", programTitle: "P", isVideo: true),
            ])
        #expect(list.total == nil)
        #expect(list.skipped == ["episode 3 has no id"])
    }

    @Test func readsACountedListOfEpisodes() throws {
        let list = try FMReader.playList(
            body(#"{"code":"0","data":{"count":"43","list":{"0":{"id":1,"title":"a"},"7":{"id":2,"title":"b"}}}}"#))
        #expect(list.episodes.map(\.ref) == ["1", "2"])
        #expect(list.total == 43)
        #expect(list.program == nil)
    }

    @Test func readsTheListThatWasAskedFor() throws {
        let answer = body(
            #"""
            {"code":"0","data":{"nodeId":329,"nodeName":"播客","hotListCount":"21","hotList":[{"id":"1","programName":"H"}],
            "reListCount":5,"reList":[{"id":"2","programName":"R","reProgramName":"Besser","reCompere":"甲","reProgramDetails":"d"}]}}
            """#)
        let hot = try FMReader.programList(answer, list: .hot)
        #expect(hot.category == Category(ref: "329", title: "播客"))
        #expect(hot.programs == [Program(ref: "1", title: "H")])
        #expect(hot.total == 21)
        let recommended = try FMReader.programList(answer, list: .recommended)
        #expect(recommended.programs == [Program(ref: "2", title: "Besser", hosts: ["甲"], summary: "d")])
        #expect(try FMReader.programList(answer, list: .new).programs.count == 1)
    }

    @Test func theEndOfAListIsAnEmptyPage() throws {
        #expect(try FMReader.programList(body(#"{"code":"0","msg":"暂无数据","data":null}"#), list: .hot).programs.isEmpty)
        #expect(try FMReader.programList(body(#"{"code":"0","data":{"nodeId":"1","hotList":[]}}"#), list: .hot).programs.isEmpty)
        #expect(try FMReader.playList(body(#"{"code":"0","data":{"programInfo":{"id":"1"},"resourceList":""}}"#)).episodes.isEmpty)
    }

    @Test func readsCategoriesUnderTheirChannels() throws {
        let (categories, skipped) = try FMReader.categories(
            body(
                #"""
                {"code":"0","data":{"list":[{"channelName":"推荐","channelContent":[{"id":1,"nodeName":"头条"},{"id":2}]},
                {"channelName":"leer"},{"id":"9","nodeName":"allein"}]}}
                """#))
        #expect(categories == [Category(ref: "1", title: "头条", group: "推荐"), Category(ref: "9", title: "allein")])
        #expect(skipped == ["category 1. 2 has no id or no name"])
    }
}

struct FMAudioTests {
    /// The file of an episode whose length and audio fields are as given.
    private func file(_ fields: String, duration: String = "null") throws -> AudioFile? {
        let answer = #"{"code":"0","data":{"list":[{"id":"1","title":"t","duration":\#(duration),"audiolist":[{\#(fields)}]}]}}"#
        return try FMReader.playList(body(answer)).episodes.first?.audio.first
    }

    @Test(
        arguments: [
            (#""4.6M""#, 4_823_450), (#""300K""#, 307_200), (#""300 kb""#, 307_200), (#""1G""#, 1_073_741_824), ("3821568", 3_821_568),
            ("199999", 204_798_976),
            (#""""#, nil), ("null", nil), (#""0""#, nil), (#""viel""#, nil), (#""-5""#, nil), (#""12 Q""#, nil),
            (#""99999999999999999999G""#, nil),
        ] as [(String, Int64?)])
    func sizeByItsSuffixOrMagnitude(source: String, expected: Int64?) throws {
        let audio = try file(#""filePath":"http://a.test/1.mp3","size":\#(source)"#)
        #expect(audio?.size == expected)
        #expect(audio?.sizeIsEstimate == (expected != nil))
    }

    @Test func sizeByLengthAndBitRateWhereBothAreKnown() throws {
        // 10 s of 64 kbit/s are 80 000 bytes; 100 minutes are 48 000 000, which 250 000 KB are nearer to than 250 000 bytes.
        #expect(try file(#""filePath":"http://a.test/1","size":"80500","audioStream":"64""#, duration: "10")?.size == 80500)
        #expect(try file(#""filePath":"http://a.test/1","size":"79","audioStream":"64kbps""#, duration: "10")?.size == 80896)
        #expect(try file(#""filePath":"http://a.test/1","size":"46875","audioStream":64"#, duration: "6000")?.size == 48_000_000)
    }

    @Test(
        arguments: [
            (#""64""#, 64), (#""64kbps""#, 64), ("128000", 128), (#""7""#, nil), (#""4000""#, nil), (#""hoch""#, nil), ("null", nil),
        ] as [(String, Int?)])
    func bitRateWithinReason(source: String, expected: Int?) throws {
        #expect(try file(#""filePath":"http://a.test/1","audioStream":\#(source)"#)?.bitrate == expected)
    }

    @Test func keepsTheQueryOfAnAddressAndRefusesWhatIsNone() throws {
        #expect(
            try file(#""filePath":"https://a.test/1.mp3?KID=1&sign=x","isDefault":1"#)
                == AudioFile(url: "https://a.test/1.mp3?KID=1&sign=x", isDefault: true))
        #expect(try file(#""filePath":"QmFzZTY0""#) == nil)
        #expect(try file(#""filePath":"""#) == nil)
    }

    @Test func resolvesRelativeAddressesAgainstTheStation() throws {
        let answer = body(
            #"{"code":"0","data":{"list":[{"id":"1","title":"t","img640_640":"image/1.png","audiolist":{"filePath":"audio/1.mp3"}}]}}"#)
        let episode = try FMReader.playList(answer, base: "https://s.test/radio/").episodes.first
        #expect(episode?.audio.map(\.url) == ["https://s.test/radio/audio/1.mp3"])
        #expect(episode?.image == "https://s.test/radio/image/1.png")
    }
}
