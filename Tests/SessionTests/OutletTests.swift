import Testing

@testable import Session

/// Streams of events, and who waits for them.
@Suite struct OutletTests {
    @Test(.timeLimit(.minutes(1))) func aStreamEndsWhenNobodyGivesAnyMore() async {
        let (numbers, sink) = AsyncStream.makeStream(of: Int.self)
        var give: (@Sendable (Int) -> Void)? = { [outlet = Outlet(sink)] in outlet.give($0) }
        let sum = Task { await numbers.reduce(0, +) }
        give?(1)
        give?(2)
        give = nil
        #expect(await sum.value == 3)
    }
}
