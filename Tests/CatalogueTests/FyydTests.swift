import Catalogue
import Testing

/// The podcast directory fyyd.
struct FyydTests {
    private func answer(_ data: String, next: String? = nil) -> [UInt8] {
        let paging = next.map { #""paging":{"count":2,"page":0,"first_page":0,"last_page":9,"next_page":\#($0),"prev_page":null},"# } ?? ""
        return body(#"{"status":1,"msg":"ok","meta":{\#(paging)"API_INFO":{"API_VERSION":0.2}},"data":\#(data)}"#)
    }

    private let podcast = """
        {"title":"Wattwelle","id":64,"xmlURL":"http://f.test/w.xml","htmlURL":"http://w.test","imgURL":"http://i.test/w.png","status":200,
         "language":"de","lastpub":"2026-07-27 21:15:22","categories":[52],"rank":22,"url_fyyd":"https://d.test/podcast/64",
         "description":"Über das <b>Watt</b>.","subtitle":"","author":"Ada"
        """

    private var program: Program {
        Program(
            ref: "64", title: "Wattwelle", hosts: ["Ada"], summary: "Über das Watt.", image: "http://i.test/w.png",
            feed: "http://f.test/w.xml", web: "http://w.test", language: "de", updated: 1_785_186_922)
    }

    private let episode = """
        {"title":"Folge 1","id":1742,"guid":"w-1","url":"http://w.test/1","enclosure":"http://a.test/1.m4a","podcast_id":64,"imgURL":"",
         "pubdate":"2026-07-27 21:15:22","duration":"1:05","description":"<p>Text</p>"}
        """

    private func wanted(_ title: String? = "Wattwelle") -> Episode {
        Episode(
            ref: "1742", title: "Folge 1", programRef: "64", programTitle: title, summary: "Text", published: 1_785_186_922, duration: 65,
            guid: "w-1", audio: [AudioFile(url: "http://a.test/1.m4a", mime: "audio/mp4")], web: "http://w.test/1")
    }

    @Test func programmesComeInPages() throws {
        let first = try FyydReader.podcasts(answer(#"[\#(podcast)},{"title":"x"},{"id":"65"}]"#, next: "1"))
        #expect(first.programs == [program, Program(ref: "65", title: "")])
        #expect(first.next == 1 && first.skipped == ["podcast 2 has no id"])
        #expect(try FyydReader.podcasts(answer("[]", next: "null")).next == nil)
        #expect(try FyydReader.podcasts(answer("[]")).programs.isEmpty)
    }

    @Test func aProgrammeHasAPageOfItsEpisodes() throws {
        let bare = #"{"id":"9","title":"F","duration":null,"enclosure":"","pubdate":"0000-00-00 00:00:00"}"#
        let found = try FyydReader.episodes(answer(podcast + #","episodes":[\#(episode),\#(bare),7]}"#, next: "1"))
        #expect(found.program == program && found.next == 1)
        #expect(found.episodes == [wanted(), Episode(ref: "9", title: "F", programRef: "64", programTitle: "Wattwelle")])
        #expect(found.skipped == ["episode 3 is no object"])
    }

    @Test func aRefusalHasTheServicesWords() {
        let refusal = #"{"errors":{"code":0,"message":"podcast not found","http_code":400,"http_message":"HTTP 400"},"meta":{}}"#
        #expect(throws: CatalogueError.refused(code: "400", message: "podcast not found")) { _ = try FyydReader.podcasts(body(refusal)) }
        #expect(throws: CatalogueError.refused(code: "400", message: "podcast not found")) { _ = try Inspection.read(body(refusal)) }
        #expect(throws: CatalogueError.refused(code: "0", message: "down")) {
            _ = try FyydReader.episodes(body(#"{"status":0,"msg":"down","meta":{},"data":[]}"#))
        }
    }

    @Test func whatIsAnothersAnswerIsRefused() {
        for source in [#"{"status":"true","meta":{},"data":[]}"#, #"{"code":0,"status":1,"msg":"","data":[]}"#, "[]"] {
            #expect(throws: CatalogueError.notThisService(expected: "a list of podcasts")) { _ = try FyydReader.podcasts(body(source)) }
        }
        #expect(throws: CatalogueError.notThisService(expected: "a podcast")) { _ = try FyydReader.episodes(answer("[]")) }
        #expect(throws: CatalogueError.notThisService(expected: "a list of podcasts")) { _ = try FyydReader.podcasts(answer(#"["x"]"#)) }
    }

    @Test func theAnswersAreToldByTheirShape() throws {
        let whole = try Inspection.read(answer(podcast + #","episodes":[\#(episode)]}"#))
        #expect(whole.program == program && whole.items == [.episode(wanted())])
        let alone = try Inspection.read(answer(podcast + "}"))
        #expect(alone.program == program && alone.sections.isEmpty)
        let list = try Inspection.read(answer("[\(podcast)}]"))
        #expect(list.program == nil && list.items == [.program(program)])
        #expect(try Inspection.read(answer("[\(episode),null]")).items == [.episode(wanted(nil))])
        #expect(try Inspection.read(answer(episode)).items == [.episode(wanted(nil))])
        #expect(try Inspection.read(answer("[]")) == Page())
    }

    @Test func categoriesStandUnderTheirGroups() throws {
        let page = try Inspection.read(
            answer(#"[{"id":1,"name":"Kunst","subcategories":[{"id":"2","name":"Bücher"}]},{"id":3,"name_de":"Watt"}]"#))
        #expect(
            page.items == [
                .category(Category(ref: "1", title: "Kunst")), .category(Category(ref: "2", title: "Bücher", group: "Kunst")),
                .category(Category(ref: "3", title: "Watt")),
            ])
        #expect(throws: CatalogueError.notThisService(expected: "the answer of a known service")) {
            _ = try Inspection.read(answer(#"[{"id":1,"title":"a list of somebody's"}]"#))
        }
    }
}
