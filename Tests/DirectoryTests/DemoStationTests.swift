import Catalogue
import Testing

@testable import Directory

/// The archive's reader, and the packed station through every page it has.
@Suite struct DemoStationTests {
    let access = SourceAccess(source: Source(name: "demo", kind: .station, url: "demo:/", isBuiltIn: true))

    private func page(_ request: PageRequest) async throws(DirectoryError) -> FetchedPage {
        try await directory().page(request, of: access) { _ in
            Issue.record("the packed station needs no store")
            return [:]
        }
    }

    @Test func filesAreFoundByTheirPathsAndURLs() {
        let station = DemoStation(archive: tar([("./a.txt", "one"), ("b/空.txt", ""), ("b/long", String(repeating: "x", count: 600))]))
        #expect(station.paths == ["a.txt", "b/long", "b/空.txt"])
        #expect(station.bytes("a.txt") == Array("one".utf8) && station.bytes("b/空.txt") == [])
        #expect(station.bytes("b/long")?.count == 600)
        #expect(station.bytes("demo:/a.txt") == Array("one".utf8) && station.bytes("demo:///b/%E7%A9%BA.txt") == [])
        #expect(station.bytes("c") == nil && station.bytes("") == nil && station.bytes("demo:/") == nil)
    }

    @Test func aDamagedArchiveGivesWhatComesBeforeTheDamage() {
        let whole = tar([("a", "one"), ("b", "two")])
        #expect(DemoStation(archive: Array(whole.prefix(1024 + 512 + 1))).paths == ["a"])
        var damaged = whole
        damaged.replaceSubrange(1024 + 124..<1024 + 135, with: Array("77777777777".utf8))
        #expect(DemoStation(archive: damaged).paths == ["a"])
        #expect(DemoStation(archive: []).paths.isEmpty)
        #expect(DemoStation(archive: [UInt8](repeating: 0xFF, count: 5000)).paths.isEmpty)
    }

    @Test func foldersAndLinksAreNoFiles() {
        var archive = tar([("folder/", ""), ("a", "one")])
        archive[156] = UInt8(ascii: "5")
        #expect(DemoStation(archive: archive).paths == ["a"])
    }

    @Test func featuredChartsAndCategoriesAreWhole() async throws {
        let featured = try await page(.featured)
        #expect(!featured.activities.isEmpty && featured.kinds.count > 1 && featured.answers.isEmpty)
        let charts = try await page(.charts)
        #expect(charts.page.sections.count == 5 && charts.page.sections.allSatisfy { !$0.items.isEmpty })
        let categories = try await page(.categories)
        #expect(categories.page.items.count >= 2)
        for fetched in [featured, charts, categories] { #expect(fetched.page.skipped.isEmpty && fetched.failures.isEmpty) }
    }

    @Test func everyPageReadsWithoutASkippedEntry() async throws {
        let all = try await directory().lists(of: access) { _ in [:] }
        #expect(all.page.skipped.isEmpty && all.failures.isEmpty && all.stored == nil)
        #expect(all.programs.count >= 6 && all.episodes.count >= 14)
        #expect(all.episodes.allSatisfy { $0.programRef != nil && !$0.audio.isEmpty && $0.duration ?? 0 >= 3 && $0.duration ?? 0 <= 20 })
        for program in all.programs {
            let whole = try await page(.program(ref: program.ref, page: 1))
            #expect(whole.page.skipped.isEmpty && whole.failures.isEmpty && !whole.episodes.isEmpty)
            #expect(whole.page.program?.title == program.title && whole.page.program?.summary != nil)
            #expect(whole.page.program?.episodeCount == whole.episodes.count && whole.page.next == nil)
        }
    }

    @Test func everyCategoryHasItsThreeLists() async throws {
        for case .category(let category) in try await page(.categories).page.items {
            for list in PageRequest.List.allCases {
                let fetched = try await page(.browse(category: category.ref, list: list, page: 1))
                #expect(!fetched.programs.isEmpty && fetched.page.skipped.isEmpty && fetched.page.total == fetched.programs.count)
                #expect(fetched.page.next == nil)
            }
        }
    }

    @Test func everyFileThatAnAnswerNamesIsInThePack() async throws {
        let featured = try await page(.featured)
        let all = try await directory().lists(of: access) { _ in [:] }
        let sounds = (all.episodes + featured.episodes).flatMap(\.audio).map(\.url)
        let images = all.programs.map(\.image) + all.episodes.map(\.image) + featured.activities.map(\.image)
        for url in sounds + images.compactMap({ $0 }) {
            #expect(url.hasPrefix("demo:/") && DemoStation.packed.bytes(url)?.isEmpty == false, "\(url)")
        }
        #expect(!sounds.isEmpty && images.allSatisfy { $0 != nil })
        let named = Set(sounds.map { String($0.dropFirst("demo:/".count)) })
        #expect(DemoStation.packed.paths.filter { $0.hasPrefix("audio/") }.allSatisfy(named.contains))
    }

    @Test func whatIsNotThereIsNotFound() async {
        let program = await failure { () throws(DirectoryError) in _ = try await page(.program(ref: "nothing", page: 1)) }
        guard case .noSuchProgram("nothing", source: "demo") = program else {
            Issue.record("not missing as a programme: \(String(describing: program))")
            return
        }
        let category = await failure { () throws(DirectoryError) in _ = try await page(.browse(category: "99", list: .hot, page: 1)) }
        guard case .noSuchCategory("99", source: "demo") = category else {
            Issue.record("not missing as a category: \(String(describing: category))")
            return
        }
        let search = await failure { () throws(DirectoryError) in _ = try await page(.search(words: "x", page: 1)) }
        guard case .noSuchPage(source: "demo", kind: .station, page: "search") = search else {
            Issue.record("not missing as a page: \(String(describing: search))")
            return
        }
    }
}

/// A ustar archive of regular files.
func tar(_ files: [(path: String, text: String)]) -> [UInt8] {
    var archive: [UInt8] = []
    for (path, text) in files {
        var header = [UInt8](repeating: 0, count: 512)
        header.replaceSubrange(0..<path.utf8.count, with: path.utf8)
        let size = String(text.utf8.count, radix: 8)
        header.replaceSubrange(124..<135, with: (String(repeating: "0", count: 11 - size.count) + size).utf8)
        header[156] = UInt8(ascii: "0")
        header.replaceSubrange(257..<263, with: Array("ustar\0".utf8))
        archive += header + text.utf8
        archive += [UInt8](repeating: 0, count: (512 - text.utf8.count % 512) % 512)
    }
    return archive + [UInt8](repeating: 0, count: 1024)
}
