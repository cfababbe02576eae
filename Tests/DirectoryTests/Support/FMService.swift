import Synchronization
import TestSupport

@testable import Catalogue
@testable import Directory
@testable import Transfer

/// An FM-style service on the loopback: answers the six endpoints, each as JSON that is called `text/html`; single ones can be changed.
final class FMService: Sendable {
    typealias Change = @Sendable (LoopbackServer.Request) -> LoopbackServer.Response

    let server: LoopbackServer
    private let changes: Changes

    private final class Changes: Sendable {
        let byEndpoint = Mutex<[String: Change]>([:])
    }

    init() throws {
        let changes = Changes()
        self.changes = changes
        server = try LoopbackServer { request in
            let endpoint = FMService.endpoint(request)
            if let change = changes.byEndpoint.withLock({ $0[endpoint] }) { return change(request) }
            return .json(FMService.answer(endpoint, request.form), type: "text/html;charset=UTF-8")
        }
    }

    /// What is answered instead at one endpoint ("getBanner_633").
    func change(_ endpoint: String, _ change: @escaping Change) {
        changes.byEndpoint.withLock { $0[endpoint] = change }
    }

    var source: Source { Source(name: "mirror", kind: .fm, url: server.url) }

    /// The requests to one endpoint.
    func requests(_ endpoint: String) -> [LoopbackServer.Request] {
        server.requests.filter { Self.endpoint($0) == endpoint }
    }

    private static func endpoint(_ request: LoopbackServer.Request) -> String {
        String(request.path.split(separator: "/").last?.prefix { $0 != "." } ?? "")
    }

    private static func answer(_ endpoint: String, _ form: [String: String]) -> String {
        switch endpoint {
        case "getBanner_633": return FMAnswers.banner
        case "getCardById_634": return FMAnswers.cards
        case "getLeaderboard_631": return FMAnswers.leaderboard
        case "getProgramDetails_610": return FMAnswers.details
        case "getProPlayList_620": return FMAnswers.playList
        case "getProgramList":
            let page = form["pagenum"].flatMap { Int($0) } ?? 0
            let count = max(0, min(20, 41 - 20 * (page - 1)))
            return FMAnswers.programs(
                category: form["cid"] ?? "", type: form["listtype"] ?? "", first: 6000 + 20 * page, count: count, total: 41)
        default: return FMAnswers.refused
        }
    }
}

/// Keeps answers as the library does, for one source.
actor Kept {
    private(set) var answers: [String: Answer] = [:]

    func keep(_ fetched: FetchedPage) {
        for answer in fetched.answers { answers[answer.key] = answer }
    }

    func put(_ answer: Answer) { answers[answer.key] = answer }

    nonisolated var known: CatalogueDirectory.Known {
        { keys in await self.answers.filter { keys.contains($0.key) } }
    }
}

/// A directory with a clock that stands still, for one test.
func directory(now: Int64 = 1_780_000_000, demo: DemoStation = .packed) -> CatalogueDirectory {
    var limits = TransferLimits()
    limits.connectTimeout = 60
    return CatalogueDirectory(transfer: TransferClient(userAgent: "skywave-test", limits: limits), demo: demo, now: { now })
}

/// The error that an asking ends with, or nil where it doesn't.
func failure(_ body: () async throws(DirectoryError) -> Void) async -> DirectoryError? {
    do {
        try await body()
        return nil
    } catch {
        return error
    }
}

extension FetchedPage {
    var programs: [Program] { page.items.compactMap { if case .program(let program) = $0 { program } else { nil } } }
    var episodes: [Episode] { page.items.compactMap { if case .episode(let episode) = $0 { episode } else { nil } } }
    var activities: [Activity] { page.items.compactMap { if case .activity(let activity) = $0 { activity } else { nil } } }
    var kinds: [Section.Kind] { page.sections.map(\.kind) }
}
