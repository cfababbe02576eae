import TestSupport

/// A directory of 45 radio stations on the loopback, in radio-browser's manner, and their streams, which don't end. The third station's is HLS;
/// those with an odd number play jazz.
final class Tuner: Sendable {
    static let stations = 45

    let server: LoopbackServer

    init() throws {
        server = try LoopbackServer { Tuner.answer($0) }
    }

    var url: String { server.url }

    /// The requests to one path, without `/json/`.
    func requests(_ path: String) -> [LoopbackServer.Request] { server.requests.filter { $0.path == "/json/" + path } }

    private static func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        let base = "http://" + (request.header("Host") ?? "")
        switch request.path {
        case "/json/stations/topclick", "/json/stations/topvote", "/json/stations/search": return .json(list(request.form, base))
        case "/json/tags": return .json(#"[{"name":"jazz","stationcount":23},{"name":"talk","stationcount":1}]"#)
        case "/json/countries": return .json(#"[{"name":"Norway","iso_3166_1":"NO","stationcount":45}]"#)
        case "/json/languages": return .json(#"[{"name":"norwegian","iso_639":"no","stationcount":45}]"#)
        case _ where request.path.hasPrefix("/json/url/"):
            return .json(#"{"ok":true,"message":"","stationuuid":"u","name":"n","url":"\#(base)/live/1"}"#)
        case _ where request.path.hasPrefix("/live/"): return live
        default: return .text("none", status: 404)
        }
    }

    /// Sound without a length: a minute of it at once, then nothing until the listener leaves.
    private static var live: LoopbackServer.Response {
        var response = LoopbackServer.Response(type: "audio/mpeg", body: SilentMP3.bytes(frames: 2300))
        response.withoutLength = true
        response.stallAfter = response.body.count
        return response
    }

    private static func list(_ form: [String: String], _ base: String) -> String {
        var numbers = Array(1...stations)
        switch form["tag"] {
        case "jazz": numbers = numbers.filter { $0 % 2 == 1 }
        case .some: numbers = []
        case nil: break
        }
        if let name = form["name"] { numbers = numbers.filter { "Kanal \($0)".contains(name) } }
        let page = numbers.dropFirst(Int(form["offset"] ?? "") ?? 0).prefix(Int(form["limit"] ?? "") ?? 100_000)
        return "[" + page.map { station($0, base) }.joined(separator: ",") + "]"
    }

    private static func station(_ number: Int, _ base: String) -> String {
        #"{"stationuuid":"u\#(number)","name":"\tKanal \#(number) ","url":"\#(base)/\#(number).pls","url_resolved":"\#(base)/live/\#(number)","#
            + #""tags":"\#(number % 2 == 1 ? "jazz,night" : "news")","country":"Norway","countrycode":"NO","language":"norwegian","#
            + #""votes":\#(number),"codec":"MP3","bitrate":128,"hls":\#(number == 3 ? 1 : 0),"clickcount":\#(100 - number),"clicktrend":0}"#
    }
}
