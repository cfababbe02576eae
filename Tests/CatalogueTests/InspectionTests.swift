import Catalogue
import Testing

struct FMErrorTests {
    @Test(arguments: [
        (#"{"msg":"签名错误","code":"1003"}"#, CatalogueError.refused(code: "1003", message: "签名错误")),
        (#"{"msg":"a\u001b[1mb","code":-1,"data":""}"#, .refused(code: "-1", message: "ab")),
        (#"{"code":500,"data":[]}"#, .refused(code: "500", message: "")), ("<html></html>", .webPage),
        (#"j({"msg":"nein","code":"7"})"#, .refused(code: "7", message: "nein")),
        ("", .notJSON(JSONError(.empty))), (#"{"stories":[]}"#, .notThisService(expected: "a carousel")),
        (#"{"code":"0","data":"http://x"}"#, .notThisService(expected: "a carousel")), ("[1]", .notThisService(expected: "a carousel")),
    ])
    func anAnswerThatCantBeUsedSaysWhy(source: String, expected: CatalogueError) {
        #expect(throws: expected) { _ = try FMReader.banner(body(source)) }
    }

    @Test func zeroIsYesHoweverItIsSent() throws {
        for code in ["0", #""0""#, "0.0", #""""#, "null"] {
            #expect(try FMReader.banner(body(#"{"code":\#(code),"data":[]}"#)).skipped.isEmpty)
        }
    }
}

struct InspectionTests {
    private func kinds(_ source: String) throws -> [Section.Kind] { try Inspection.read(body(source)).sections.map(\.kind) }

    @Test func tellsAnswersByTheirShape() throws {
        #expect(try kinds(#"{"code":"0","data":[{"bannerTitle":"a"}]}"#) == [.activities])
        #expect(try kinds(#"{"code":"0","data":{"bannerTitle":"a"}}"#) == [.activities])
        #expect(
            try kinds(#"{"code":"0","data":[null,{"cardTitle":"a","listTwy":[{"id":1,"title":"t"}]}]}"#) == [
                .card(title: "a", category: nil)
            ])
        #expect(try kinds(#"{"code":"0","data":{"praiseList":[{"id":1,"title":"t"}]}}"#) == [.chart(name: "liked", title: "Most liked")])
        #expect(try kinds(#"{"data":{"totalCount":"2","list":[{"programId":"1","programname":"P","title":"t"}]}}"#) == [.plain])
        #expect(
            try kinds(
                #"{"code":0,"data":{"focus":[{"bannerTitle":"a"}],"cardList":[{"cardTitle":"b","cardDetails":[{"id":1,"title":"t"}]}]}}"#)
                == [.activities, .card(title: "b", category: nil)])
    }

    @Test func readsListsOfProgrammesEpisodesAndCategories() throws {
        let new = try Inspection.read(
            body(#"{"code":"0","data":{"nodeId":"1","newListCount":2,"newList":[{"id":"2","programName":"P"}]}}"#))
        #expect(new.items == [.program(Program(ref: "2", title: "P"))])
        #expect(new.total == 2)
        let list = try Inspection.read(body(#"{"code":"0","data":{"playlist":0,"list":{"0":{"id":"1","title":"t"}},"count":"9"}}"#))
        #expect(list.items == [.episode(Episode(ref: "1", title: "t"))])
        #expect(list.total == 9)
        let categories = try Inspection.read(
            body(#"{"code":"0","data":{"list":[{"channelName":"g","channelContent":[{"id":1,"nodeName":"c"}]}]}}"#))
        #expect(categories.items == [.category(Category(ref: "1", title: "c", group: "g"))])
    }

    @Test func readsDetailsAndSearchResults() throws {
        #expect(
            try Inspection.read(body(#"{"code":"0","data":{"id":"1","programName":"P"}}"#)) == Page(program: Program(ref: "1", title: "P")))
        let episode = try Inspection.read(body(#"{"code":0,"data":{"id":"1","title":"t","programName":"P"}}"#))
        #expect(episode.items == [.episode(Episode(ref: "1", title: "t", programTitle: "P"))])
        let found = try Inspection.read(
            body(#"{"code":"0","data":{"program":[{"id":1,"programName":"<em>P</em>q"}],"resource":{"id":2,"title":"t"}}}"#))
        #expect(found.items == [.program(Program(ref: "1", title: "Pq")), .episode(Episode(ref: "2", title: "t"))])
        #expect(try Inspection.read(body(#"{"code":"0","data":{"program":[],"resource":null}}"#)) == Page())
    }

    @Test func readsWhatStandsInACall() throws {
        let list = try Inspection.read(body(#"j({"code":"0","data":{"list":[{"id":"1","title":"a)b"}],"count":1}});"#))
        #expect(list.items == [.episode(Episode(ref: "1", title: "a)b"))] && list.total == 1)
        let data = try Inspection.read(
            body(#"j({"programName":"P","programDetails":"d","newestResource":{"title":"t","publishTime":"1785225600"}})"#))
        #expect(data.program == Program(ref: "", title: "P", summary: "d", latestTitle: "t", updated: 1_785_225_600))
        let audio = try Inspection.read(body(#"callback({"data":"https://a.test/x/1.mp3?sign=s"})"#))
        #expect(
            audio.items == [
                .episode(Episode(ref: "https://a.test/x/1.mp3", title: "1.mp3", audio: [AudioFile(url: "https://a.test/x/1.mp3?sign=s")]))
            ])
    }

    @Test func readsTheOlderShapes() throws {
        let found = try Inspection.read(body(#"{"pfind":{"pid":"7","programName":"P"},"data":[{"rid":"9","title":"t"}]}"#))
        #expect(found.program == Program(ref: "7", title: "P"))
        #expect(found.items == [.episode(Episode(ref: "9", title: "t", programRef: "7", programTitle: "P"))])
        let counted = try Inspection.read(body(#"{"msg":"","code":0,"data":{"count":41,"list":[{"id":"9","title":"t"}]}}"#))
        #expect(counted.total == 41 && counted.items.count == 1)
        #expect(try Inspection.read(body(#"{"code":"0","data":null}"#)) == Page())
    }

    @Test func nothingIsAnEmptyPage() throws {
        for data in ["null", "[]", "{}", #""""#] { #expect(try Inspection.read(body(#"{"code":"0","data":\#(data)}"#)) == Page()) }
    }

    @Test func theLastOfEqualKeysIsRead() throws {
        #expect(try kinds(#"{"code":"0","data":[],"data":[{"bannerTitle":"a"}]}"#) == [.activities])
    }

    @Test func aListOfThingsNeedsNoEnvelope() throws {
        let list = try Inspection.read(body(#"{"count":1,"data":[{"id":55,"title":"t","duration":null},null]}"#))
        #expect(list.items.count == 1 && list.skipped.count == 1)
        #expect(try Inspection.read(body(#"{"count":1,"data":{"id":55,"title":"t"}}"#)).items == list.items)
    }

    /// Answers of services that are not built on, some of which look like lists of episodes.
    @Test(arguments: [
        #"{"status":"true","feeds":[{"id":9,"title":"P","url":"https://f.test/x"}],"count":1,"description":"Found"}"#,
        #"{"status":"true","items":[{"id":1,"title":"E","enclosureUrl":"https://a.test/1.mp3"}],"count":1}"#,
        #"{"status":"true","liveItems":[],"items":[],"count":0}"#,
        #"{"data":{"123":null,"118001":{"id":118001,"title":"Album","program_count":3}}}"#,
    ])
    func othersAnswersAreNotTakenForThisServices(source: String) {
        #expect(throws: CatalogueError.notThisService(expected: "the answer of a known service")) { _ = try Inspection.read(body(source)) }
    }

    @Test(arguments: [
        "[1,2]", #"{"data":[1]}"#, #"{"data":[{"x":1}]}"#, #"{"data":{"deep":{}}}"#, #"{"data":true}"#,
    ])
    func refusesWhatIsNoAnswerOfThisService(source: String) {
        #expect(throws: CatalogueError.notThisService(expected: "the answer of a known service")) { _ = try Inspection.read(body(source)) }
    }
}
