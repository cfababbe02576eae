import Catalogue
import Library
import TestSupport
import Testing

@testable import Session

/// What is said while it is still asked where an episode's sound is.
struct LookingUpTests {
    /// An episode that a list named without its sound, of a service whose answers come when the gate opens.
    private func with(_ body: (Radio, LoopbackServer.Gate) async throws -> Void) async throws {
        let gate = LoopbackServer.Gate()
        let server = try LoopbackServer { request in
            if request.path == "/a.mp3" { return .file(Silence.mp3(seconds: 600), for: request) }
            let base = "http://" + (request.header("Host") ?? "")
            let audio = "[{\"filePath\":\"\(base)/a.mp3\"}]"
            let episode = "{\"id\":\"7\",\"title\":\"late\",\"programId\":\"5\",\"programName\":\"P\",\"audiolist\":\(audio)}"
            var response = LoopbackServer.Response.json(
                request.path.contains("getProPlayList")
                    ? "{\"code\":0,\"data\":{\"programInfo\":{\"id\":5,\"programName\":\"P\"},\"resourceList\":[\(episode)]}}"
                    : "{\"code\":0,\"data\":{\"id\":\"5\",\"programName\":\"P\",\"resourceList\":[\(episode)]}}")
            response.headGate = gate
            return response
        }
        try await Radio.with { radio, _ in
            _ = try await radio.session.addSource("mirror", url: server.url, kind: .fm)
            let id = try await radio.session.library().adopt(Episode(ref: "7", title: "late", programRef: "5"), source: "mirror").id
                .description
            try await radio.session.play([id])
            #expect(await eventually { !server.requests.isEmpty })
            try await body(radio, gate)
        }
    }

    @Test func aSeekIsWhereItBeginsAndGoesOn() async throws {
        try await with { radio, gate in
            _ = try await radio.session.seek(.absolute(60))
            gate.open()
            await radio.started()
            #expect(radio.events == ["playing late at 60"])
            #expect(await eventually { try await radio.session.status().position ?? 0 > 60.5 })
        }
    }

    @Test func aPauseHoldsUntilItIsGoneOnWith() async throws {
        try await with { radio, gate in
            try await radio.session.pause()
            gate.open()
            #expect(await eventually { await radio.session.isTold })
            try await radio.session.resume()
            await radio.started()
            try await radio.session.pause()
            #expect(try await radio.session.status().state == .paused)
        }
        try await with { radio, gate in
            try await radio.session.pause()
            gate.open()
            #expect(await eventually { try await radio.session.status().state == .paused })
            #expect(try await radio.session.status().position == 0)
        }
    }
}

extension RadioSession {
    fileprivate var isTold: Bool { playing.current.map { playing.open[$0.token]?.isTold == true } == true }
}
