import Catalogue
import Queue
import Testing

private func items(_ numbers: Int64...) -> [ItemID] { numbers.map { ItemID(.episode, $0) } }

private func queue(_ numbers: Int64...) -> PlayQueue {
    var queue = PlayQueue(seed: 7)
    queue.append(numbers.map { ItemID(.episode, $0) })
    return queue
}

extension PlayQueue {
    fileprivate var numbers: [Int64] { entries.map(\.item.number) }

    /// The items heard from `play` to the end, at most 50.
    fileprivate mutating func heard() -> [Int64] {
        var heard: [Int64] = []
        var entry = begin()
        while let playing = entry, heard.count < 50 {
            heard.append(playing.item.number)
            entry = advance(.ended)
        }
        return heard
    }
}

@Suite struct PlayQueueTests {
    @Test func playsInOrderAndKeepsWhatWasPlayed() {
        var queue = queue(1, 2, 3)
        #expect(queue.heard() == [1, 2, 3])
        #expect(queue.numbers == [1, 2, 3])
        #expect(!queue.entries.contains { !$0.played })
        #expect(queue.current == nil)
    }

    @Test func beginsWithWhatWasNotPlayedYet() {
        var queue = queue(1, 2)
        _ = queue.heard()
        queue.append(items(3))
        #expect(queue.begin()?.item.number == 3)
    }

    @Test func insertPlaysNextInTheOrderGiven() {
        var queue = queue(1, 2)
        _ = queue.begin()
        queue.insert(items(8, 9))
        #expect(queue.numbers == [1, 8, 9, 2])
    }

    @Test func insertTakesNumbersOfAnySize() {
        var queue = PlayQueue(
            entries: [(1, Int.max), (2, Int.min), (3, nil)].map { .init(id: $0, item: ItemID(.episode, $0), upNext: $1) }, nextID: 4,
            random: true)
        queue.insert(items(8, 9))
        #expect(queue.entries.sorted { ($0.upNext ?? 99) < ($1.upNext ?? 99) }.map(\.item.number) == [8, 9, 2, 1, 3])
    }

    @Test func insertPlaysNextWithRandomToo() {
        var queue = queue(1, 2, 3, 4, 5)
        queue.random = true
        _ = queue.begin()
        queue.insert(items(8, 9))
        #expect(queue.advance(.ended)?.item.number == 8)
        #expect(queue.advance(.skipped)?.item.number == 9)
    }

    @Test func randomPlaysEachOnce() {
        var queue = queue(1, 2, 3, 4, 5, 6, 7, 8)
        queue.random = true
        let heard = queue.heard()
        #expect(heard.sorted() == [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(heard != heard.sorted())
    }

    @Test func repeatBeginsAgain() {
        var queue = queue(1, 2)
        queue.repeats = true
        #expect(queue.heard().prefix(5) == [1, 2, 1, 2, 1])
    }

    @Test func singleEndsAfterOneAndWithRepeatPlaysItAgain() {
        var queue = queue(1, 2)
        queue.single = true
        #expect(queue.heard() == [1])
        queue.repeats = true
        #expect(queue.heard().prefix(3) == [2, 2, 2])
    }

    @Test func nextGoesOnDespiteSingle() {
        var queue = queue(1, 2)
        queue.single = true
        _ = queue.begin()
        #expect(queue.advance(.skipped)?.item.number == 2)
    }

    @Test func aFailedItemIsNotRepeatedBySingle() {
        var queue = queue(1)
        (queue.single, queue.repeats) = (true, true)
        _ = queue.begin()
        #expect(queue.advance(.failed) == nil)
    }

    @Test func whatFailedIsMarkedUntilItIsTriedAgain() {
        var queue = queue(1, 2)
        _ = queue.begin()
        _ = queue.advance(.failed)
        _ = queue.advance(.ended)
        #expect(queue.entries.map(\.failed) == [true, false])
        #expect(queue.previous()?.item.number == 2)
        #expect(queue.previous()?.failed == false)
        _ = queue.advance(.ended)
        #expect(queue.entries.map(\.failed) == [false, false])
    }

    @Test(arguments: [false, true]) func whatFailedIsNotChosenAgainInTheSameRound(_ random: Bool) {
        var queue = queue(1, 2, 3, 4, 5)
        queue.random = random
        var tried: [Int64] = []
        var entry = queue.begin()
        while let playing = entry, tried.count < 50 {
            tried.append(playing.item.number)
            entry = queue.advance(.failed)
        }
        #expect(tried.sorted() == [1, 2, 3, 4, 5])
        #expect(queue.current == nil)
        // A new round forgets the marks.
        #expect(queue.begin() != nil)
        #expect(queue.entries.allSatisfy { !$0.failed })
    }

    @Test func singleMarksWhatFailedToo() {
        var queue = queue(1, 2)
        queue.single = true
        _ = queue.begin()
        #expect(queue.advance(.failed) == nil)
        #expect(queue.entries.map(\.failed) == [true, false])
        #expect(queue.begin()?.item.number == 2)
    }

    @Test func consumeRemovesWhatWasPlayed() {
        var queue = queue(1, 2, 3)
        queue.consume = true
        #expect(queue.heard() == [1, 2, 3])
        #expect(queue.entries.isEmpty)
    }

    @Test func consumeWithRepeatEnds() {
        var queue = queue(1, 2)
        (queue.consume, queue.repeats) = (true, true)
        #expect(queue.heard() == [1, 2])
    }

    @Test func previousGoesBackAlsoAfterTheEnd() {
        var queue = queue(1, 2)
        _ = queue.heard()
        #expect(queue.previous()?.item.number == 2)
        #expect(queue.previous()?.item.number == 1)
        #expect(queue.previous() == nil)
        #expect(queue.currentEntry?.item.number == 1)
    }

    @Test func deletingTheCurrentEntryMakesTheFollowingOneCurrent() throws {
        var queue = queue(1, 2, 3)
        _ = queue.begin()
        try queue.delete([1, 2])
        #expect(queue.currentEntry?.item.number == 3)
    }

    @Test func deletesNothingIfAPositionIsNotThere() {
        var queue = queue(1, 2)
        #expect(throws: NoSuchPosition(position: 3, length: 2)) { try queue.delete([1, 3]) }
        #expect(queue.numbers == [1, 2])
    }

    @Test func movesAndSwapsByPosition() throws {
        var queue = queue(1, 2, 3, 4)
        try queue.move(from: 4, to: 1)
        #expect(queue.numbers == [4, 1, 2, 3])
        try queue.swap(1, 4)
        #expect(queue.numbers == [3, 1, 2, 4])
        #expect(throws: NoSuchPosition.self) { try queue.move(from: 0, to: 1) }
    }

    @Test func cropKeepsTheCurrentEntry() {
        var queue = queue(1, 2, 3)
        _ = queue.begin()
        _ = queue.advance(.skipped)
        #expect(queue.crop() == 2)
        #expect(queue.numbers == [2])
    }

    @Test func shuffleGivesAnotherOrder() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<100 {
            var queue = queue(1, 2)
            queue.shuffle(using: &generator)
            #expect(queue.numbers == [2, 1])
        }
    }

    @Test func shuffleKeepsTheCurrentEntryFirst() {
        var queue = queue(1, 2, 3, 4)
        _ = queue.begin()
        var generator = SystemRandomNumberGenerator()
        queue.shuffle(using: &generator)
        #expect(queue.numbers.first == 1)
        #expect(queue.numbers.sorted() == [1, 2, 3, 4])
    }

    @Test func anItemMayBeQueuedTwiceAndGoesByPlace() throws {
        var queue = queue(1, 1)
        try queue.delete([1])
        #expect(queue.numbers == [1])
    }
}
