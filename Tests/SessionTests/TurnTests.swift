import Foundation
import Glibc
import TestSupport
import Testing

@testable import Session

/// One at a time, in the order in which they came.
@Suite struct TurnTests {
    @Test func thoseWhoWaitAreLetThroughInTheirOrder() async {
        let turn = Turn()
        let order = Shared<[Int]>([])
        await turn.take()
        await withTaskGroup(of: Void.self) { group in
            for number in 1...20 {
                let before = turn.waitingCount
                group.addTask {
                    await turn.take()
                    order.change { $0.append(number) }
                    turn.give()
                }
                while turn.waitingCount == before { await Task.yield() }
            }
            turn.give()
        }
        #expect(order.value == Array(1...20))
    }

    @Test func twoAreNeverInsideTogether() async {
        let turn = Turn()
        let inside = Shared((now: 0, most: 0))
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...50 {
                group.addTask {
                    await turn.take()
                    inside.change { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                    await Task.yield()
                    inside.change { $0.now -= 1 }
                    turn.give()
                }
            }
        }
        #expect(inside.value.most == 1)
    }
}

/// The right to play on a library.
@Suite struct PlayerLeaseTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func take() -> PlayerLease? {
        if case .taken(let lease) = PlayerLease.take(inFolder: folder.path) { lease } else { nil }
    }

    @Test func oneHasItAtATimeAndIsNamed() throws {
        let lease = try #require(take())
        guard case .held(getpid()) = PlayerLease.take(inFolder: folder.path) else {
            Issue.record("it was given away twice")
            return
        }
        #expect(PlayerLease.holder(inFolder: folder.path) == getpid())
        withExtendedLifetime(lease) {}
    }

    @Test func itGoesBackWhenItIsLetGo() throws {
        do { withExtendedLifetime(try #require(take())) {} }
        #expect(PlayerLease.holder(inFolder: folder.path) == nil)
        #expect(take() != nil)
    }

    @Test func askingWhoHasItMakesNothing() {
        #expect(PlayerLease.holder(inFolder: folder.path) == nil)
        #expect(folder.names.isEmpty)
    }

    @Test func aFolderThatTakesNoFileKeepsNobodyFromPlaying() {
        guard case .unavailable = PlayerLease.take(inFolder: folder.file("missing")) else {
            Issue.record("it must be unavailable")
            return
        }
    }

    @Test func askingWhoHasItNeverKeepsAnotherFromTakingIt() async throws {
        withExtendedLifetime(try #require(take())) {}
        let path = folder.path
        // On a thread of its own: one that only asks must not take a thread of the pool from other tests.
        let asking = Task { try await onThread { for _ in 0..<5_000 { _ = PlayerLease.holder(inFolder: path) } } }
        let refused = (1...500).filter { _ in
            if case .taken = PlayerLease.take(inFolder: path) { false } else { true }
        }
        try await asking.value
        #expect(refused.isEmpty)
    }
}
