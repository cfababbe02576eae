import Foundation
import TestSupport
import Testing

/// What was acknowledged is there after `kill -9`, whenever it comes. `Scripts/soak kill` runs more rounds (`SKYWAVE_ROUNDS`).
@Suite struct Kills {
    private static let rounds = ProcessInfo.processInfo.environment["SKYWAVE_ROUNDS"].flatMap { Int($0) } ?? 3

    /// A round's commands in order, each with what it must have done once its line has been said.
    private struct Round {
        var lines: [String] = []
        var favourites: [String?] = []

        init(_ number: Int, _ ids: [String]) {
            for step in 0..<40 {
                let id = ids[(number * 7 + step) % ids.count]
                let isMark = step % 2 == 1
                lines.append(isMark ? "favourite \(id)" : "add \(id)")
                favourites.append(isMark ? id : nil)
            }
        }

        func added(_ count: Int) -> Int { favourites.prefix(count).count { $0 == nil } }
        func marked(_ count: Int) -> Set<String> { Set(favourites.prefix(count).compactMap { $0 }) }
    }

    @Test func whatWasAcknowledgedIsThere() async throws {
        let skywave = try Skywave()
        let ids = try await skywave.objects("featured").of("episode").compactMap { $0.text("id") }
        try skywave.folder.write(SilentMP3.bytes(frames: 20_000), to: "long.mp3")
        try await skywave("add long.mp3")
        var (length, favourites) = (1, Set<String>())
        for number in 0..<Self.rounds {
            let round = Round(number, ids)
            let radio = try skywave.start(["--output", "null", "--json"], input: "play\nseek \(number % 5 + 1)\nstatus\n")
            #expect(await radio.wait { $0.text.contains("\"status\"") })
            radio.write(round.lines.joined(separator: "\n") + "\n")
            // Killed after another number of answers each time, while it works at the next command
            let wanted = (number * 11 + 3) % (round.lines.count - 2)
            #expect(await radio.wait { Self.answers($0.text) >= wanted })
            radio.signal(SIGKILL)
            let (words, status) = await radio.finish()
            #expect(status == 128 + SIGKILL)
            // Then all that it said is true, and at most the next commands are as well
            let done = Self.answers(words.text)
            let queue = try await skywave.objects("queue").of("entry")
            let marks = Set(try await skywave.objects("favourites").of("episode").compactMap { $0.text("id") })
            #expect(queue.count >= length + round.added(done), "round \(number): \(queue.count) after \(length) + \(round.added(done))")
            #expect(queue.count <= length + round.added(round.lines.count), "round \(number)")
            #expect(queue.compactMap { $0.count("position") } == Array(1...queue.count), "round \(number)")
            #expect(marks.isSuperset(of: favourites.union(round.marked(done))), "round \(number)")
            #expect(marks.isSubset(of: favourites.union(round.marked(round.lines.count))), "round \(number)")
            let place = try await skywave.objects("status")[0]
            #expect(place.text("state") == "stopped", "round \(number)")
            #expect((place.number("position") ?? -1) >= Double(number % 5 + 1) - 0.05, "round \(number): \(place)")
            let checks = try await skywave.objects("doctor").of("check")
            #expect(checks.count >= 9 && checks.allSatisfy { $0.flag("ok") == true }, "round \(number): \(checks)")
            (length, favourites) = (queue.count, marks)
        }
        print("killed \(Self.rounds) times: \(length) queue entries and \(favourites.count) favourites, all there")
    }

    @Test func aFirstStartThatIsKilledDoesNoHarm() async throws {
        for number in 0..<Self.rounds {
            let skywave = try Skywave()
            let radio = try skywave.start(["charts", "hot"])
            // At once, and then when its first files are there
            if number > 0 { #expect(await eventually { !skywave.folder.names.isEmpty || radio.said.isOver }) }
            radio.signal(SIGKILL)
            _ = await radio.finish()
            let run = try await skywave("charts hot")
            #expect(run.status == 0, "round \(number): \(run.errors)")
        }
    }

    /// How many commands that change something have been acknowledged.
    private static func answers(_ text: String) -> Int {
        text.split(separator: "\n").count {
            $0.hasPrefix("{\"type\":\"result\"") && ($0.contains("\"add\"") || $0.contains("\"favourite\""))
        }
    }
}
