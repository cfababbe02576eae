import Catalogue
import Foundation
import Library

/// Makes up a library of so many episodes, a hundred a programme, with notes of 300 bytes, and searches it. Of a programme's words nine tenths are
/// the common ones of `MadeUpText`, the others one of 40,000.
struct LargeLibrary {
    let folder: String
    private static let perPage = 100

    /// Keeps the episodes; titles are indexed by that.
    func make(_ count: Int) async throws {
        let library = try await LibraryStore(folder: folder)
        var keeping = Duration.zero
        let batch = 200
        for first in stride(from: 0, to: count / Self.perPage, by: batch) {
            let news = (first..<min(first + batch, count / Self.perPage)).map(Self.program)
            let programs = Page(sections: [Section(.plain, items: news.map { Item.program($0.program) })])
            keeping += try await ContinuousClock().measure {
                let kept = try await library.keep(programs, from: "feed")
                let ids = kept.sections.flatMap(\.items).compactMap { item -> ItemID? in
                    if case .program(let record) = item { record.id } else { nil }
                }
                _ = try await library.keep(
                    zip(ids, news).map { SubscriptionNews(of: $0, from: "feed", .unchanged, page: $1.page) })
            }
        }
        print(
            String(
                format: "  episodes kept, titles indexed   %8.0f /s   (%.1f s)", Double(count) / (keeping / .seconds(1)),
                keeping / .seconds(1)))
        await library.close()
        printPeakMemory()
    }

    private func printPeakMemory() {
        print(String(format: "  peak memory of that             %8.1f MB", Double(memory("VmHWM")) / 1e6))
    }

    /// Indexes the notes, as a prompt does when it is idle, and merges what the index has in parts.
    func index() async throws {
        let library = try await LibraryStore(folder: folder)
        let bytes = Double(try await library.waitingForIndex().notes) * 300 / 1e6
        let notes = try await steps(of: library) { try await library.waitingForIndex().notes > 0 }
        print(String(format: "  notes indexed in the background %8.2f MB/s  (%@)", bytes / notes.seconds, notes.words))
        let merging = try await steps(of: library) { true }
        print(String(format: "  and its parts merged             %8.1f s    (%@)", merging.seconds, merging.words))
        await library.close()
        printPeakMemory()
    }

    /// Steps of work that was left for later, while there is any and `goesOn` says so.
    private func steps(of library: LibraryStore, while goesOn: () async throws -> Bool) async throws -> (seconds: Double, words: String) {
        var steps: [Double] = []
        while try await goesOn() {
            let before = ContinuousClock.now
            if try await !library.indexPending() { break }
            steps.append((ContinuousClock.now - before) / .milliseconds(1))
        }
        steps.sort()
        guard let longest = steps.last else { return (0, "nothing to do") }
        let (middle, late) = (steps[steps.count / 2], steps[steps.count * 99 / 100])
        let words = String(format: "%ld steps: p50 %.1f ms, p99 %.1f ms, longest %.1f ms", steps.count, middle, late, longest)
        return (steps.reduce(0, +) / 1000, words)
    }

    /// Opens it and reads a programme's page, and searches for words of all kinds, as one process does after the other, and as a prompt.
    func search() async throws {
        var opening: [Double] = []
        for round in 0..<50 {
            let time = try await ContinuousClock().measure {
                let library = try await LibraryStore(folder: folder)
                _ = try await library.episodes(of: ItemID(.program, Int64(round * 7 + 1)))
                await library.close()
            }
            opening.append(time / .milliseconds(1))
        }
        report("open and first page", opening)
        let library = try await LibraryStore(folder: folder)
        var all: [Double] = []
        for (name, queries) in Self.queries {
            var times: [Double] = []
            for order in ["", " sort:date"] {
                for query in queries {
                    let time = try await ContinuousClock().measure { _ = try await library.search(SearchQuery(query + order), limit: 50) }
                    times.append(time / .milliseconds(1))
                }
            }
            report(name, times)
            all += times
        }
        report("all searches", all)
        await library.close()
    }

    private func report(_ name: String, _ times: [Double]) {
        let times = times.sorted()
        print(
            "  " + name.padding(toLength: 31, withPad: " ", startingAt: 0)
                + String(
                    format: " p50 %7.2f ms, p99 %7.2f ms, longest %7.2f ms, %ld", times[times.count / 2], times[times.count * 99 / 100],
                    times.last ?? 0, times.count))
    }

    private static var queries: [(String, [String])] {
        let rare = (0..<50).map { rareWord($0 * 797 % 40_000, .english) }
        let rareChinese = (0..<50).map { rareWord($0 * 797 % 40_000, .chinese) }
        return [
            ("common words", ["museum", "radio", "harbour", "river", "city", "vill", "lib", "engine theatre", "winter memory -coast"]),
            ("rare words", rare + rare.map { "museum " + $0 }),
            ("common Chinese", ["历史", "新闻", "历史故事", "博物馆", "音乐", "市", "人", "历", "城市 故事", "主持人嘉宾"]),
            ("rare Chinese", rareChinese + rareChinese.map { String($0.prefix(1)) }),
        ]
    }

    private static func rareWord(_ number: Int, _ language: MadeUpText.Language) -> String {
        if language != .chinese {
            return "z" + String(number + 40_000, radix: 26, uppercase: false).map { "abcdefghijklmnopqrstuvwxyz"[$0] }.joined()
        }
        let scalars = [0x4e00 + number % 3000, 0x4e00 + 3000 + number / 3000 * 31 + number % 7].compactMap(Unicode.Scalar.init)
        return scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
    }

    private static func program(_ number: Int) -> (program: Program, page: Page) {
        var text = MadeUpText(seed: number)
        let language = [MadeUpText.Language.english, .chinese, .japanese][number % 3]
        let program = Program(
            ref: "http://127.0.0.1/\(number)", title: "\(text.words(3, in: language)) \(number)", hosts: [text.words(2, in: language)])
        let episodes = (0..<perPage).map { index -> Item in
            let published = 1_767_250_800 - Int64(index) * 86_400 - Int64(number * 61 % 86_400)
            var notes = ""
            while notes.utf8.count < 290 {
                notes += text.words(9, in: language) + (language == .chinese ? "，" : " ") + rareWord(text.next(40_000), language)
                notes += language == .chinese ? "。" : ". "
            }
            return .episode(
                Episode(
                    ref: "skywave-benchmark-\(number)-\(index)", title: "\(index): \(text.words(3 + text.next(4), in: language))",
                    programRef: program.ref,
                    programTitle: program.title, summary: notes, published: published, duration: Double(300 + text.next(6900)),
                    audio: [AudioFile(url: "http://127.0.0.1/media/f\(number)/e\(index).mp3", mime: "audio/mpeg", size: 16_000_000)]))
        }
        return (program, Page(program: program, sections: [Section(.plain, items: episodes)]))
    }
}

extension String {
    /// The letter for a digit of base 26.
    fileprivate subscript(_ digit: Character) -> String {
        let value = digit.wholeNumberValue ?? Int(digit.asciiValue ?? 0) - 87
        return String(self[index(startIndex, offsetBy: value)])
    }
}
