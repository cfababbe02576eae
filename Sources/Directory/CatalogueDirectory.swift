public import Catalogue
public import Transfer

/// Asks catalogues: one client a kind of source. It stores nothing; what is to be stored is in what it returns.
///
/// May be used from any thread, for several pages at once.
public struct CatalogueDirectory: Sendable {
    /// Gives stored answers by key, of the source that is asked.
    public typealias Known = @Sendable ([String]) async throws -> [String: Answer]

    let transfer: TransferClient
    private let demo: DemoStation
    private let radio: RadioServers
    private let now: @Sendable () -> Int64

    public init(transfer: TransferClient, demo: DemoStation = .packed) {
        self.init(transfer: transfer, demo: demo, now: secondsNow)
    }

    /// With a clock of one's own: seconds since 1970.
    init(transfer: TransferClient, demo: DemoStation, radio: RadioServers = RadioServers(), now: @escaping @Sendable () -> Int64) {
        self.transfer = transfer
        self.demo = demo
        self.radio = radio
        self.now = now
    }

    /// Asks a source for a page.
    ///
    /// `known` serves conditional requests, and stands in where the source can't be reached (`FetchedPage.stored` says so then). Where a
    /// page needs two answers both are asked at the same time; if one fails the other is shown (`FetchedPage.failures`).
    /// A page past the end is a page without items and without a next one.
    public func page(
        _ request: PageRequest, of access: SourceAccess, known: @escaping Known
    ) async throws(DirectoryError) -> FetchedPage {
        let asking = Asking(source: access.source.name, known: known, now: now)
        switch access.source.kind {
        case .fm:
            let pages = FMPages(origin: FMClient(access: access, transfer: transfer, now: now), asking: asking)
            return try await pages.servicePage(request, source: access.source)
        case .station:
            let pages = FMPages(origin: try station(access), asking: asking)
            return try await pages.stationPage(request, source: access.source)
        case .daily: return try await DailyPages(access: access, transfer: transfer, asking: asking).page(request)
        case .radio: return try await radioPages(access, asking).page(request)
        case .apple: return try await ApplePages(access: access, transfer: transfer, asking: asking).page(request)
        case .fyyd: return try await FyydPages(access: access, transfer: transfer, asking: asking).page(request)
        }
    }

    /// Everything that a static station lists, programmes then episodes, for `search` to look through once it is stored: a station has
    /// no search of its own. Other kinds have no such page.
    public func lists(of access: SourceAccess, known: @escaping Known) async throws(DirectoryError) -> FetchedPage {
        guard access.source.kind == .station else {
            throw .noSuchPage(source: access.source.name, kind: access.source.kind, page: "lists")
        }
        var walk = StationWalk()
        while let request = walk.next() {
            do {
                walk.take(try await page(request, of: access, known: known))
            } catch {
                try walk.take(error)
            }
        }
        return walk.fetched
    }

    /// One episode of an FM-style service by its id, as a page of one, for where its programme's list doesn't have it (any more). The service
    /// wants to know who asks: throws `noSuchPage` where the settings have no appid and no signature, and for other kinds.
    public func episode(_ ref: String, of access: SourceAccess, known: @escaping Known) async throws(DirectoryError) -> FetchedPage {
        guard access.source.kind == .fm else { throw .noSuchPage(source: access.source.name, kind: access.source.kind, page: "episode") }
        let asking = Asking(source: access.source.name, known: known, now: now)
        return try await FMPages(origin: FMClient(access: access, transfer: transfer, now: now), asking: asking).episode(ref)
    }

    /// A file's address with the signature that some services want, asked for just before it is fetched; `path` is the file's address or path
    /// as the service gave it. Nothing of it is to be stored. Throws `noSuchPage` for other kinds than `fm`.
    public func signedAudio(_ path: String, of access: SourceAccess) async throws(DirectoryError) -> String {
        guard access.source.kind == .fm else {
            throw .noSuchPage(source: access.source.name, kind: access.source.kind, page: "signed address")
        }
        let asking = Asking(source: access.source.name, known: { _ in [:] }, now: now)
        return try await FMPages(origin: FMClient(access: access, transfer: transfer, now: now), asking: asking).signedAudio(path)
    }

    /// Tells a radio directory that one of its stations, by its service's id, is played, which its charts count. A failure costs nothing and
    /// isn't told. Other kinds of source count nothing.
    public func countClick(station ref: String, of access: SourceAccess) async {
        guard access.source.kind == .radio else { return }
        let asking = Asking(source: access.source.name, known: { _ in [:] }, now: now)
        await radioPages(access, asking).countClick(ref)
    }

    /// The names of the charts that a kind of source has.
    public static func charts(of kind: Source.Kind) -> [String] {
        switch kind {
        case .fm, .station: ["hot", "liked", "subscribed", "new", "albums"]
        case .radio: RadioQuestions.charts.map(\.name)
        case .apple: ["top"]
        case .fyyd: ["hot"]
        case .daily: []
        }
    }

    /// Whether each of its charts is asked for by itself, in pages (`PageRequest.chart`); else all come in one answer.
    public static func hasPagedCharts(_ kind: Source.Kind) -> Bool {
        switch kind {
        case .radio, .apple, .fyyd: true
        case .fm, .station, .daily: false
        }
    }

    /// The words of the pages that a kind of source has.
    public static func pages(of kind: Source.Kind) -> [String] {
        switch kind {
        case .station: ["featured", "charts", "categories", "browse", "open"]
        case .fm: ["featured", "charts", "categories", "browse", "open", "search"]
        case .daily: ["featured", "daily", "read", "comments", "categories", "browse"]
        case .radio: ["charts", "categories", "browse", "search"]
        case .apple: ["charts", "categories", "browse", "open", "search"]
        case .fyyd: ["charts", "open", "search"]
        }
    }

    /// Finds out by asking what kind of source a URL is the base of: a static station has a `station.json`, an FM-style service a banner, the
    /// others what they show first. Throws `notAStation` where it is none.
    public func detectKind(of url: String) async throws(DirectoryError) -> Source.Kind {
        let access = SourceAccess(source: Source(name: url, kind: .station, url: url))
        let client = try station(access)
        do {
            if case .body(let body) = try await client.description(), Self.isStation(body.bytes) { return .station }
        } catch {
            guard case .web = client.tree.place, error.isAnswered else { throw error.isMissing ? .notAStation(url: url) : error }
        }
        guard case .web = client.tree.place else { throw .notAStation(url: url) }
        do {
            let reply = try await FMClient(access: access, transfer: transfer, now: now).reply(to: .banner, known: nil)
            if case .body(let body) = reply, (try? FMReader.banner(body.bytes, charset: body.charset)) != nil { return .fm }
        } catch {
            guard error.isAnswered else { throw error }
        }
        for (kind, request) in Self.signs {
            let access = SourceAccess(source: Source(name: url, kind: kind, url: url))
            do {
                if !(try await page(request, of: access, known: { _ in [:] })).page.items.isEmpty { return kind }
            } catch {
                guard !error.isCancelled else { throw error }
            }
        }
        throw .notAStation(url: url)
    }

    /// What tells the other kinds: a page that only they have.
    private static let signs: [(Source.Kind, PageRequest)] = [
        (.daily, .featured), (.radio, .chart(name: "clicks", page: 1)), (.apple, .charts), (.fyyd, .charts),
    ]

    private func station(_ access: SourceAccess) throws(DirectoryError) -> StationClient {
        guard let url = access.source.url, let tree = TreeReader(url: url) else { throw .notAStation(url: access.source.url ?? "") }
        return StationClient(access: access, tree: tree, transfer: transfer, demo: demo)
    }

    private func radioPages(_ access: SourceAccess, _ asking: Asking) async -> RadioPages {
        RadioPages(origin: await RadioOrigin(access: access, transfer: transfer, servers: radio), asking: asking)
    }

    private static func isStation(_ body: [UInt8]) -> Bool {
        guard let json = try? JSON.parse(body) else { return false }
        return json["kind"]?.text == "station"
    }
}
