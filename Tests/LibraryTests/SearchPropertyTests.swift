import Catalogue
import Testing

@testable import Library

/// The index against looking at everything: random texts of several scripts, random queries, the same each time.
@Suite struct SearchingAndLooking {
    private static let pieces = [
        "夜", "听", "夜听", "新闻", "故事", "ラジオ", "한국", "ไทย", "วิทยุ", "sea", "Season", "SEA", "café", "cafe", "Αθήνα", "Йод", "5", "12", "🎧", "о́",
        "é",
    ]
    private static let gaps = ["", "", "", " ", " ", ", ", "-", "！", "'", "\n", "(", "*"]

    private struct Looked {
        var title: String
        var host: String
        var program: String
        var notes: String
        var published: Int64
        var isFavourite: Bool
    }

    private struct Question {
        var terms: [SearchQuery.Term] = []
        var favourite: Bool?
        var from: Int64?

        var text: String {
            var words = terms.map { term in
                (term.isExcluded ? "-" : "") + (term.field.map { "\($0):" } ?? "") + (term.isPhrase ? "\"\(term.text)\"" : term.text)
            }
            if let favourite { words.append(favourite ? "is:favourite" : "-is:favourite") }
            if from != nil { words.append("after:2026-03") }
            return words.joined(separator: " ")
        }
    }

    @Test func findTheSame() async throws {
        var random = Numbers(state: 7)
        let items = (0..<150).map { _ in
            Looked(
                title: text(4, &random), host: text(2, &random), program: text(2, &random), notes: text(9, &random),
                published: 1_767_225_600 + Int64(random.below(150)) * 86_400, isFavourite: random.below(3) == 0)
        }
        let store = try await store(items)
        let places = items.map { item in [item.title, item.host, item.program, item.notes].map(units) }
        for _ in 0..<250 {
            let question = question(&random)
            let expected = items.indices.filter { answers(items[$0], places[$0], question) }.map { Int64($0 + 1) }
            let found = try await store.search(SearchQuery(question.text), limit: 1000).map(\.record.id.number)
            #expect(found.sorted() == expected, "\(question.text)")
            let byDate = try await store.search(SearchQuery(question.text + " sort:date"), limit: 1000).map(\.record.id.number)
            let times = byDate.map { items[Int($0) - 1].published }
            #expect(byDate.sorted() == expected && times == times.sorted(by: >), "\(question.text)")
        }
    }

    private func store(_ items: [Looked]) async throws -> LibraryStore {
        let store = try await LibraryStore.scratch()
        let episodes = items.enumerated().map { index, item in
            Episode(
                ref: "\(index)", title: item.title, programTitle: item.program, hosts: [item.host], summary: item.notes,
                published: item.published)
        }
        _ = try await store.keep(Sample.page(episodes), from: "fm")
        let favourites = items.indices.filter { items[$0].isFavourite }.map { ItemID(.episode, Int64($0 + 1)) }
        _ = try await store.setFavourite(favourites, true)
        for _ in 0..<1000 where try await !store.indexPending() { break }
        return store
    }

    private func text(_ most: Int, _ random: inout Numbers) -> String {
        (0..<random.below(most + 1)).map { _ in random.pick(Self.pieces) + random.pick(Self.gaps) }.joined()
    }

    private func question(_ random: inout Numbers) -> Question {
        var question = Question()
        for number in 0...random.below(3) {
            let isPhrase = random.below(4) == 0
            let gaps = isPhrase ? Self.gaps : ["", "", "-", "！"]
            let text = (0...random.below(3)).map { $0 == 0 ? random.pick(Self.pieces) : random.pick(gaps) + random.pick(Self.pieces) }
                .joined()
            let field: SearchQuery.Field? = random.below(4) == 0 ? random.pick(SearchQuery.Field.allCases) : nil
            question.terms.append(.init(text, field: field, isPhrase: isPhrase, isExcluded: number > 0 && random.below(4) == 0))
        }
        if random.below(5) == 0 { question.favourite = random.below(2) == 0 }
        if random.below(5) == 0 { question.from = 1_772_323_200 }
        return question
    }
}

// Looking: texts as words and runs, compared one by one.
extension SearchingAndLooking {
    /// A word, a symbol, or a run of characters that stand without blanks.
    private struct Unit {
        var text: String
        var isRun: Bool
        var isSymbol: Bool
    }

    /// `places` are the item's title, host, programme and notes.
    private func answers(_ item: Looked, _ places: [[Unit]], _ question: Question) -> Bool {
        if let favourite = question.favourite, item.isFavourite != favourite { return false }
        if let from = question.from, item.published < from { return false }
        return question.terms.allSatisfy { term in
            let wanted = units(term.text)
            let looked: ArraySlice<[Unit]> =
                switch term.field {
                case .title: places[0...0]
                case .host: places[1...1]
                case .program: places[2...2]
                case nil: places[...]
                }
            return looked.contains { stands(wanted, term.isPhrase, in: $0) } != term.isExcluded
        }
    }

    private func stands(_ wanted: [Unit], _ isPhrase: Bool, in units: [Unit]) -> Bool {
        guard wanted.count <= units.count else { return false }
        return (0...(units.count - wanted.count)).contains { start in
            wanted.indices.allSatisfy { place in
                let (one, other) = (wanted[place], units[start + place])
                guard one.isRun == other.isRun else { return false }
                let (isFirst, isLast) = (place == 0, place == wanted.count - 1)
                if one.isRun {
                    if isFirst && isLast { return other.text.contains(one.text) }
                    return isFirst ? other.text.hasSuffix(one.text) : isLast ? other.text.hasPrefix(one.text) : other.text == one.text
                }
                return isLast && !isPhrase && !one.isSymbol ? other.text.hasPrefix(one.text) : other.text == one.text
            }
        }
    }

    private func units(_ text: String) -> [Unit] {
        let plain: [Unicode.Scalar: String] = ["é": "e", "ή": "η", "й": "и", "\u{301}": "", "\u{e33}": "\u{e33}"]
        var units: [Unit] = []
        var goesOn = false
        for scalar in text.lowercased().unicodeScalars {
            let isRun = (0xe00..<0xe80).contains(scalar.value) || (0x3040..<0xd7b0).contains(scalar.value)
            let isSymbol = scalar == "🎧"
            guard isRun || isSymbol || scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "\u{301}" else {
                goesOn = false
                continue
            }
            let text = plain[scalar] ?? String(scalar)
            if text.isEmpty { continue }
            if goesOn, let last = units.indices.last, units[last].isRun == isRun, !isSymbol, !units[last].isSymbol {
                units[last].text += text
            } else {
                units.append(Unit(text: text, isRun: isRun, isSymbol: isSymbol))
            }
            goesOn = true
        }
        return units
    }
}

/// Numbers that are the same each time.
private struct Numbers {
    var state: UInt64

    mutating func below(_ end: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % end
    }

    mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
