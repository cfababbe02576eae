import Testing

@testable import Catalogue

struct RadioReaderTests {
    private func stations(_ text: String) throws -> (stations: [Station], skipped: [String]) { try RadioReader.stations(body(text)) }

    @Test func readsAStation() throws {
        let read = try stations(
            #"""
            [{"changeuuid":"c","stationuuid":"9f0c-1","serveruuid":null,"name":"\tWelle &amp; Wind \u0000  Nord ","url":"http://w.test/a.pls",
            "url_resolved":"http://w.test/a.mp3","homepage":"https://w.test","favicon":"//w.test/i.png","tags":"jazz,, new  wave ,中文",
            "country":"Germany","countrycode":"DE","language":"german,english","languagecodes":"de,en","votes":12,"codec":"MP3,H.264",
            "bitrate":128,"hls":0,"lastcheckok":1,"clickcount":7,"clicktrend":-3,"geo_lat":null,"has_extended_info":false}]
            """#)
        #expect(
            read.stations == [
                Station(
                    ref: "9f0c-1", title: "Welle & Wind Nord",
                    audio: [AudioFile(url: "http://w.test/a.mp3", mime: "audio/mpeg", bitrate: 128)], tags: ["jazz", "new wave", "中文"],
                    country: "Germany", language: "german,english", codec: "MP3", votes: 12, clicks: 7, trend: -3,
                    image: "http://w.test/i.png", web: "https://w.test")
            ])
        #expect(read.skipped.isEmpty)
    }

    @Test func whatIsUnknownIsLeftOut() throws {
        let read = try stations(
            #"[{"stationuuid":"u","name":"n","url":"http://w.test/s.m3u8","url_resolved":"","homepage":"","favicon":"","tags":"","country":"","#
                + #""countrycode":"","language":"","votes":0,"codec":"unknown","bitrate":0,"hls":1,"clickcount":0,"clicktrend":0}]"#)
        let audio = AudioFile(url: "http://w.test/s.m3u8", mime: "application/vnd.apple.mpegurl")
        #expect(read.stations == [Station(ref: "u", title: "n", audio: [audio], votes: 0, clicks: 0, trend: 0, isHLS: true)])
    }

    @Test func theOldestServersSendTexts() throws {
        let read = try stations(
            #"[{"id":"5","stationuuid":"u","name":"n","url":"http://w.test/s","country":"France","votes":"34","codec":"AAC+","bitrate":"64","#
                + #""hls":"0","clickcount":"2","clicktrend":"-1","lastcheckok":"1"}]"#)
        let audio = AudioFile(url: "http://w.test/s", mime: "audio/aac", bitrate: 64)
        #expect(
            read.stations == [
                Station(ref: "u", title: "n", audio: [audio], country: "France", codec: "AAC+", votes: 34, clicks: 2, trend: -1)
            ])
    }

    @Test(arguments: [("OGG", "audio/ogg"), ("flac", "audio/flac"), ("AAC", "audio/aac"), ("WMA", nil)])
    func aCodecHasAMediaTypeWhereThatIsSure(codec: String, mime: String?) throws {
        let read = try stations(#"[{"stationuuid":"u","name":"n","url":"http://w.test/s","codec":"\#(codec)","bitrate":128000}]"#)
        #expect(read.stations.first?.audio == [AudioFile(url: "http://w.test/s", mime: mime, bitrate: 128)])
        #expect(read.stations.first?.codec == codec)
    }

    @Test func aBadEntryCostsOnlyItself() throws {
        let read = try stations(
            #"[{"stationuuid":"u","name":"n"},{"name":"n","url":"http://w.test/s"},null,{"stationuuid":"v","name":"m","url":"http://w.test/v"}]"#
        )
        #expect(read.stations.map(\.ref) == ["v"])
        #expect(read.skipped == ["station 1 has no address", "station 2 has no id", "station 3 has no id"])
        #expect(try stations("[]").stations.isEmpty)
    }

    @Test func aStationWithoutANameGoesByItsAddress() throws {
        let read = try stations(#"[{"stationuuid":"u","name":" \t","url":"http://w.test/s","url_resolved":"http://w.test/live"}]"#)
        #expect(read.stations.map(\.title) == ["http://w.test/live"])
    }

    @Test func anotherAnswerIsNoListOfStations() {
        for text in [#"[{"name":"jazz","stationcount":3}]"#, #"{"code":"0","data":[]}"#, "3"] {
            #expect(throws: CatalogueError.notThisService(expected: "stations")) { _ = try stations(text) }
        }
        #expect(throws: CatalogueError.refused(code: "false", message: "no")) { _ = try stations(#"{"ok":false,"message":"no"}"#) }
        #expect(throws: CatalogueError.webPage) { _ = try stations("<html></html>") }
    }

    @Test func readsWhatStationsCanBeChosenBy() throws {
        let tags = try RadioReader.categories(body(#"[{"name":"new wave","stationcount":9},{"name":"","stationcount":1}]"#), of: .tags)
        #expect(tags.categories == [Category(ref: "tag/new wave", title: "new wave", group: "tags")])
        #expect(tags.skipped == ["tag 2 has no name"])
        let countries = try RadioReader.categories(
            body(#"[{"name":"Germany","iso_3166_1":"DE","stationcount":9},{"name":"Atlantis","iso_3166_1":null,"stationcount":1}]"#),
            of: .countries)
        #expect(countries.categories == [Category(ref: "country/DE", title: "Germany", group: "countries")])
        #expect(countries.skipped == ["country 2 has no code"])
        let languages = try RadioReader.categories(body(#"[{"name":"german","iso_639":"de","stationcount":"9"}]"#), of: .languages)
        #expect(languages.categories == [Category(ref: "language/german", title: "german", group: "languages")])
    }

    @Test(arguments: [#""true""#, "true", "1"]) func aClickIsAnswered(ok: String) throws {
        let text = #"{"ok":\#(ok),"message":"retrieved station url","stationuuid":"u","name":"n","url":"http://w.test/s"}"#
        #expect(try RadioReader.click(body(text)) == Station(ref: "u", title: "n", audio: [AudioFile(url: "http://w.test/s")]))
    }

    @Test func aClickMayBeRefused() {
        #expect(throws: CatalogueError.refused(code: "false", message: "did not find station")) {
            _ = try RadioReader.click(body(#"{"ok":"false","message":"did not find station"}"#))
        }
    }

    @Test func eachServerIsNamedOnce() throws {
        let text =
            #"[{"ip":"1.2.3.4","name":"de9.w.test"},{"ip":"::1","name":"de9.w.test"},{"ip":"1","name":"a/../b"},{"ip":"2","name":"nl9.w.test"}]"#
        #expect(try RadioReader.servers(body(text)) == ["de9.w.test", "nl9.w.test"])
        #expect(throws: CatalogueError.notThisService(expected: "servers")) { _ = try RadioReader.servers(body(#"{"a":1}"#)) }
    }
}

struct RadioShapeTests {
    private func page(_ text: String) throws -> Page? { try RadioShape.page(of: JSON.parse(body(text))) }

    @Test func tellsTheDirectorysAnswers() throws {
        let station = #"{"stationuuid":"u","name":"n","url":"http://w.test/s"}"#
        let expected = Item.station(Station(ref: "u", title: "n", audio: [AudioFile(url: "http://w.test/s")]))
        #expect(try page("[\(station)]")?.items == [expected])
        #expect(try page(station)?.items == [expected])
        #expect(try page(#"{"ok":"true","message":"m","stationuuid":"u","name":"n","url":"http://w.test/s"}"#)?.items == [expected])
        #expect(try page(#"[{"stationuuid":"u","name":"n","url":""}, \#(station)]"#)?.skipped == ["station 1 has no address"])
        let groups = [#""stationcount":1"#, #""stationcount":1,"iso_3166_1":"DE""#, #""stationcount":1,"iso_639":null"#].map {
            try? page(#"[{"name":"x",\#($0)}]"#)?.items
        }
        #expect(
            groups == [
                [.category(Category(ref: "tag/x", title: "x", group: "tags"))],
                [.category(Category(ref: "country/DE", title: "x", group: "countries"))],
                [.category(Category(ref: "language/x", title: "x", group: "languages"))],
            ])
    }

    @Test(arguments: [
        "[]", "[1]", "{}", #"{"code":"0","data":[{"id":1,"name":"x"}]}"#, #"{"ok":true,"message":"m"}"#,
        #"[{"name":"x","url":"http://w.test"}]"#,
        #"[{"name":"Bavaria","country":"Germany","stationcount":3}]"#, #"{"resultCount":1,"results":[{"kind":"podcast","name":"x"}]}"#,
        #"[{"ip":"1.2.3.4","name":"de9.w.test"}]"#,
    ])
    func othersAreLeftToOthers(text: String) throws {
        #expect(try page(text) == nil)
    }
}
