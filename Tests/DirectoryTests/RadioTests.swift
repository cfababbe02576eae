import Catalogue
import Synchronization
import TestSupport
import Testing
import Transfer

@testable import Directory

/// The pages of a directory of radio stations, and what it is asked for them.
@Suite struct RadioPagesTests {
    let radio: RadioDirectory
    let kept = Kept()

    init() throws {
        radio = try RadioDirectory()
    }

    private func page(_ request: PageRequest) async throws(DirectoryError) -> FetchedPage {
        try await directory().page(request, of: SourceAccess(source: radio.source), known: kept.known)
    }

    @Test func chartsAreThree() async throws {
        let fetched = try await page(.charts)
        let names = fetched.kinds.map { if case .chart(let name, _) = $0 { name } else { "" } }
        #expect(names == CatalogueDirectory.charts(of: .radio) && names == ["clicks", "votes", "trend"])
        #expect(fetched.page.sections.allSatisfy { $0.items.count == 20 } && fetched.page.next == nil)
        #expect(radio.requests("stations/topclick").map(\.query) == ["hidebroken=true&offset=0&limit=20"])
        #expect(radio.requests("stations/topvote").map(\.query) == ["hidebroken=true&offset=0&limit=20"])
        #expect(radio.requests("stations/search").map(\.query) == ["order=clicktrend&reverse=true&hidebroken=true&offset=0&limit=20"])
        #expect(radio.server.requests.allSatisfy { $0.method == "GET" && $0.header("User-Agent") == "skywave-test" })
        #expect(fetched.answers.count == 3)
    }

    @Test func aChartGoesOnPageByPageToItsEnd() async throws {
        var request: PageRequest? = .chart(name: "clicks", page: 1)
        var refs: [String] = []
        for _ in 0..<10 {
            guard let asked = request else { break }
            let fetched = try await page(asked)
            #expect(fetched.page.sections.map(\.firstRank) == [refs.count + 1])
            refs += fetched.stations.map(\.ref)
            request = fetched.page.next
        }
        #expect(request == nil && refs == (1...45).map { "u\($0)" })
        #expect(radio.requests("stations/topclick").map { $0.form["offset"] } == ["0", "20", "40"])
    }

    @Test func whatItHasNotIsRefused() async {
        for request in [PageRequest.featured, .chart(name: "hot", page: 1), .program(ref: "u1", page: 1), .day("2026-11-30")] {
            let error = await failure { () throws(DirectoryError) in _ = try await page(request) }
            guard case .noSuchPage(source: "tuner", kind: .radio, page: _) = error else {
                Issue.record("\(request): \(String(describing: error))")
                continue
            }
        }
        #expect(radio.server.requests.isEmpty)
    }

    @Test func categoriesAreTagsCountriesAndLanguages() async throws {
        let fetched = try await page(.categories)
        #expect(
            fetched.page.items == [
                .category(Category(ref: "tag/jazz", title: "jazz", group: "tags")),
                .category(Category(ref: "tag/rock", title: "rock", group: "tags")),
                .category(Category(ref: "country/DE", title: "Germany", group: "countries")),
                .category(Category(ref: "language/german", title: "german", group: "languages")),
            ])
        let form = try #require(radio.requests("tags").first?.form)
        #expect(form == ["order": "stationcount", "reverse": "true", "hidebroken": "true", "limit": "100"])
    }

    @Test(arguments: [
        ("tag/drum/bass", PageRequest.List.hot, "tag=drum%2Fbass&tagExact=true&order=clickcount"),
        ("jazz", .recommended, "tag=jazz&tagExact=true&order=votes"),
        ("country/DE", .new, "countrycode=DE&order=changetimestamp"),
        ("language/german", .recommended, "language=german&languageExact=true&order=votes"),
    ])
    func aCategoryIsASearch(ref: String, list: PageRequest.List, query: String) async throws {
        _ = try? await page(.browse(category: ref, list: list, page: 3))
        #expect(radio.requests("stations/search").map(\.query) == [query + "&reverse=true&hidebroken=true&offset=40&limit=20"])
    }

    @Test func aCategoryGoesOnAndAnEmptyOneIsNone() async throws {
        let first = try await page(.browse(category: "tag/jazz", list: .hot, page: 1))
        #expect(first.stations.count == 20 && first.page.next == .browse(category: "tag/jazz", list: .hot, page: 2))
        let second = try await page(.browse(category: "tag/jazz", list: .hot, page: 2))
        #expect(second.stations.count == 3 && second.page.next == nil)
        let error = await failure { () throws(DirectoryError) in _ = try await page(.browse(category: "tag/x", list: .hot, page: 1)) }
        guard case .noSuchCategory("tag/x", source: "tuner") = error else {
            Issue.record("not refused as a category: \(String(describing: error))")
            return
        }
    }

    @Test func aSearchIsByName() async throws {
        let fetched = try await page(.search(words: "Station 4", page: 1))
        #expect(fetched.stations.map(\.title) == ["Station 4"] + (40...45).map { "Station \($0)" } && fetched.page.next == nil)
        let query = "name=Station%204&order=clickcount&reverse=true&hidebroken=true&offset=0&limit=20"
        #expect(radio.requests("stations/search").map(\.query) == [query])
    }

    @Test func whatWasSeenIsShownWhileTheNetworkIsDown() async throws {
        let seen = try await page(.charts)
        await kept.keep(seen)
        radio.server.stop()
        let stored = try await page(.charts)
        #expect(stored.page == seen.page && stored.stored?.seen == 1_780_000_000)
        let error = await failure { () throws(DirectoryError) in _ = try await page(.search(words: "x", page: 1)) }
        #expect(error?.isUnreachable == true)
    }

    @Test func aPageNumberCantOverflow() async throws {
        #expect(try await page(.chart(name: "votes", page: .max)).stations.isEmpty)
    }

    @Test func aClickIsCounted() async throws {
        await directory().countClick(station: "u/1", of: SourceAccess(source: radio.source))
        #expect(radio.server.requests.map(\.target) == ["/json/url/u%2F1"])
        // Others count nothing, and a failure is nobody's concern.
        await directory().countClick(station: "u1", of: SourceAccess(source: Source(name: "wave", kind: .fm, url: radio.server.url)))
        #expect(radio.server.requests.count == 1)
        radio.server.stop()
        await directory().countClick(station: "u1", of: SourceAccess(source: radio.source))
    }
}

/// Which of the directory's servers are asked, where the source has no address of its own.
@Suite struct RadioServersTests {
    private let builtIn = SourceAccess(source: Source(name: "radio", kind: .radio, isBuiltIn: true))

    /// A directory whose servers are those of a list.
    private func directory(_ servers: RadioServers) -> CatalogueDirectory {
        CatalogueDirectory(transfer: TransferClient(userAgent: "skywave-test"), demo: .packed, radio: servers, now: { 0 })
    }

    /// An address at which nobody listens, nor will: a server that has stopped keeps its port while it is held.
    private func refusing() throws -> String {
        let server = try LoopbackServer { _ in .text("") }
        server.stop()
        Self.stopped.withLock { $0.append(server) }
        return server.url + "/"
    }

    private static let stopped = Mutex<[LoopbackServer]>([])

    private func titles(_ directory: CatalogueDirectory) async throws -> [String] {
        try await directory.page(.search(words: "Station 44", page: 1), of: builtIn, known: { _ in [:] }).stations.map(\.title)
    }

    @Test func theListIsAskedOnceAndItsServersAreAsked() async throws {
        let radio = try RadioDirectory()
        let host = radio.server.url.dropFirst("http://".count)
        let list = try LoopbackServer { request in
            .json(request.path == "/json/servers" ? #"[{"ip":"127.0.0.1","name":"\#(host)"},{"ip":"::1","name":"\#(host)"}]"# : "[]")
        }
        let directory = directory(RadioServers(list: list.url + "/", known: []) { "http://\($0)/" })
        for _ in 0..<3 { #expect(try await titles(directory) == ["Station 44"]) }
        #expect(list.requests.map(\.path) == ["/json/servers"])
        #expect(radio.server.requests.count == 3)
    }

    @Test func anotherServerStandsInForOneThatIsGone() async throws {
        let radio = try RadioDirectory()
        // Neither the list nor one of the servers that are known is there.
        let servers = RadioServers(list: try refusing(), known: [try refusing(), radio.server.url + "/"])
        let directory = directory(servers)
        for _ in 0..<5 { #expect(try await titles(directory) == ["Station 44"]) }
        #expect(radio.server.requests.count == 5)
        // From then on the one that has answered is asked first.
        #expect(await servers.bases(by: TransferClient(userAgent: "skywave-test")).first == radio.server.url + "/")
    }

    @Test func aServerThatSaysNoIsBelieved() async throws {
        let refused = try LoopbackServer { _ in .text("no", status: 404) }
        let directory = directory(RadioServers(list: try refusing(), known: [refused.url + "/", refused.url + "/"]))
        let error = await failure { () throws(DirectoryError) in
            _ = try await directory.page(.charts, of: builtIn, known: { _ in [:] })
        }
        guard case .transfer(.status(404, _), source: "radio") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refused.requests.count == 3)
    }

    @Test func whereNoneIsThereTheOthersGetTheirTurn() async throws {
        let radio = try RadioDirectory()
        let gone = try (1...4).map { _ in try refusing() }
        let servers = RadioServers(list: try refusing(), known: gone + [radio.server.url + "/"])
        let directory = directory(servers)
        var found: [String] = []
        for _ in 0..<2 where found.isEmpty { found = (try? await titles(directory)) ?? [] }
        #expect(found == ["Station 44"])
    }

    @Test func aSourceWithAnAddressHasNoOther() async throws {
        let radio = try RadioDirectory()
        let list = try LoopbackServer { _ in .json("[]") }
        let directory = directory(RadioServers(list: list.url + "/", known: [list.url + "/"]))
        _ = try await directory.page(.charts, of: SourceAccess(source: radio.source), known: { _ in [:] })
        await directory.countClick(station: "u1", of: SourceAccess(source: radio.source))
        #expect(list.requests.isEmpty && radio.server.requests.count == 4)
    }
}
