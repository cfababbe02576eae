/// Numbers in Chinese characters: `十二`, `二百零五`, `三万`, `廿一`, or digit by digit as in years, `二〇二六`.
enum ChineseNumeral {
    static func isPart(_ scalar: UInt32) -> Bool { digits[scalar] != nil || units[scalar] != nil || tens[scalar] != nil }

    /// Nil where it is too large to be meant.
    static func value(_ run: some Collection<UInt32>) -> Int64? {
        let isPlain = run.allSatisfy { digits[$0] != nil }
        return isPlain ? digitByDigit(run) : withUnits(run)
    }

    private static func digitByDigit(_ run: some Collection<UInt32>) -> Int64? {
        var value: Int64 = 0
        for scalar in run {
            guard let next = sum(product(value, 10), digits[scalar]) else { return nil }
            value = next
        }
        return value
    }

    /// `total` holds what stands before the last 万 or 亿, `part` what came since then, `digit` the digit that waits for its unit.
    private static func withUnits(_ run: some Collection<UInt32>) -> Int64? {
        var (total, part, digit) = (Int64(0), Int64(0), Int64?.none)
        for scalar in run {
            if let value = digits[scalar] {
                digit = value
            } else if let value = tens[scalar] {
                guard let next = sum(part, value) else { return nil }
                (part, digit) = (next, nil)
            } else if let unit = units[scalar], unit < 10_000 {
                guard let next = sum(part, product(digit ?? 1, unit)) else { return nil }
                (part, digit) = (next, nil)
            } else if let unit = units[scalar] {
                guard let before = sum(part, digit ?? 0), let all = sum(total, before) else { return nil }
                // 一亿二千万: of what was counted before only smaller units are multiplied again.
                let isSmaller = total != 0 && total >= unit
                guard let next = isSmaller ? sum(total, product(before, unit)) : product(max(all, 1), unit) else { return nil }
                (total, part, digit) = (next, 0, nil)
            }
        }
        return sum(total, sum(part, digit ?? 0))
    }

    private static func sum(_ one: Int64?, _ other: Int64?) -> Int64? {
        guard let one, let other else { return nil }
        let (value, overflow) = one.addingReportingOverflow(other)
        return overflow ? nil : value
    }

    private static func product(_ one: Int64?, _ other: Int64) -> Int64? {
        guard let one else { return nil }
        let (value, overflow) = one.multipliedReportingOverflow(by: other)
        return overflow ? nil : value
    }

    private static let digits = table([
        ("〇零", 0), ("一壹", 1), ("二两兩贰貳", 2), ("三叁參", 3), ("四肆", 4), ("五伍", 5), ("六陆陸", 6), ("七柒", 7), ("八捌", 8), ("九玖", 9),
    ])
    private static let units = table([("十拾", 10), ("百佰", 100), ("千仟", 1000), ("万萬", 10_000), ("亿億", 100_000_000)])
    private static let tens = table([("廿", 20), ("卅", 30)])

    private static func table(_ rows: [(String, Int64)]) -> [UInt32: Int64] {
        var table: [UInt32: Int64] = [:]
        for (characters, value) in rows {
            for scalar in characters.unicodeScalars { table[scalar.value] = value }
        }
        return table
    }
}
