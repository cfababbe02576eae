import Catalogue
import Foundation
import Library

/// Makes up a whole dump of a radio directory: each station with all 36 of its fields, about 1.2 KB.
struct MadeUpDump {
    private var random: UInt64 = 7
    private static let words = [
        "Radio", "Nova", "Welle", "城市", "Jazz", "FM", "Classic", "声音", "Noord", "Sol", "早晨", "Groove", "Talk", "Café",
    ]
    private static let tags = ["pop", "jazz", "news", "talk", "rock", "80s", "classical", "dance", "音乐", "新闻", "folk", "ambient"]
    private static let places = [
        ("Germany", "DE", "german", "de"), ("China", "CN", "chinese", "zh"), ("The United States Of America", "US", "english", "en"),
        ("Brazil", "BR", "portuguese", "pt"),
    ]

    /// The same call always gives the same.
    static func bytes(stations: Int) -> [UInt8] {
        var dump = MadeUpDump()
        var text = Array("[".utf8)
        text.reserveCapacity(stations * 1300)
        for number in 0..<stations {
            if number > 0 { text.append(UInt8(ascii: ",")) }
            text += dump.station(number).utf8
        }
        return text + Array("]\n".utf8)
    }

    private mutating func next(_ bound: Int) -> Int {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(random >> 33) % bound
    }

    private mutating func some(_ words: [String], _ count: Int, by separator: String) -> String {
        (0..<count).map { _ in words[next(words.count)] }.joined(separator: separator)
    }

    private mutating func uuid() -> String {
        let digits = (0..<32).map { _ in String(next(16), radix: 16) }.joined()
        let parts = [8, 4, 4, 4, 12].reduce(into: (rest: digits[...], parts: [Substring]())) { state, length in
            state.parts.append(state.rest.prefix(length))
            state.rest = state.rest.dropFirst(length)
        }
        return parts.parts.joined(separator: "-")
    }

    private static func time(_ name: String) -> String {
        #""\#(name)":"2026-11-01 12:34:56","\#(name)_iso8601":"2026-11-01T12:34:56Z","#
    }

    private mutating func station(_ number: Int) -> String {
        let (country, code, language, short) = Self.places[next(Self.places.count)]
        let (url, web) = ("http://stream.example.test/live/\(number)", "https://www.example.test/\(number)")
        var text = #"{"changeuuid":"\#(uuid())","stationuuid":"\#(uuid())","serveruuid":null,"#
        text += #""name":"\#(some(Self.words, 3, by: " ")) \#(number)","url":"\#(url).pls","url_resolved":"\#(url)","homepage":"\#(web)","#
        text += #""favicon":"\#(web).png","tags":"\#(some(Self.tags, next(6), by: ","))","country":"\#(country)","countrycode":"\#(code)","#
        text += #""iso_3166_2":null,"state":"","language":"\#(language)","languagecodes":"\#(short)","votes":\#(next(100_000)),"#
        text += Self.time("lastchangetime") + #""codec":"\#(["MP3", "AAC+", "UNKNOWN"][next(3)])","bitrate":\#(64 * next(5)),"hls":0,"#
        text += #""lastcheckok":1,"# + ["lastchecktime", "lastcheckoktime", "lastlocalchecktime", "clicktimestamp"].map(Self.time).joined()
        text += #""clickcount":\#(next(10_000)),"clicktrend":\#(next(100) - 50),"ssl_error":0,"geo_lat":null,"geo_long":null,"#
        return text + #""geo_distance":null,"has_extended_info":false}"#
    }
}

/// Reads a dump of so many stations and keeps them in a new library in `folder`, as one page; then the same once more, as for a listener who
/// has it already.
func stations(_ count: Int, in folder: String) async throws {
    let bytes = MadeUpDump.bytes(stations: count)
    print(String(format: "radio-browser dump of %ld stations, %.1f MB", count, Double(bytes.count) / 1e6))
    let library = try await LibraryStore(folder: folder)
    for name in ["bytes to stored rows", "the same once more"] {
        let before = ContinuousClock.now
        let read = try RadioReader.stations(bytes)
        let parsed = ContinuousClock.now
        let page = Page(sections: [Section(.plain, items: read.stations.map(Item.station))])
        let kept = try await library.keep(page, from: "radio")
        let stored = ContinuousClock.now
        let stations = kept.sections.reduce(0) { $0 + $1.items.count }
        print(
            String(
                format: "  %-28@ %7.2f s   (reading %.2f s, storing %.2f s, %ld stations)", name as NSString,
                (stored - before) / .seconds(1),
                (parsed - before) / .seconds(1), (stored - parsed) / .seconds(1), stations))
    }
    await library.close()
    print(String(format: "  peak memory                  %7.1f MB", Double(memory("VmHWM")) / 1e6))
}
