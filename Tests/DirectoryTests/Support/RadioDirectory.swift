import Synchronization
import TestSupport

@testable import Catalogue
@testable import Directory
@testable import Transfer

/// A directory of 45 stations on the loopback, in radio-browser's manner: odd ones play jazz, and each votes and clicks as its number says.
final class RadioDirectory: Sendable {
    let server: LoopbackServer

    init() throws {
        server = try LoopbackServer { request in RadioDirectory.answer(request) }
    }

    var source: Source { Source(name: "tuner", kind: .radio, url: server.url) }

    /// The requests to one path, without `json/`.
    func requests(_ path: String) -> [LoopbackServer.Request] { server.requests.filter { $0.path == "/json/" + path } }

    static func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        let path = request.path.dropFirst("/json/".count)
        switch path {
        case "tags": return .json(#"[{"name":"jazz","stationcount":23},{"name":"rock","stationcount":22}]"#)
        case "countries": return .json(#"[{"name":"Germany","iso_3166_1":"DE","stationcount":45}]"#)
        case "languages": return .json(#"[{"name":"german","iso_639":"de","stationcount":45}]"#)
        case "stations/topclick", "stations/topvote", "stations/search": return .json(stations(request.form))
        case _ where path.hasPrefix("url/"):
            return .json(#"{"ok":"true","message":"","stationuuid":"u1","name":"n","url":"http://s.test/1"}"#)
        default: return .text("none", status: 404)
        }
    }

    static func station(_ number: Int) -> String {
        #"{"stationuuid":"u\#(number)","name":"Station \#(number)","url":"http://s.test/\#(number).mp3","tags":"\#(number % 2 == 1 ? "jazz" : "rock")","#
            + #""countrycode":"DE","country":"Germany","codec":"MP3","bitrate":128,"votes":\#(number),"clickcount":\#(100 - number),"hls":0}"#
    }

    private static func stations(_ form: [String: String]) -> String {
        var numbers = Array(1...45)
        if let tag = form["tag"] { numbers = tag == "jazz" ? numbers.filter { $0 % 2 == 1 } : [] }
        if let name = form["name"] { numbers = numbers.filter { "Station \($0)".contains(name) } }
        let page = numbers.dropFirst(Int(form["offset"] ?? "") ?? 0).prefix(Int(form["limit"] ?? "") ?? 100_000)
        return "[" + page.map(station).joined(separator: ",") + "]"
    }
}

extension FetchedPage {
    var stations: [Station] { page.items.compactMap { if case .station(let station) = $0 { station } else { nil } } }
}
