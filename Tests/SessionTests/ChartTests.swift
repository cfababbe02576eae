import Catalogue
import Library
import Playback
import Synchronization
import TestSupport
import Testing

@testable import Session

/// Looks at a service's charts, hours apart.
@Suite struct ChartTests {
    @Test func eachAnswerIsALookAndWhatIsStoredIsNone() async throws {
        let order = Mutex("abc")
        let server = try LoopbackServer { request in
            let letters = order.withLock { $0 }
            let tag = "\"\(letters)\""
            if request.header("If-None-Match") == tag { return LoopbackServer.Response(status: 304, headers: [("ETag", tag)]) }
            let list = letters.map { #"{"id":"\#($0)","programName":"\#($0)"}"# }.joined(separator: ",")
            return LoopbackServer.Response(body: Array(#"{"code":0,"data":{"subList":[\#(list)]}}"#.utf8), headers: [("ETag", tag)])
        }
        try await TemporaryFolder.with { folder in
            let clock = Mutex<Int64>(1_790_000_000)
            var configuration = SessionConfiguration(
                libraryFolder: folder.file("library"), settingsFile: folder.file("settings.conf"), cacheFolder: folder.file("cache"),
                output: .null,
                face: .script)
            configuration.clock = { clock.withLock { $0 } }
            let session = RadioSession(configuration)
            _ = try await session.addSource("wave", url: server.url, kind: .station)
            try await session.useSource("wave")
            func look() async throws -> (movements: [ChartPlace.Movement?], isStored: Bool) {
                clock.withLock { $0 += 3600 }
                let report = try await session.charts("subscribed")
                return (report.page.sections[0].places.map(\.movement), report.stored != nil)
            }

            #expect(try await look() == ([nil, nil, nil], false))
            // What the server confirms is a look too.
            #expect(try await look() == ([.by(0), .by(0), .by(0)], false))
            #expect(server.requests.last?.header("If-None-Match") == "\"abc\"")
            order.withLock { $0 = "bac" }
            #expect(try await look() == ([.by(1), .by(-1), .by(0)], false))
            // Without a network the last look is shown as it was.
            server.stop()
            #expect(try await look() == ([.by(1), .by(-1), .by(0)], true))
            let history = try await session.chartHistory(["1"], chart: "subscribed")
            #expect(history.map(\.record.title) == ["b"])
            #expect(history[0].charts.map { $0.points.map(\.rank) } == [[2, 2, 1]])
            #expect(history[0].charts.map(\.looks) == [3])
            await #expect(throws: SessionError.inNoChart(title: "b", chart: "hot")) {
                _ = try await session.chartHistory(["1"], chart: "hot")
            }
            await session.close()
        }
    }
}
