import Catalogue
import Testing

/// Apple's charts, search and lookup.
struct AppleTests {
    private let chart = """
        {"feed":{"title":"Top Shows","country":"de","results":[
          {"artistName":"Nordlicht","id":"0150000000000000001","name":"Ebbe &amp; Flut","kind":"podcasts","contentAdvisoryRating":"Explict",
           "artworkUrl100":"https://i.test/100x100bb.png","genres":[{"genreId":"1324","name":"Kultur","url":"https://g.test/1324"}],
           "url":"https://p.test/de/podcast/id15"},
          null, {"name":"without an id","kind":"podcasts"},
          {"artistName":"","id":7,"name":"Zweite","kind":"podcasts","genres":[]}]}}
        """

    @Test func aChartIsInItsOrderWithoutFeeds() throws {
        let (title, items, skipped) = try AppleReader.chart(body(chart))
        #expect(title == "Top Shows")
        #expect(
            items == [
                .program(
                    Program(
                        ref: "0150000000000000001", title: "Ebbe & Flut", hosts: ["Nordlicht"], tags: ["Kultur"],
                        image: "https://i.test/100x100bb.png", web: "https://p.test/de/podcast/id15")),
                .program(Program(ref: "7", title: "Zweite")),
            ])
        #expect(skipped == ["entry 2 is null", "entry 3 has no id"])
    }

    @Test func aChartMayBeOfEpisodes() throws {
        let (_, items, _) = try AppleReader.chart(
            body(
                #"{"feed":{"results":[{"id":"1000","name":"Folge","artistName":"A","kind":"podcast-episodes","url":"https://p.test/id15?i=1000"}]}}"#
            ))
        #expect(items == [.episode(Episode(ref: "1000", title: "Folge", hosts: ["A"], web: "https://p.test/id15?i=1000"))])
    }

    private let show = """
        {"wrapperType":"track","kind":"podcast","collectionId":1500000000000000001,"trackId":1500000000000000001,"artistName":"Nordlicht",
         "collectionName":"Ebbe","trackName":"Ebbe","feedUrl":"https://f.test/ebbe.xml","collectionViewUrl":"https://p.test/id15?uo=4",
         "artworkUrl30":"https://i.test/30.jpg","artworkUrl600":"https://i.test/600.jpg","artworkUrl100":"https://i.test/100.jpg",
         "trackTimeMillis":1835,"trackCount":128,"releaseDate":"2026-07-27T22:00:00Z","genres":["Kultur","Podcasts"],"country":"DEU"}
        """

    private var program: Program {
        Program(
            ref: "1500000000000000001", title: "Ebbe", hosts: ["Nordlicht"], tags: ["Kultur", "Podcasts"], image: "https://i.test/600.jpg",
            feed: "https://f.test/ebbe.xml", web: "https://p.test/id15?uo=4", episodeCount: 128, updated: 1_785_189_600)
    }

    @Test func aSearchFindsProgrammesWithTheirFeeds() throws {
        let song = #"{"wrapperType":"track","kind":"song","trackId":9,"trackName":"La"}"#
        let (items, skipped) = try AppleReader.search(body(#"{"resultCount":2,"results":[\#(show),\#(song)]}"#))
        #expect(items == [.program(program)])
        #expect(skipped == ["result 2 has no id or is no podcast"])
        #expect(try AppleReader.search(body(#"{"resultCount":0,"results":[]}"#)).items.isEmpty)
    }

    @Test func aLookupIsTheProgrammeAndItsEpisodes() throws {
        let first = """
            {"wrapperType":"podcastEpisode","kind":"podcast-episode","collectionId":1500000000000000001,"trackId":1000,"trackName":"Niedrig",
             "episodeUrl":"https://a.test/1.mp3?src=1","trackTimeMillis":1835500,"releaseDate":"2026-07-27T22:00:00Z","description":"Eins.\\n\\nZwei",
             "shortDescription":"","episodeContentType":"audio","episodeFileExtension":"mp3","episodeGuid":"g-1","artworkUrl60":"https://i.test/60.jpg",
             "artworkUrl160":"https://i.test/160.jpg","genres":[{"name":"Kultur","id":"1324"}],"trackViewUrl":"https://p.test/e1"}
            """
        let bare =
            #"{"wrapperType":"podcastEpisode","collectionId":1500000000000000001,"trackId":"1001","trackName":"Bild","episodeUrl":""}"#
        let video =
            #"{"kind":"podcast-episode","trackId":1002,"trackName":"V","episodeUrl":"https://a.test/2","episodeContentType":"video","episodeFileExtension":"mp4"}"#
        let found = try AppleReader.lookup(body(#"{"resultCount":4,"results":[\#(show),\#(first),\#(bare),\#(video)]}"#))
        #expect(found.program == program)
        #expect(
            found.episodes == [
                Episode(
                    ref: "1000", title: "Niedrig", programRef: "1500000000000000001", programTitle: "Ebbe", tags: ["Kultur"],
                    summary: "Eins.\n\nZwei", published: 1_785_189_600, duration: 1835.5, guid: "g-1",
                    audio: [AudioFile(url: "https://a.test/1.mp3?src=1", mime: "audio/mpeg")], image: "https://i.test/160.jpg",
                    web: "https://p.test/e1"),
                Episode(ref: "1001", title: "Bild", programRef: "1500000000000000001", programTitle: "Ebbe"),
                Episode(
                    ref: "1002", title: "V", audio: [AudioFile(url: "https://a.test/2", mime: "video/mp4")], isVideo: true),
            ])
    }

    @Test func whatIsNoLookupIsRefused() {
        #expect(throws: CatalogueError.nothing(message: "")) { _ = try AppleReader.lookup(body(#"{"resultCount":0,"results":[]}"#)) }
        for source in [#"{"results":[]}"#, #"{"resultCount":1,"results":[\#(show),\#(show)]}"#, "[]"] {
            #expect(throws: CatalogueError.notThisService(expected: "a programme")) { _ = try AppleReader.lookup(body(source)) }
        }
        #expect(throws: CatalogueError.notThisService(expected: "a chart")) { _ = try AppleReader.chart(body(#"{"feed":{}}"#)) }
        #expect(throws: CatalogueError.notThisService(expected: "search results")) { _ = try AppleReader.search(body(chart)) }
        #expect(throws: CatalogueError.webPage) { _ = try AppleReader.chart(body("<html></html>")) }
    }

    @Test func theAnswersAreToldByTheirShape() throws {
        let charts = try Inspection.read(body(chart))
        #expect(charts.sections.map(\.kind) == [.chart(name: "top", title: "Top Shows")] && charts.items.count == 2)
        #expect(charts.skipped.count == 2)
        let one = try Inspection.read(body(#"{"resultCount":1,"results":[\#(show)]}"#))
        #expect(one.program == nil && one.items == [.program(program)])
        let episode = #"{"wrapperType":"podcastEpisode","trackId":1,"trackName":"E","collectionName":"Other"}"#
        let looked = try Inspection.read(body(#"{"resultCount":2,"results":[\#(show),\#(episode)]}"#))
        #expect(looked.program == program && looked.items == [.episode(Episode(ref: "1", title: "E", programTitle: "Other"))])
        #expect(try Inspection.read(body(#"{"resultCount":0,"results":[]}"#)) == Page())
    }
}
