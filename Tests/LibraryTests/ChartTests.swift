import Catalogue
import Foundation
import Testing

@testable import Library

/// Looks at charts: entries are letters, a look is a text of them.
@Suite struct Charts {
    private let clock = TestClock()
    private let store: LibraryStore

    init() async throws { store = try await LibraryStore.scratch(clock: clock) }

    /// The movements of a look `minutes` after the last one, as text: `+2 -1 0 new ?`.
    private func look(
        _ letters: String, after minutes: Int64 = 60, firstRank: Int = 1, goesOn: Bool = false, isLook: Bool = true, chart: String = "hot"
    ) async throws -> String {
        clock.now += minutes * 60
        var section = Section(
            .chart(name: chart, title: chart.uppercased()), items: letters.map { .program(Program(ref: "\($0)", title: "\($0)")) })
        section.firstRank = firstRank
        let page = Page(sections: [section], next: goesOn ? .chart(name: chart, page: 9) : nil)
        let kept = try await store.keep(page, from: "fm", isLook: isLook)
        #expect(kept.sections[0].places.map(\.rank) == Array(firstRank..<(firstRank + letters.count)))
        return kept.sections[0].places.map { Self.text($0.movement) }.joined(separator: " ")
    }

    private static func text(_ movement: ChartPlace.Movement?) -> String {
        switch movement {
        case .by(let ranks): ranks > 0 ? "+\(ranks)" : "\(ranks)"
        case .new: "new"
        case nil: "?"
        }
    }

    private func rows() async throws -> Int64? { try await store.number("SELECT count(*) FROM chart_look") }

    /// Ranks of a letter over time, `-` where it wasn't in the chart.
    private func ranks(of letter: String, in chart: String = "hot") async throws -> [String] {
        let id = try #require(try await store.programID(source: "fm", ref: letter))
        let trace = try #require(try await store.chartTraces(of: id).first { $0.name == chart })
        return trace.points.map { $0.rank.map(String.init) ?? "-" }
    }

    @Test func theFirstLookKnowsNoMovements() async throws {
        #expect(try await look("abc") == "? ? ?")
    }

    @Test func movementsAreAgainstTheLookBefore() async throws {
        _ = try await look("abcd")
        #expect(try await look("bacd") == "+1 -1 0 0")
        #expect(try await look("dbac") == "+3 -1 -1 -1")
    }

    @Test func whatWasNotThereIsNewOnlyWhereThatIsKnown() async throws {
        _ = try await look("abc")
        // The look before reached to rank 3: of what stands behind it nothing is known.
        #expect(try await look("xabcy") == "new -1 -1 -1 ?")
        #expect(try await look("yx") == "+4 -1")
    }

    @Test func anUnchangedChartHasNoMovementAndNoNewRow() async throws {
        _ = try await look("aab")
        #expect(try await look("aab") == "0 0 0")
        #expect(try await look("aab") == "0 0 0")
        #expect(try await rows() == 1)
        // One that stands there twice counts from where it stood higher, unless it is where it was.
        #expect(try await look("ba") == "+2 0")
        #expect(try await look("bba") == "0 -1 -1")
    }

    @Test func looksWithinTenMinutesAreOneOccasion() async throws {
        _ = try await look("ab")
        // Looked at again at once, everything moves as it did a moment ago.
        #expect(try await look("ba") == "+1 -1")
        #expect(try await look("ba", after: 0) == "+1 -1")
        #expect(try await look("ba", after: 5) == "+1 -1")
        // A newer state replaces the one of the same occasion …
        #expect(try await look("bca", after: 4) == "+1 new -2")
        #expect(try await rows() == 2)
        // … and ten minutes after its beginning another occasion begins.
        #expect(try await look("bca", after: 1) == "0 0 0")
        #expect(try await ranks(of: "c") == ["-", "2", "2"])
    }

    @Test func anOccasionThatChangesAfterItSaidTheSameKeepsBoth() async throws {
        _ = try await look("ab")
        #expect(try await look("ab") == "0 0")
        #expect(try await look("ba", after: 1) == "+1 -1")
        #expect(try await look("ba", after: 1) == "+1 -1")
        #expect(try await ranks(of: "a") == ["1", "1", "2"])
    }

    @Test func aClockThatWasSetBackBeginsAnotherOccasion() async throws {
        _ = try await look("ab")
        #expect(try await look("ba", after: -100_000) == "+1 -1")
        #expect(try await look("ab") == "+1 -1")
        // Over time they stand by their times.
        #expect(try await ranks(of: "a") == ["2", "1", "1"])
    }

    @Test func chartsAndSourcesAreApart() async throws {
        _ = try await look("ab")
        #expect(try await look("ba", chart: "liked") == "? ?")
        let kept = try await store.keep(
            Page(sections: [Section(.chart(name: "hot", title: ""), items: [.program(Program(ref: "b", title: "b"))])]), from: "mirror")
        #expect(kept.sections[0].places == [ChartPlace(rank: 1)])
    }

    @Test func laterPagesBelongToTheSameLook() async throws {
        #expect(try await look("abc", goesOn: true) == "? ? ?")
        #expect(try await look("def", after: 20, firstRank: 4) == "? ? ?")
        #expect(try await rows() == 1)
        // The next time the first page alone is compared, then the second with its own ranks.
        #expect(try await look("acd", goesOn: true) == "0 +1 +1")
        #expect(try await look("fbx", after: 1, firstRank: 4) == "+2 -3 new")
        // Looked at again from the start, the second page isn't forgotten.
        #expect(try await look("acd", after: 1, goesOn: true) == "0 +1 +1")
        #expect(try await ranks(of: "b") == ["2", "5"])
        #expect(try await ranks(of: "f") == ["6", "4"])
    }

    @Test func aLaterPageOfAnUnchangedBeginningIsNoOlderThanItIs() async throws {
        _ = try await look("ab", goesOn: true)
        _ = try await look("ab", goesOn: true)
        #expect(try await look("cd", after: 1, firstRank: 3) == "? ?")
        #expect(try await ranks(of: "c") == ["-", "-", "3"])
    }

    @Test func aPageWithoutItsBeginningIsNoLook() async throws {
        #expect(try await look("cd", firstRank: 3) == "? ?")
        _ = try await look("ab", goesOn: true)
        #expect(try await look("yz", firstRank: 14) == "? ?")
        // Nor is one that comes long after the page before it.
        #expect(try await look("cd", after: 60, firstRank: 3) == "? ?")
        #expect(try await store.number("SELECT count(*) FROM chart_look WHERE ranks LIKE '% % %'") == 0)
        #expect(try await look("", firstRank: .max) == "")
    }

    @Test func entriesThatCouldNotBeUsedLeaveAGap() async throws {
        // Two of the first page's five were left out.
        _ = try await look("abc", goesOn: true)
        #expect(try await look("de", after: 1, firstRank: 6) == "? ?")
        _ = try await look("abc", goesOn: true)
        #expect(try await look("ed", after: 1, firstRank: 6) == "+1 -1")
        #expect(try await ranks(of: "d") == ["6", "7"])
    }

    @Test func whatComesFromTheStoreIsNoLook() async throws {
        _ = try await look("abc")
        _ = try await look("bac")
        #expect(try await look("bac", after: 5_000, isLook: false) == "+1 -1 0")
        #expect(try await look("cab", after: 5_000, isLook: false) == "? ? ?")
        #expect(try await ranks(of: "a") == ["1", "2"])
        #expect(try await look("cba") == "+2 -1 -1")
    }

    @Test func onlyWhatIsShownIsListedAndAllIsKept() async throws {
        let items = (1...9).map { Item.program(Program(ref: "\($0)", title: "\($0)")) }
        let page = Page(sections: [Section(.chart(name: "hot", title: "Hot"), items: items)])
        let kept = try await store.keep(page, from: "fm", listing: .replace(next: nil)) { page in
            var page = page
            page.sections[0] = page.sections[0][0..<5]
            return page
        }
        #expect(kept.addresses == ["p1", "p2", "p3", "p4", "p5"])
        #expect(kept.sections[0].places.map(\.rank) == [1, 2, 3, 4, 5])
        #expect(try await store.lastListing().addresses == kept.addresses)
        #expect(try await store.chartTraces(of: ItemID(.program, 9)).first?.points.map(\.rank) == [9])
    }

    @Test func whatIsTakenOutLeavesTheOthersInTheirPlaces() {
        let items = (1...3).map { KeptItem.category(Category(ref: "\($0)", title: "")) }
        var section = KeptSection(.chart(name: "hot", title: ""), items: items, places: (21...23).map { ChartPlace(rank: $0) })
        section.removeItems { $0 == items[1] }
        #expect(section.items == [items[0], items[2]])
        #expect(section.places.map(\.rank) == [21, 23])
    }

    @Test func theTraceNamesItsChartAndCountsItsLooks() async throws {
        _ = try await look("ab")
        let (began, id) = (clock.now, try #require(try await store.programID(source: "fm", ref: "b")))
        _ = try await look("ab")
        _ = try await look("a")
        let points = [(0, 2, 2), (3600, 2, 2), (7200, nil, 1)].map {
            ChartTrace.Point(time: began + Int64($0.0), rank: $0.1, reach: $0.2)
        }
        #expect(
            try await store.chartTraces(of: id) == [ChartTrace(source: "fm", name: "hot", title: "HOT", points: points, looks: 3)])
        // p1 is not p11, nor is an episode.
        #expect(try await store.chartTraces(of: ItemID(.episode, id.number)).isEmpty)
        #expect(try await store.chartTraces(of: ItemID(.program, 99)).isEmpty)
    }

    @Test func aThousandLooksAtAnUnchangedChartStaySmall() async throws {
        let letters = "abcdefghijklmnopqrst"
        _ = try await look(letters)
        let before = await store.image().count
        for _ in 0..<1000 { _ = try await look(letters) }
        #expect(try await rows() == 1)
        #expect(await store.image().count == before)
        #expect(try await ranks(of: "t") == ["20", "20"])
    }

    @Test func aThousandChangesTakeLittleRoom() async throws {
        let letters = Array("abcdefghijklmnopqrst")
        _ = try await look(String(letters))
        let before = await store.image().count
        for turn in 1...1000 { _ = try await look(String(letters[(turn % 20)...] + letters[..<(turn % 20)])) }
        #expect(try await rows() == 1001)
        #expect(await store.image().count - before < 200_000)
        #expect(try await ranks(of: "a").count == 1001)
        let plan = try await store.plan("SELECT id FROM chart_look WHERE chart = 1 ORDER BY id DESC LIMIT 2")
        #expect(plan.contains("chart_look_by_chart") && !plan.contains("TEMP B-TREE"))
    }
}
