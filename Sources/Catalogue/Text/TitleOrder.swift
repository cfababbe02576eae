/// The order in which people expect titles: numbers count as numbers however many digits they have (`第2期` before `第10期`, `1.9` before
/// `1.10`), also in the digits of other scripts, in circles and as Roman characters (`①`, `Ⅳ`) and, where they count something, in Chinese
/// numerals (`第十二期`); upper and lower case are the same.
/// It doesn't depend on the locale.
public struct TitleOrder: Comparable, Sendable {
    private let parts: [Part]
    /// Breaks ties, the same way every time.
    private let title: String

    public init(_ title: String) {
        self.title = title
        parts = TitleParts.parts(of: title)
    }

    public static func < (left: TitleOrder, right: TitleOrder) -> Bool {
        for (one, other) in zip(left.parts, right.parts) where one != other { return one < other }
        if left.parts.count != right.parts.count { return left.parts.count < right.parts.count }
        return left.title.unicodeScalars.lexicographicallyPrecedes(right.title.unicodeScalars)
    }

    public static func == (left: TitleOrder, right: TitleOrder) -> Bool {
        left.title.unicodeScalars.elementsEqual(right.title.unicodeScalars)
    }

    /// A number, or one character between numbers. Numbers come first.
    enum Part: Comparable, Sendable {
        /// Decimal digits without leading zeros: of any length, so that nothing can overflow.
        case number(digits: [UInt8])
        case scalar(UInt32)

        static func < (left: Part, right: Part) -> Bool {
            switch (left, right) {
            case (.number(let one), .number(let other)):
                one.count == other.count ? one.lexicographicallyPrecedes(other) : one.count < other.count
            case (.number, .scalar): true
            case (.scalar, .number): false
            case (.scalar(let one), .scalar(let other)): one < other
            }
        }
    }
}

extension Collection {
    /// In the order of their titles; those of the same title stay as they stand.
    public func inTitleOrder(_ title: (Element) -> String) -> [Element] {
        let ordered = map { (order: TitleOrder(title($0)), element: $0) }
        let places = ordered.indices.sorted { first, second in
            let (one, other) = (ordered[first].order, ordered[second].order)
            return one == other ? first < second : one < other
        }
        return places.map { ordered[$0].element }
    }
}

/// Cuts a title into numbers and what stands between them.
enum TitleParts {
    static func parts(of title: String) -> [TitleOrder.Part] {
        let scalars = title.lowercased().unicodeScalars.map(folded)
        var parts: [TitleOrder.Part] = []
        var at = 0
        while at < scalars.count {
            let digits = scalars[at...].prefix(while: isDigit)
            if !digits.isEmpty {
                parts.append(number(digits.map { UInt8(truncatingIfNeeded: $0) }))
                at += digits.count
            } else if let value = wholeNumber(scalars[at]) {
                parts.append(number(Array(String(value).utf8)))
                at += 1
            } else if let (number, count) = chineseNumber(in: scalars, at: at) {
                parts.append(number)
                at += count
            } else {
                parts.append(.scalar(scalars[at]))
                at += 1
            }
        }
        return parts
    }

    /// Full-width forms as the plain ones, digits of any script as ours; full-width letters were made small before.
    private static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
        switch scalar.value {
        case ..<0x80, 0x3400...0x9FFF: return scalar.value
        case 0xFF01...0xFF5E: return scalar.value - 0xFEE0
        case 0x3000: return 0x20
        default:
            guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return scalar.value }
            return 0x30 + UInt32(value)
        }
    }

    /// Of a character that is a whole number by itself; not of those that ChineseNumeral reads.
    private static func wholeNumber(_ scalar: UInt32) -> Int? {
        guard scalar >= 0x80, !(0x3400...0x9FFF).contains(scalar), !ChineseNumeral.isPart(scalar),
            let value = Unicode.Scalar(scalar)?.properties.numericValue
        else { return nil }
        return Int(exactly: value)
    }

    private static func isDigit(_ scalar: UInt32) -> Bool { (0x30...0x39).contains(scalar) }

    private static func number(_ digits: [UInt8]) -> TitleOrder.Part { .number(digits: Array(digits.drop { $0 == 0x30 })) }

    /// Chinese characters for numbers are words too (`三国演义`): they count behind 第 or 卷, or before what is counted.
    private static func chineseNumber(in scalars: [UInt32], at start: Int) -> (TitleOrder.Part, count: Int)? {
        let run = scalars[start...].prefix(17).prefix(while: ChineseNumeral.isPart)
        guard !run.isEmpty, run.count <= 16 else { return nil }
        let isCounted = run.endIndex < scalars.count && counted.contains(scalars[run.endIndex])
        guard start > 0 && ordinals.contains(scalars[start - 1]) || isCounted, let value = ChineseNumeral.value(run) else { return nil }
        return (number(Array(String(value).utf8)), run.count)
    }

    private static let ordinals = Set("第卷".unicodeScalars.map(\.value))
    private static let counted = Set("期集章回季月部话話卷讲講课課届屆节節篇号號辑輯册夜".unicodeScalars.map(\.value))
}
