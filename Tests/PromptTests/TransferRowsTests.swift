import Catalogue
import Library
import Session
import Terminal
import Testing

@testable import Prompt

@Suite struct TransferRows {
    private func look(
        _ title: String, _ received: Int64, of size: Int64?, _ outlook: DownloadLook.Outlook, state: DownloadState = .running,
        error: String? = nil
    ) -> DownloadLook {
        DownloadLook(
            DownloadRecord(id: ItemID(.episode, 1), url: "", state: state, received: received, size: size, error: error, title: title),
            outlook)
    }

    @Test func aRowHasNameBarShareSpeedAndTimeLeft() {
        let half = look("Low Water", 2_500_000, of: 5_000_000, .coming(bytesPerSecond: 250_000))
        #expect(
            TextTransfers.row(half, width: 79)
                == "Low Water                [###########-----------]   50%  250 kB/s     0:10 left")
        #expect(TextTransfers.row(half, width: 50) == "Low Water              50%  250 kB/s     0:10 left")
        #expect(TextTransfers.row(half, width: 30) == "Low Water                  50%")
        #expect(TextTransfers.row(half, width: 12) == "Low W…   50%")
        #expect(TextTransfers.row(half, width: 3).count <= 3)
    }

    @Test func wideNamesTakeTheirColumnsAtAnyWidth() {
        let looks = [
            look("月光下的海与一个很长很长的标题，没有人读得完它", 999, of: 1000, .coming(bytesPerSecond: 1e9)),
            look("👩‍👩‍👧 e\u{301}\u{1B}[2J\nשלום", 12_345_678, of: nil, .coming(bytesPerSecond: nil)),
            look("海", 0, of: 1, .again(seconds: 12), state: .waiting, error: "the connection was lost"),
            look("Low Water", .max, of: .max, .coming(bytesPerSecond: 1e-9)), look("Low Water", 7, of: 5, .silent(seconds: 5)),
            look("Low Water", 0, of: .max, .coming(bytesPerSecond: 1e-300)), look("", 0, of: 0, .coming(bytesPerSecond: .infinity)),
        ]
        for look in looks {
            for width in 0...200 {
                let row = TextTransfers.row(look, width: width)
                #expect(Columns.width(row) <= width && Columns.plain(row) == row, "\(width): \(row)")
            }
        }
    }

    @Test func withoutALengthTheBytesAreCounted() {
        let row = TextTransfers.row(look("Low Water", 12_345_678, of: nil, .coming(bytesPerSecond: 1_200_000)), width: 79)
        #expect(row == "Low Water                                         12 MB  1.2 MB/s" + Columns.blanks(14))
    }

    @Test func whatDoesNotComeSaysWhy() {
        let waiting = look("Low Water", 40, of: 100, .again(seconds: 11.2), state: .waiting, error: "the connection was lost")
        #expect(TextTransfers.row(waiting, width: 60) == "Low Water                           40%, tried again in 12 s")
        #expect(TextTransfers.words(waiting) == "tried again in 12 s: the connection was lost")
        #expect(TextTransfers.words(waiting.later(by: 20)) == "is tried again: the connection was lost")
        let silent = look("Low Water", 40, of: 100, .coming(bytesPerSecond: 10)).later(by: 5.5)
        #expect(TextTransfers.row(silent, width: 60) == "Low Water                               40%, nothing for 5 s")
        #expect(TextTransfers.words(look("", 0, of: nil, .inTurn, state: .waiting)) == "in its turn")
        #expect(TextTransfers.words(look("", 0, of: nil, .left, state: .waiting)) == "download goes on with it")
        #expect(TextTransfers.words(look("", 0, of: nil, .elsewhere(process: 17))) == "by process 17")
    }

    @Test func allAreSummedUp() {
        var tally = DownloadTally()
        #expect(TextTransfers.summary(tally, failed: 2, seconds: 70) == "downloaded 0 of 2 items; 2 failed")
        (tally.done, tally.bytes) = (19, 96_000_000)
        #expect(TextTransfers.summary(tally, failed: 1, seconds: 72) == "downloaded 19 of 20 items, 96 MB, in 1:12; 1 failed")
        #expect(TextTransfers.summary(tally, failed: 0, seconds: 0.2) == "downloaded 19 items, 96 MB")
    }

    @Test func scriptsHearOfEachOnceASecondAndOfEachState() {
        var transfers = Transfers()
        let start = ContinuousClock.now
        let running = look("a", 1, of: 9, .coming(bytesPerSecond: nil))
        let waiting = look("a", 1, of: 9, .again(seconds: 3), state: .waiting)
        let times = [0, 100, 900, 1000, 1100]
        var news = times.map { transfers.isNews(running, at: start + .milliseconds($0)) }
        #expect(news == [true, false, false, true, false])
        news = [waiting, waiting, running].map { transfers.isNews($0, at: start + .milliseconds(1200)) }
        #expect(news == [true, false, true])
    }
}
