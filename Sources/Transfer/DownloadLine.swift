import Synchronization

/// The line in which downloads wait: so many at once in all, so many from one server, in the order of their tickets.
///
/// One whose server is busy lets the next one pass; one that comes back after a break has its old place.
final class DownloadLine: Sendable {
    private struct Waiter {
        let ticket: Int
        let server: String
        let turn: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var transfers: Int
        var perHost: Int
        var running: [String: Int] = [:]
        var waiting: [Waiter] = []
        var left: Set<Int> = []
        var nextTicket = 0
        /// Tickets that are let in before their turn.
        var hasty: Set<Int> = []
        var isClosed = false

        mutating func takeTurns() -> [CheckedContinuation<Bool, Never>] {
            var turns: [CheckedContinuation<Bool, Never>] = []
            while let index = waiting.firstIndex(where: { hasty.contains($0.ticket) }) {
                let waiter = waiting.remove(at: index)
                running[waiter.server, default: 0] += 1
                turns.append(waiter.turn)
            }
            while running.values.reduce(0, +) < max(1, transfers),
                let index = waiting.firstIndex(where: { running[$0.server, default: 0] < max(1, perHost) })
            {
                let waiter = waiting.remove(at: index)
                running[waiter.server, default: 0] += 1
                turns.append(waiter.turn)
            }
            return turns
        }
    }

    private let state: Mutex<State>

    init(transfers: Int, perHost: Int) {
        state = Mutex(State(transfers: transfers, perHost: perHost))
    }

    func setLimits(transfers: Int, perHost: Int) {
        change { state in
            state.transfers = transfers
            state.perHost = perHost
            return []
        }
    }

    /// How many wait for their turn.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// A place behind all others; only for one download.
    func ticket() -> Int {
        state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
    }

    /// Waits for a turn at that server; `leave` ends it. Throws `cancelled` with the task, or when the line is closed.
    func enter(_ server: String, ticket: Int) async throws(TransferError) {
        let isIn = await withTaskCancellationHandler {
            await withCheckedContinuation { turn in
                change { state in
                    // The task may have been cancelled before it stood in line.
                    if state.isClosed || state.left.remove(ticket) != nil { return [turn] }
                    let place = state.waiting.firstIndex { $0.ticket > ticket } ?? state.waiting.endIndex
                    state.waiting.insert(Waiter(ticket: ticket, server: server, turn: turn), at: place)
                    return []
                }
            }
        } onCancel: {
            change { state in
                guard let index = state.waiting.firstIndex(where: { $0.ticket == ticket }) else {
                    state.left.insert(ticket)
                    return []
                }
                return [state.waiting.remove(at: index).turn]
            }
        }
        state.withLock { _ = $0.left.remove(ticket) }
        guard isIn else { throw .cancelled }
    }

    /// Lets that one in before its turn, whatever the limits say, now or when it comes.
    func hasten(_ ticket: Int) {
        change { state in
            state.hasty.insert(ticket)
            return []
        }
    }

    func leave(_ server: String) {
        change { state in
            let count = state.running[server, default: 0] - 1
            state.running[server] = count > 0 ? count : nil
            return []
        }
    }

    /// Sends everybody who waits away.
    func close() {
        change { state in
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting.map(\.turn)
        }
    }

    /// Changes the state, then lets in whoever may go; `body` gives back whom to send away. Continuations are resumed outside the lock.
    private func change(_ body: (inout State) -> [CheckedContinuation<Bool, Never>]) {
        let (away, turns) = state.withLock { state in
            let away = body(&state)
            return (away, state.isClosed ? [] : state.takeTurns())
        }
        for turn in away { turn.resume(returning: false) }
        for turn in turns { turn.resume(returning: true) }
    }
}
