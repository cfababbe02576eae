import Catalogue
import Library
import TestSupport
import Testing

@testable import Session

/// Which download is got ready when.
@Suite struct WaitingDownloadsTests {
    private func download(_ number: Int64, at server: String = "a") -> WaitingDownload {
        WaitingDownload(DownloadRecord(id: ItemID(.episode, number), url: ""), server: server, ticket: Int(number))
    }

    private func numbers(_ waiting: inout WaitingDownloads) -> [Int64] {
        var numbers: [Int64] = []
        while let next = waiting.next() { numbers.append(next.id.number) }
        return numbers
    }

    @Test func ofEachServerSoManyAreInTheirOrder() {
        var waiting = WaitingDownloads()
        for number in Int64(1)...40 { waiting.add(download(number)) }
        for number in Int64(41)...50 { waiting.add(download(number, at: "b")) }
        let first = numbers(&waiting)
        #expect(first.filter { $0 <= 40 } == Array(1...32))
        #expect(first.filter { $0 > 40 } == Array(41...50))
        waiting.leave("b")
        #expect(waiting.next() == nil)
        waiting.leave("a")
        #expect(numbers(&waiting) == [33])
    }

    @Test func oneThatWasTakenOrRemovedIsPassedOver() {
        var waiting = WaitingDownloads()
        for number in Int64(1)...40 { waiting.add(download(number)) }
        #expect(waiting.take(ItemID(.episode, 2))?.ticket == 2)
        #expect(waiting.take(ItemID(.episode, 2)) == nil)
        waiting.remove(ItemID(.episode, 1))
        #expect(!waiting.holds(ItemID(.episode, 1)) && waiting.holds(ItemID(.episode, 3)))
        // Asked for again it stands at the end.
        waiting.add(WaitingDownload(DownloadRecord(id: ItemID(.episode, 1), url: ""), server: "a", ticket: 41))
        #expect(numbers(&waiting) == Array(3...33))
        for _ in 0..<31 { waiting.leave("a") }
        #expect(numbers(&waiting) == Array(34...40) + [1])
    }

    @Test func allThatWaitCanBeForgotten() {
        var waiting = WaitingDownloads()
        for number in Int64(1)...3 { waiting.add(download(number)) }
        #expect(waiting.next()?.id.number == 1)
        #expect(Set(waiting.removeAll().map(\.number)) == [2, 3])
        #expect(waiting.next() == nil)
    }
}
