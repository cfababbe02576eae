import Testing

@testable import Catalogue

struct FMSearchTests {
    @Test func findsProgrammesThenEpisodes() throws {
        let found = try FMReader.search(
            body(
                #"""
                {"code":0,"data":{"count":"2","program":[{"id":51,"programName":"<em>Stadt</em>leben","resourceTitle":"neu"},{"programName":"x"}],
                "resource":{"id":"7","programId":"51","title":"<em>Stadt</em>regen","img":"//i.test/7.jpg"}}}
                """#))
        #expect(
            found.items == [
                .program(Program(ref: "51", title: "Stadtleben", latestTitle: "neu")),
                .episode(Episode(ref: "7", title: "Stadtregen", programRef: "51", image: "http://i.test/7.jpg")),
            ])
        #expect(found.total == 2 && found.skipped == ["programme 2 has no id"])
    }

    @Test(arguments: ["null", "[]", "{}", #"{"program":[],"resource":null}"#, #"{"resource":""}"#])
    func nothingIsNoFault(data: String) throws {
        #expect(try FMReader.search(body(#"{"code":"0","data":\#(data)}"#)).items.isEmpty)
    }

    @Test func anotherAnswerIsNoSearch() {
        #expect(throws: CatalogueError.notThisService(expected: "search results")) {
            _ = try FMReader.search(body(#"{"code":"0","data":{"programInfo":{"id":1}}}"#))
        }
    }
}

struct FMSingleTests {
    @Test func readsOneEpisode() throws {
        let episode = try FMReader.resource(
            body(#"{"msg":"","code":0,"data":{"id":7,"title":"t","programId":"51","audiolist":[{"filePath":"http://a.test/7.mp3"}]}}"#))
        #expect(episode == Episode(ref: "7", title: "t", programRef: "51", audio: [AudioFile(url: "http://a.test/7.mp3")]))
        #expect(throws: CatalogueError.nothing(message: "weg")) { _ = try FMReader.resource(body(#"{"msg":"weg","code":0,"data":""}"#)) }
    }

    @Test func readsAProgrammesPageUnderTheIDThatWasAsked() throws {
        let program = try FMReader.programData(
            body(#"j({"programName":"P","tags":"a b","newestResource":{"title":"neu","publishTime":"1785225600"}})"#), ref: "55")
        #expect(program == Program(ref: "55", title: "P", tags: ["a", "b"], latestTitle: "neu", updated: 1_785_225_600))
        #expect(throws: CatalogueError.notThisService(expected: "a programme")) { _ = try FMReader.programData(body("{}"), ref: "55") }
    }

    @Test func readsASignedAddress() throws {
        #expect(try FMReader.signedAudio(body(#"cb({"data":"//a.test/1.mp3?sign=x"})"#)) == "http://a.test/1.mp3?sign=x")
        for data in [#""""#, "null"] {
            #expect(throws: CatalogueError.nothing(message: "")) { _ = try FMReader.signedAudio(body(#"{"data":\#(data)}"#)) }
        }
        for data in [#""file:///etc/passwd""#, #""javascript:alert(1)""#, "{}", "7"] {
            #expect(throws: CatalogueError.notThisService(expected: "a signed address")) {
                _ = try FMReader.signedAudio(body(#"{"data":\#(data)}"#))
            }
        }
    }
}

struct FMKeyTests {
    @Test func everyKeyIsFoundByItsSpellingAndHasRoom() {
        for key in FMKey.allCases {
            let letters = Array(key.spelling.utf8)
            #expect(FMKey.spelt(letters.span) == key && key.place < 128)
        }
        for other in ["", "x", "Id", "titles", "titl", "img640x640", "createAt", "内容", String(repeating: "id", count: 200)] {
            let letters = Array(other.utf8)
            #expect(FMKey.spelt(letters.span) == nil)
        }
    }

    @Test func anEscapedKeyIsTheSameKeyAndTheLastCounts() throws {
        let list = try FMReader.playList(body(#"{"data":{"list":[{"id":"1","title":"a","\u0069d":"2","titl\u0065":"b"}]}}"#))
        #expect(list.episodes == [Episode(ref: "2", title: "b")])
    }
}
