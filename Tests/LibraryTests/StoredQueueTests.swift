import Catalogue
import Testing

@testable import Library

@Suite struct StoredQueue {
    private static func row(_ entry: Int64) -> QueueRow { QueueRow(entry: entry, item: ItemID(.episode, entry % 7 + 1)) }

    private func store(entries: Int64) async throws -> LibraryStore {
        let store = try await LibraryStore.scratch()
        try await store.changeQueue { $0.entries = (0..<entries).map { Self.row($0 + 1) } }
        return store
    }

    @Test func readsBackEqual() async throws {
        let store = try await LibraryStore.scratch()
        #expect(try await store.queue() == QueueState())
        let state = QueueState(
            entries: [
                QueueRow(entry: 9, item: ItemID(.episode, 4), played: true, shuffleOrder: 3), QueueRow(entry: 2, item: ItemID(.station, 4)),
                QueueRow(entry: 3, item: ItemID(.episode, 5), played: true, failed: true),
            ],
            current: 2, nextEntry: 10, random: true, repeats: true, single: true, consume: true, seed: .max)
        let count = try await store.changeQueue { queue in
            queue = state
            return queue.entries.count
        }
        #expect(count == 3)
        #expect(try await store.queue() == state)
    }

    @Test func onlyWhatChangedIsWritten() async throws {
        let store = try await store(entries: 10_000)
        #expect(try await store.rowsOfQueue { $0.current = 5 } == 1)
        #expect(try await store.rowsOfQueue { $0.entries[4].played = true } == 1)
        #expect(try await store.rowsOfQueue { $0.entries.append(Self.row(10_001)) } == 1)
        #expect(try await store.rowsOfQueue { $0.entries.insert(Self.row(10_002), at: 5) } == 1)
        #expect(try await store.rowsOfQueue { $0.entries.remove(at: 100) } == 1)
        #expect(try await store.rowsOfQueue { $0.entries.append($0.entries.removeFirst()) } == 1)
        #expect(try await store.rowsOfQueue { $0.entries.insert($0.entries.removeLast(), at: 0) } == 1)
        #expect(try await store.rowsOfQueue { $0.entries.swapAt(10, 9_000) } == 2)
        #expect(try await store.rowsOfQueue { _ in } == 0)
    }

    @Test func anyChangeReadsBackEqual() async throws {
        let store = try await store(entries: 40)
        var numbers = SystemRandomNumberGenerator()
        for round in 0..<60 {
            let seed = numbers.next()
            let wanted = try await store.changeQueue { queue in
                Self.disturb(&queue, seed: seed, round: round)
                return queue
            }
            #expect(try await store.queue() == wanted, "seed \(seed), round \(round)")
        }
    }

    private static func disturb(_ queue: inout QueueState, seed: UInt64, round: Int) {
        queue.nextEntry = max(queue.nextEntry, 41)
        let at = Int(seed % UInt64(max(queue.entries.count, 1)))
        switch seed >> 8 % 6 {
        case 0: queue.entries.reverse()
        case 1: queue.entries.removeFirst(queue.entries.count / 4)
        case 2: queue.entries.swapAt(at, queue.entries.count - 1)
        case 3: queue.entries.insert(queue.entries.removeLast(), at: at)
        default:
            for _ in 0..<5 {
                queue.entries.insert(row(queue.nextEntry), at: at)
                queue.nextEntry += 1
            }
        }
    }

    @Test func aFullGapGivesAllNewPlaces() {
        #expect(QueuePlaces.assign([1, nil, 2]) == [1, 2, 3].map { $0 * QueuePlaces.gap })
        #expect(QueuePlaces.assign([.min, nil, .max]) == [1, 2, 3].map { $0 * QueuePlaces.gap })
        #expect(QueuePlaces.assign([nil, .min]) == [1, 2].map { $0 * QueuePlaces.gap })
        #expect(QueuePlaces.assign([10, nil, nil, 40]) == [10, 20, 30, 40])
        #expect(QueuePlaces.assign([3, 1, 2]) == [1 - QueuePlaces.gap, 1, 2])
        #expect(QueuePlaces.assign([]).isEmpty)
    }

    @Test func aRefusedChangeLeavesTheQueue() async throws {
        let store = try await store(entries: 3)
        let before = try await store.queue()
        await #expect(throws: CancellationError.self) {
            try await store.changeQueue { queue in
                queue.entries = []
                throw CancellationError()
            }
        }
        #expect(try await store.queue() == before)
        try await store.changeQueue { $0.entries = [] }
        #expect(try await store.queue().entries.isEmpty)
    }
}

extension LibraryStore {
    func rowsOfQueue(_ change: @Sendable (inout QueueState) -> Void) throws -> Int { try rowsWritten { try changeQueue(change) } }
}
