import Catalogue
import Testing

@testable import Library

/// Entries that were taken out of the queue go back to where they stood, in a queue that has changed since.
@Suite struct QueueRemovals {
    private func queue(_ entries: [Int64], current: Int64? = nil) -> QueueState {
        QueueState(entries: entries.map { QueueRow(entry: $0, item: ItemID(.episode, $0)) }, current: current)
    }

    private func removal(_ old: [Int64], _ new: [Int64]) -> QueueRemoval { QueueRemoval(from: queue(old), to: queue(new)) }

    static let cases: [(old: [Int64], new: [Int64], now: [Int64], back: [Int64])] = [
        ([1, 2, 3, 4], [], [], [1, 2, 3, 4]),
        ([1, 2, 3, 4], [1, 4], [1, 4], [1, 2, 3, 4]),
        ([1, 2, 3, 4], [2, 3], [2, 3], [1, 2, 3, 4]),
        // What was added since stays where it is.
        ([1, 2, 3, 4], [], [9], [1, 2, 3, 4, 9]),
        ([1, 2, 3, 4], [1, 4], [8, 1, 7, 4, 9], [8, 1, 2, 3, 7, 4, 9]),
        // Moved since: it follows the neighbour before it.
        ([1, 2, 3, 4], [1, 2, 4], [4, 2, 1], [4, 2, 3, 1]),
        // One neighbour has gone, then both.
        ([1, 2, 3, 4], [1, 2, 4], [1, 4], [1, 3, 4]),
        ([1, 2, 3, 4], [1, 2, 4], [1], [1, 3]),
        ([1, 2, 3, 4], [1, 2, 4], [9], [9, 3]),
        ([1, 2, 3, 4], [2, 3, 4], [9], [1, 9]),
        // One is back already.
        ([1, 2, 3, 4], [], [3], [1, 2, 4, 3]),
    ]

    @Test(arguments: cases.indices) func goBackToTheirPlaces(_ index: Int) {
        let (old, new, now, back) = Self.cases[index]
        var state = queue(now)
        #expect(removal(old, new).putBack(into: &state, keepsCurrent: false) == back.count - now.count)
        #expect(state.entries.map(\.entry) == back)
    }

    @Test func whatIsCurrentGoesBackOnlyWhereNothingPlaysAndNothingElseIs() {
        let removal = QueueRemoval(from: queue([1, 2], current: 1), to: queue([2], current: 2))
        for (now, keeps, current) in [(2, false, 1), (2, true, 2), (9, false, 9)] as [(Int64, Bool, Int64)] {
            var state = queue([2, 9], current: now)
            _ = removal.putBack(into: &state, keepsCurrent: keeps)
            #expect(state.current == current)
        }
    }

    @Test func goOutAgainLeavingWhatCameSince() {
        let removal = QueueRemoval(from: queue([1, 2, 3], current: 1), to: queue([3], current: 3))
        var state = queue([1, 9, 2, 3], current: 2)
        #expect(removal.takeOut(of: &state) == 2)
        #expect(state.entries.map(\.entry) == [9, 3] && state.current == 3)
        var other = queue([1, 9], current: 1)
        #expect(removal.takeOut(of: &other) == 1 && other.current == nil)
    }

    @Test func areReadBackFromTheirText() {
        var old = queue([1, 2, 3])
        old.entries[0].played = true
        old.entries[1] = QueueRow(entry: 2, item: ItemID(.station, 4), played: true, failed: true, shuffleOrder: 3)
        for run in QueueRemoval(from: old, to: queue([3])).runs + QueueRemoval(from: old, to: queue([1])).runs {
            #expect(QueueRemoval.Run(packed: run.packed) == run)
        }
        #expect(QueueRemoval.Run(packed: nil) == nil)
        #expect(QueueRemoval.Run(packed: "1\u{1f}2\u{1f}3") == nil)
    }

    @Test(arguments: [
        SQLiteValue.null, .int(.min), .real(0.1 + 0.2), .real(-.infinity), .text("t\u{1f}夜\u{301}"), .text(""), .text("\u{301}x"),
        .blob([0, 15, 255]),
    ]) func valuesAreReadBackFromTheirText(_ value: SQLiteValue) {
        #expect(SQLiteValue(packed: value.packed) == value)
        #expect(SQLiteValue(packed: "x") == nil && SQLiteValue(packed: "") == nil && SQLiteValue(packed: "b0") == nil)
    }
}
