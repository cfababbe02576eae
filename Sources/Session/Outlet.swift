/// The way into a stream, which ends when nobody holds this any more: so whoever waits for what comes by it ends, too.
final class Outlet<Element: Sendable>: Sendable {
    private let sink: AsyncStream<Element>.Continuation

    init(_ sink: AsyncStream<Element>.Continuation) { self.sink = sink }

    deinit { sink.finish() }

    /// From any thread; returns at once.
    func give(_ element: Element) { sink.yield(element) }
}
