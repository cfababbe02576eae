/// Numbers that put the queue's entries in order, changed for as few entries as can be.
enum QueuePlaces {
    /// Between neighbours, for the entries that will come between them.
    static let gap: Int64 = 1 << 20

    /// The places of entries in their new order, given their old ones (nil for a new entry). The longest run that is in order already keeps
    /// its places. Where a gap is used up all get new places.
    static func assign(_ old: [Int64?]) -> [Int64] {
        let fixed = longestRise(old)
        var places = old.map { $0 ?? 0 }
        var start = 0
        var before: Int64?
        for index in fixed + [old.count] {
            let after = index < old.count ? old[index] : nil
            guard let filled = fill(index - start, between: before, and: after) else { return fresh(old.count) }
            places.replaceSubrange(start..<index, with: filled)
            (start, before) = (index + 1, after)
        }
        return places
    }
}

extension QueuePlaces {
    private static func fresh(_ count: Int) -> [Int64] { (0..<count).map { Int64($0 + 1) &* gap } }

    /// `count` places strictly between two, nil where they don't fit.
    private static func fill(_ count: Int, between before: Int64?, and after: Int64?) -> [Int64]? {
        guard count > 0 else { return [] }
        let width = gap.multipliedReportingOverflow(by: Int64(count) + 1)
        let low: (partialValue: Int64, overflow: Bool) =
            before.map { ($0, false) } ?? after.map { $0.subtractingReportingOverflow(width.partialValue) } ?? (0, false)
        let high: (partialValue: Int64, overflow: Bool) =
            after.map { ($0, false) } ?? low.partialValue.addingReportingOverflow(width.partialValue)
        let room = high.partialValue.subtractingReportingOverflow(low.partialValue)
        guard !width.overflow, !low.overflow, !high.overflow, !room.overflow else { return nil }
        let step = room.partialValue / (Int64(count) + 1)
        guard step > 0 else { return nil }
        return (1...count).map { low.partialValue &+ step &* Int64($0) }
    }

    /// The indexes of a longest strictly rising run of values, not necessarily neighbours (patience sorting).
    private static func longestRise(_ values: [Int64?]) -> [Int] {
        var tails: [Int] = []
        var tailValues: [Int64] = []
        var previous = [Int?](repeating: nil, count: values.count)
        for (index, value) in values.enumerated() {
            guard let value else { continue }
            let length = firstNotBelow(value, in: tailValues)
            previous[index] = length > 0 ? tails[length - 1] : nil
            if length == tails.count {
                tails.append(index)
                tailValues.append(value)
            } else {
                tails[length] = index
                tailValues[length] = value
            }
        }
        var run: [Int] = []
        var next = tails.last
        while let index = next {
            run.append(index)
            next = previous[index]
        }
        return run.reversed()
    }

    private static func firstNotBelow(_ value: Int64, in sorted: [Int64]) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
