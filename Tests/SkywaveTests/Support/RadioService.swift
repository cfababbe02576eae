import Synchronization
import TestSupport

/// An FM-style service on the loopback with audio of its own: six endpoints whose JSON is called `text/html`, and files that can be asked for
/// in parts. Single answers can be changed while it runs.
final class RadioService: Sendable {
    typealias Change = @Sendable (LoopbackServer.Request) -> LoopbackServer.Response

    /// How many programmes the category 329 has, in pages of twenty.
    static let programs = 45
    /// The frames of one audio file.
    static let frames = 191

    let server: LoopbackServer
    private let changes: Changes

    private final class Changes: Sendable {
        let byName = Mutex<[String: Change]>([:])
    }

    init() throws {
        let changes = Changes()
        self.changes = changes
        server = try LoopbackServer { request in
            let name = RadioService.name(request)
            if let change = changes.byName.withLock({ $0[name] }) { return change(request) }
            return RadioService.answer(name, request)
        }
    }

    var url: String { server.url }

    /// What is answered instead at one endpoint ("getBanner_633") or for one file ("71001").
    func change(_ name: String, _ change: Change?) { changes.byName.withLock { $0[name] = change } }

    /// Answers as if nothing had been changed.
    static func honest(_ request: LoopbackServer.Request) -> LoopbackServer.Response { answer(name(request), request) }

    /// The requests at one endpoint or for one file.
    func requests(_ name: String) -> [LoopbackServer.Request] { server.requests.filter { Self.name($0) == name } }

    /// The bytes of an episode's audio file.
    static func audio(_ name: String) -> [UInt8] { SilentMP3.bytes(frames: frames, seed: Int(name) ?? 0) }

    private static func name(_ request: LoopbackServer.Request) -> String {
        String(request.path.split(separator: "/").last?.prefix { $0 != "." } ?? "")
    }

    private static func answer(_ name: String, _ request: LoopbackServer.Request) -> LoopbackServer.Response {
        if request.path.hasPrefix("/audio/") { return .file(audio(name), for: request) }
        let base = "http://" + (request.header("Host") ?? "")
        let form = request.form
        let isPost = request.method == "POST"
        let text: String? =
            switch (name, isPost) {
            case ("getBanner_633", false): RadioAnswers.banner(base)
            case ("getCardById_634", true): RadioAnswers.cards(base)
            case ("getLeaderboard_631", true): RadioAnswers.leaderboard(base)
            case ("getProgramDetails_610", true): RadioAnswers.details
            case ("getProPlayList_620", true): RadioAnswers.playList(base)
            case ("getProgramList", true): list(form)
            default: nil
            }
        guard let text else { return .text("<html>404</html>", type: "text/html", status: 404) }
        return .json(text, type: "text/html;charset=UTF-8")
    }

    private static func list(_ form: [String: String]) -> String {
        let page = form["pagenum"].flatMap { Int($0) } ?? 0
        let first = 8000 + 20 * (page - 1)
        let count = max(0, min(20, programs - 20 * (page - 1)))
        return RadioAnswers.programs(
            category: form["cid"] ?? "0", type: form["listtype"] ?? "", first: first, count: count, total: programs)
    }
}
