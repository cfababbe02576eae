import Foundation
import TestSupport
import Testing

/// Sound from a service on the loopback, heard as it comes.
@Suite struct Streaming {
    @Test func aStreamGivesExactlyItsSamples() async throws {
        let service = try RadioService()
        let skywave = try await service.listenerAtProgram()
        let expected = RadioService.frames * SilentMP3.frameSamples * 2
        #expect(try await skywave("--output raw:- play 1").bytes.count == expected)
        let url = "\(service.url)/audio/71002.mp3"
        #expect(try await skywave.run(["--output", "raw:-", "play", url]).bytes.count == expected)
        #expect(try await skywave.objects(["inspect", url]).first?.count("frames") == RadioService.frames * SilentMP3.frameSamples)
        #expect(try await skywave.objects("history").of("listen").isEmpty)
    }

    @Test func aStreamWhoseConnectionBreaksGoesOn() async throws {
        let service = try RadioService()
        service.change("71001") { request in
            var answer = RadioService.honest(request)
            if (request.range?.first ?? 0) < 20_000 { answer.cutAfter = 20_000 }
            return answer
        }
        let skywave = try await service.listenerAtProgram()
        let run = try await skywave("--output raw:- play 1")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.bytes.count == RadioService.frames * SilentMP3.frameSamples * 2)
    }

    @Test func aStreamIsPlayedAndWhatCannotBeIsSkipped() async throws {
        let service = try RadioService()
        service.change("71002") { _ in .text(RadioAnswers.webPage, type: "text/html") }
        let skywave = try await service.listenerAtProgram()
        // Only the last second of the first is heard, so that the test is short
        let script = try skywave.start(["--output", "null"], input: "add 1 2\nplay\n")
        #expect(await script.wait(for: "▶"))
        script.write("seek 4\n")
        let (words, status) = await script.finish()
        #expect(words.errorText.contains("末班车"), "\(words.errorText)")
        #expect(status == 1)
        let history = try await skywave.objects("history").of("listen")
        #expect(history.map { $0.text("title") } == ["第一班车"])
        #expect(try await skywave.objects("info 1")[0].flag("played") == true)
    }
}
