import Catalogue
import Foundation
import Library
import Playback
import TestSupport
import Testing
import Transfer

@testable import Session

/// Downloads that run, wait in line or wait for another of the same address: cancelled, cut off and taken up again.
@Suite struct RunningDownloadsTests {
    /// A server that gives a few seconds of silence, of which it holds back the end while `holds` is up.
    private func server(_ holds: Shared<Bool>) throws -> LoopbackServer {
        try LoopbackServer { request in
            var response = LoopbackServer.Response.file(Silence.mp3(seconds: 5), for: request)
            if holds.value { response.stallAfter = 4_000 }
            return response
        }
    }

    @Test func aRunningOneIsCancelledAndLeavesNothing() async throws {
        try await Radio.with { radio, folder in
            let holds = Shared(true)
            let server = try server(holds)
            _ = try await radio.session.download([server.url + "/a.mp3"])
            #expect(await eventually { server.requests.count == 1 })
            #expect(try await radio.session.cancel(["e1"]).items == 1)
            #expect(try await radio.session.downloads().map(\.state) == [.cancelled])
            #expect(await radio.session.downloading.isEmpty)
            let left = FileManager.default.enumerator(atPath: folder.file("library/downloads"))?.compactMap { $0 as? String } ?? []
            #expect(left.filter { $0.contains(".mp3") }.isEmpty)
            // What was cancelled is not taken up again but by name.
            holds.change { $0 = false }
            #expect(try await radio.session.download([]).items == 0)
            #expect(try await radio.session.download(["e1"]).items == 1)
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
        }
    }

    @Test func whatTheEndOfTheProgramCutOffIsTakenUpAgain() async throws {
        try await TemporaryFolder.with { folder in
            let holds = Shared(true)
            let server = try server(holds)
            let radio = Radio(folder)
            _ = try await radio.session.download([server.url + "/a.mp3"])
            #expect(await eventually { server.requests.count == 1 })
            await radio.session.close()

            holds.change { $0 = false }
            let later = Radio(folder)
            #expect(try await later.session.downloads().map(\.state) == [.waiting])
            #expect(try await later.session.download([]).items == 1)
            #expect(await later.session.waitUntilDownloaded().isEmpty)
            let path = try #require(try await later.episode("e1").downloaded)
            #expect(FileManager.default.contents(atPath: path) == Data(Silence.mp3(seconds: 5)))
            await later.session.close()
        }
    }

    @Test func theNextStartGoesOnWithWhatWasCutOffAndNothingElse() async throws {
        try await TemporaryFolder.with { folder in
            let holds = Shared(true)
            let server = try server(holds)
            let radio = Radio(folder)
            _ = try await radio.session.download([server.url + "/a.mp3", server.url + "/b.mp3", server.url + "/c.mp3"])
            #expect(await eventually { server.requests.count == 2 })
            #expect(try await radio.session.cancel(["e2"]).items == 1)
            await radio.session.close()

            holds.change { $0 = false }
            let later = Radio(folder)
            #expect(try await later.session.goOnDownloading() == 2)
            #expect(await later.session.waitUntilDownloaded().isEmpty)
            #expect(try await later.session.downloads().map(\.state) == [.done, .cancelled, .done])
            #expect(try await later.session.goOnDownloading() == 0)
            await later.session.close()
        }
    }

    @Test func thoseThatWaitInLineAreCancelledLeftAndTakenUpAsOthers() async throws {
        try await TemporaryFolder.with { folder in
            let holds = Shared(true)
            let server = try server(holds)
            let radio = Radio(folder)
            #expect(try await radio.session.download((1...50).map { "\(server.url)/\($0).mp3" }).items == 50)
            #expect(await eventually { !server.requests.isEmpty })
            #expect(try await radio.session.downloads()[49].outlook == .inTurn)
            #expect(try await radio.session.download(["e50"]).skipped == 1)
            #expect(try await radio.session.cancel(["e49"]).items == 1)
            await radio.session.close()

            holds.change { $0 = false }
            let later = Radio(folder)
            #expect(try await later.session.downloads().last?.outlook == .left)
            #expect(try await later.session.goOnDownloading() == 49)
            #expect(await later.session.waitUntilDownloaded().isEmpty)
            #expect(try await later.session.downloads().filter { $0.state == .done }.count == 49)
            #expect(try await later.session.downloads()[48].state == .cancelled)
            await later.session.close()
        }
    }

    @Test func oneThatWaitsInLineBeginsAtOnceWhereItIsToBeHeard() async throws {
        try await TemporaryFolder.with { folder in
            let server = try server(Shared(true))
            let radio = Radio(folder)
            _ = try await radio.session.download((1...50).map { "\(server.url)/\($0).mp3" })
            #expect(await radio.session.downloading[ItemID(.episode, 50)] == nil)
            #expect(await radio.session.hasten(ItemID(.episode, 50)) != nil)
            #expect(await eventually { server.requests.contains { $0.path == "/50.mp3" } })
            await radio.session.close()
        }
    }

    /// Items of one address, as a feed may have them.
    private func twins(_ url: String, in radio: Radio) async throws -> [String] {
        var ids: [String] = []
        for name in ["one", "two", "three"] {
            let episode = Episode(ref: name, title: name, audio: [AudioFile(url: url)])
            ids.append(try await radio.session.library().adopt(episode, source: "url").id.description)
        }
        return ids
    }

    @Test func severalItemsOfOneAddressAreFetchedOnce() async throws {
        try await Radio.with { radio, _ in
            let holds = Shared(false)
            let server = try server(holds)
            #expect(try await radio.session.download(try await twins(server.url + "/a.mp3", in: radio)).items == 3)
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            let records = try await radio.session.downloads()
            #expect(records.map(\.state) == [.done, .done, .done])
            #expect(Set(records.compactMap(\.path)).count == 3 && Set(records.compactMap(\.sha256)).count == 1)
            #expect(server.requests.count == 1)
        }
    }

    @Test func whatASingleWordOfTheAddressTellsApartIsFetchedTwice() async throws {
        try await Radio.with { radio, _ in
            let server = try LoopbackServer { request in
                .file(Silence.mp3(seconds: request.form["key"] == "A" ? 1 : 2), for: request)
            }
            var ids: [String] = []
            for key in ["A", "B"] {
                let episode = Episode(ref: key, title: key, audio: [AudioFile(url: "\(server.url)/get.mp3?key=\(key)&t=1")])
                ids.append(try await radio.session.library().adopt(episode, source: "feed").id.description)
            }
            _ = try await radio.session.download(ids)
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            #expect(Set(try await radio.session.downloads().compactMap(\.sha256)).count == 2)
        }
    }

    @Test func anItemThatWaitsForTheSameAddressIsCancelledAtOnceAndLeftAloneFetchesItself() async throws {
        try await Radio.with { radio, _ in
            let holds = Shared(true)
            let server = try server(holds)
            let url = server.url + "/a.mp3"
            let ids = try await twins(url, in: radio)
            _ = try await radio.session.download(ids)
            #expect(await eventually { server.requests.count == 1 })
            // Any of the three may have come first
            let first = try #require(await radio.session.fetcher(of: url)).description
            let others = ids.filter { $0 != first }
            #expect(try await radio.session.cancel([others[0]]).items == 1)
            holds.change { $0 = false }
            #expect(try await radio.session.cancel([first]).items == 1)
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            let states = try await radio.session.downloads().map { ($0.id.description, $0.state) }
            #expect(states.allSatisfy { $1 == ($0 == others[1] ? .done : .cancelled) })
            #expect(server.requests.count == 2)
        }
    }
}

extension RadioSession {
    /// The item whose download fetches that address.
    fileprivate func fetcher(of url: String) -> ItemID? { sameSound.owner(of: url) }
}
