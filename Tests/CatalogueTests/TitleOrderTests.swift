import Testing

@testable import Catalogue

@Suite struct TitleOrderTests {
    @Test(arguments: [
        ["第1期", "第2期", "第9期", "第10期"],
        ["第九期", "第十期", "第十二期", "第二十期", "第廿一期", "第一百零五期", "第两千期", "第一万期"],
        ["Ep 1", "Ep 1.9", "Ep 1.10", "Ep 2", "ep 3", "Ep 10"],
        ["2016-2-9", "2016-10-1"],
        ["99999999999999999999", "100000000000000000000"],
        ["第２期", "第10期"],
        ["Ｅp 2", "ep 10"],
        ["第二〇二五期", "第2026期"],
        ["三国演义第二回", "三国演义第十回"],
        ["上海", "上海九讲", "上海十讲"],
        ["第①期", "第2期", "第⑩期", "第⑪期", "第㉑期"],
        ["Part Ⅱ", "Part ⅳ", "Part Ⅻ", "Part 13"],
        ["٣", "٤", "١٠"],
        ["卷二", "卷九", "卷十"],
        ["九月号", "十月号", "十二月号"],
        ["½", "½ b"],
        [String(repeating: "0", count: 100_000) + "7", "8", String(repeating: "1", count: 100_000)],
    ])
    func risesWhereverItBegins(titles: [String]) {
        #expect(titles.reversed().inTitleOrder { $0 } == titles)
        var shuffled = titles
        for seed in 1...3 {
            var generator = Steps(state: UInt64(seed))
            shuffled.shuffle(using: &generator)
            #expect(shuffled.inTitleOrder { $0 } == titles)
        }
    }

    @Test func oneNumberInSeveralSpellingsStandsAtOnePlace() {
        let titles = ["第13期", "第12期", "第十二期", "第１２期", "第一十二期", "第11期"]
        let sorted = titles.inTitleOrder { $0 }
        #expect(sorted.first == "第11期" && sorted.last == "第13期")
        // The tie is broken the same way every time.
        #expect(titles.reversed().inTitleOrder { $0 } == sorted)
        #expect(["Ep 2", "Ep 002"].inTitleOrder { $0 } == ["Ep 002", "Ep 2"].inTitleOrder { $0 })
    }

    @Test func equalTitlesStayAsTheyStand() {
        let items = [(1, "b"), (2, "a"), (3, "b"), (4, "a")]
        #expect(items.inTitleOrder { $0.1 }.map(\.0) == [2, 4, 1, 3])
    }

    @Test(arguments: [
        ("十", 10), ("十二", 12), ("二十", 20), ("廿三", 23), ("卅", 30), ("一百零五", 105), ("两千三百", 2300), ("二〇二六", 2026), ("万", 10_000),
        ("一万零一", 10_001), ("三十万", 300_000), ("一亿二千万", 120_000_000), ("一万亿", 1_000_000_000_000), ("零", 0),
    ])
    func readsChineseNumerals(text: String, value: Int) {
        #expect(ChineseNumeral.value(text.unicodeScalars.map(\.value)) == Int64(value))
    }

    @Test func whatIsTooLargeIsNoNumber() {
        #expect(ChineseNumeral.value(String(repeating: "九", count: 30).unicodeScalars.map(\.value)) == nil)
        #expect(TitleOrder("第" + String(repeating: "九", count: 30) + "期") > TitleOrder("第1期"))
    }
}

/// A small generator whose numbers are the same each time.
private struct Steps: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }
}
