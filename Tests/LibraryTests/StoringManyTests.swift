import Catalogue
import Testing

@testable import Library

/// What looks at subscriptions bring is stored many rows at a time, where a programme had none.
@Suite struct StoringMany {
    private static func episodes(_ refs: [String], of program: String = "p", title: String = "title") -> [Episode] {
        refs.map {
            Episode(ref: $0, title: "\(title) \($0)", programRef: program, programTitle: "Tide \(program)", published: 1_700_000_000)
        }
    }

    private static func refs(_ count: Int) -> [String] { (1...count).map { "r\($0)" } }

    private func store(_ items: [Item], in library: LibraryStore) async throws -> (added: Int, changed: Int) {
        let program = try await library.keep(Sample.page([.program(Program(ref: "p", title: "Tide p"))]), from: "fm")
        let id = try #require(program.sections.first?.items.first?.id)
        let counts = try await library.keep([SubscriptionNews(of: id, from: "fm", .unchanged, page: Sample.page(items))])
        #expect(try await library.verifyIndex() == nil)
        return try #require(counts.first)
    }

    @Test(arguments: [1, 49, 50, 51, 100, 101]) func allAreThereInTheirOrder(count: Int) async throws {
        let library = try await LibraryStore.scratch()
        let given = Self.episodes(Self.refs(count))
        #expect(try await store(given.map(Item.episode), in: library) == (count, 0))
        #expect(try await library.texts("SELECT ref FROM episode ORDER BY id") == given.map(\.ref))
        #expect(try await library.number("SELECT max(id) FROM episode") == Int64(count))
        #expect(try await library.search("tide title", limit: 200).count == count)
        #expect(try await library.search("r\(count)", limit: 200).map(\.id.number) == [Int64(count)])
        // Nothing is new the second time
        #expect(try await store(given.map(Item.episode), in: library) == (0, 0))
    }

    @Test(arguments: [1, 20, 50, 60]) func whatComesTwiceIsChanged(place: Int) async throws {
        let library = try await LibraryStore.scratch()
        var given = Self.episodes(Self.refs(110))
        given.insert(Episode(ref: "r1", title: "other", programRef: "p", published: 1_700_000_001), at: place)
        #expect(try await store(given.map(Item.episode), in: library) == (110, 1))
        #expect(try await library.texts("SELECT ref FROM episode ORDER BY id") == Self.refs(110))
        #expect(try await library.search("other", limit: 9).map(\.id.number) == [1])
        #expect(try await library.search("title tide", limit: 200).count == 109)
    }

    @Test(arguments: [0, 30, 49, 55]) func anotherProgrammesEpisodeKeepsItsID(place: Int) async throws {
        let library = try await LibraryStore.scratch()
        _ = try await library.keep(Sample.page(Self.episodes(["x"], of: "q", title: "old")), from: "fm")
        var refs = Self.refs(110)
        refs.insert("x", at: place)
        #expect(try await store(Self.episodes(refs).map(Item.episode), in: library) == (110, 1))
        #expect(try await library.texts("SELECT ref FROM episode ORDER BY id") == ["x"] + Self.refs(110))
        let tide = try #require(try await library.programID(source: "fm", ref: "p"))
        #expect(try await library.episodes(of: tide).count == 111)
        #expect(try await library.search("old", limit: 9).isEmpty)
        #expect(try await library.search("title", limit: 200).count == 111)
        #expect(try await library.search("title x", limit: 9).map(\.id.number) == [1])
    }

    @Test func aNewNameInTheMiddleCountsForAll() async throws {
        let library = try await LibraryStore.scratch()
        var items = Self.episodes(Self.refs(80)).map(Item.episode)
        items.insert(.program(Program(ref: "p", title: "Evening")), at: 40)
        _ = try await store(items, in: library)
        #expect(try await library.search("tide", limit: 200).isEmpty)
        #expect(try await library.search("evening title", limit: 200).count == 80)
    }

    @Test func aPlaceThatIsTakenIsPassedOver() async throws {
        let library = try await LibraryStore.scratch()
        _ = try await library.keep(Sample.page(Self.episodes(["a", "b"], of: "q")), from: "fm")
        #expect(try await store(Self.episodes(Self.refs(120)).map(Item.episode), in: library) == (120, 0))
        #expect(try await library.number("SELECT count(DISTINCT place) FROM search_place WHERE item % 4 = 0") == 122)
        #expect(try await library.search("title", limit: 200).count == 122)
    }

    /// Of few programmes and services' ids, so that all meets all.
    @Test(arguments: 0..<20) func itIsTheSameAsOneByOne(_: Int) async throws {
        var random = SystemRandomNumberGenerator()
        let (many, single) = (try await LibraryStore.scratch(), try await LibraryStore.scratch())
        for _ in 0..<3 {
            let names = ["p", "p", "p", "p", "q", nil]
            var program = names.randomElement(using: &random) ?? nil
            let items = (0..<170).map { _ -> Item in
                if Int.random(in: 0..<60, using: &random) == 0 { program = names.randomElement(using: &random) ?? nil }
                let number = Int.random(in: 0..<2_000, using: &random)
                if number < 8 { return .program(Program(ref: "p", title: "Name \(number)")) }
                return .episode(
                    Episode(
                        ref: "\(number)", title: "title \(number % 7)", programRef: program, programTitle: program, hosts: ["host"],
                        published: number % 3 == 0 ? nil : Int64(number % 50), audio: [AudioFile(url: "u")]))
            }
            _ = try await store(items, in: many)
            for page in [[.program(Program(ref: "p", title: "Tide p"))], items] { _ = try await single.keep(Sample.page(page), from: "fm") }
        }
        let rows = """
            SELECT json_array(e.ref, e.title, p.ref, p.title, e.program_title, e.hosts, e.published, e.audio, e.added)
            FROM episode e LEFT JOIN program p ON p.id = e.program ORDER BY e.id
            """
        #expect(try await many.texts(rows) == single.texts(rows))
        for query in ["title", "host 3", "name", "tide", "p", "q"] + (0..<8).map({ "name \($0)" }) {
            let found = (try await many.refs(query), try await single.refs(query))
            #expect(found.0 == found.1, "\(query)")
        }
    }
}

extension LibraryStore {
    fileprivate func texts(_ sql: String) throws -> [String] { try database.all(sql) { $0.text() } }

    /// The services' ids of what is found.
    fileprivate func refs(_ query: String) throws -> Set<String> {
        try Set(
            search(query, limit: 1000).map {
                switch $0 {
                case .episode(let record): "episode " + record.episode.ref
                case .program(let record): "program " + record.program.ref
                default: ""
                }
            })
    }
}
