import Library
import Session
import Synchronization

/// A list of the listener's own, which is there whole and can be shown in parts.
enum LocalList: Sendable {
    case page(PageReport)
    case queue([QueueLine], QueueModes)
    case history([ListenRecord])
    case bookmarks([Bookmark])
    case places([LeftPlace])
    case downloads([DownloadLook])
    case subscriptions([Subscription])
    case playlists([PlaylistRecord])

    var count: Int {
        switch self {
        case .page(let report): report.page.sections.reduce(0) { $0 + $1.items.count }
        case .queue(let lines, _): lines.count
        case .history(let listens): listens.count
        case .bookmarks(let bookmarks): bookmarks.count
        case .places(let places): places.count
        case .downloads(let looks): looks.count
        case .subscriptions(let subscriptions): subscriptions.count
        case .playlists(let lists): lists.count
        }
    }

    /// The lines of it all, or of a part (indices from 0).
    func lines(by printer: any Printer, _ range: Range<Int>? = nil) -> [String] {
        let range = (range ?? 0..<count).clamped(to: 0..<count)
        let part = ListPart(first: range.lowerBound + 1, total: count, hasMore: range.upperBound < count)
        switch self {
        case .page(let report): return printer.page(report.part(range, hasMore: part.hasMore))
        case .queue(let lines, let modes): return printer.queue(Array(lines[range]), modes: modes, part: part)
        case .history(let listens): return printer.history(Array(listens[range]), part: part)
        case .bookmarks(let bookmarks): return printer.bookmarks(Array(bookmarks[range]), part: part)
        case .places(let places): return printer.places(Array(places[range]), part: part)
        case .downloads(let looks): return printer.downloads(Array(looks[range]), part: part)
        case .subscriptions(let subscriptions): return printer.subscriptions(Array(subscriptions[range]), part: part)
        case .playlists(let lists): return printer.playlists(Array(lists[range]), part: part)
        }
    }
}

extension PageReport {
    fileprivate func part(_ range: Range<Int>, hasMore: Bool) -> PageReport {
        var report = self
        report.page.firstNumber = range.lowerBound + 1
        report.hasMore = hasMore || self.hasMore
        var place = 0
        for index in report.page.sections.indices {
            let section = report.page.sections[index]
            let wanted = range.clamped(to: place..<place + section.items.count)
            report.page.sections[index] = section[(wanted.lowerBound - place)..<(wanted.upperBound - place)]
            place += section.items.count
        }
        return report
    }
}

/// What `more` still has to show of a local list at a terminal prompt.
final class RestOfList: Sendable {
    private let state = Mutex<(list: LocalList, shown: Int)?>(nil)
    private let size = 20

    /// The first lines of a list; the rest is kept for `next`.
    func begin(_ list: LocalList, by printer: any Printer) -> [String] {
        state.withLock { $0 = list.count > size ? (list, size) : nil }
        return list.lines(by: printer, 0..<size)
    }

    /// The lines after those that were shown; nil where there are none.
    func next(by printer: any Printer) -> [String]? {
        let part = state.withLock { state -> (LocalList, Range<Int>)? in
            guard let (list, shown) = state else { return nil }
            let end = shown + size
            state = end < list.count ? (list, end) : nil
            return (list, shown..<end)
        }
        return part.map { $0.0.lines(by: printer, $0.1) }
    }

    func forget() { state.withLock { $0 = nil } }
}
