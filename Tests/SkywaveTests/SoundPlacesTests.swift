import Foundation
import TestSupport
import Testing

/// Where the sound is after seeks and pauses, measured on a recording. `Scripts/soak sound` does a hundred (`SKYWAVE_ROUNDS`).
@Suite(.serialized) struct SoundPlaces {
    private static let rounds = SoundServers.rounds

    @Test func everySeekGoesToThePlaceThatWasAskedFor() async throws {
        var worst = 0.0
        let count = Self.rounds ?? 6
        for part in stride(from: 0, to: count, by: 20) {
            worst = max(worst, try await seeks(part..<min(part + 20, count)))
        }
        print("\(count) seeks: at most \(String(format: "%.3f", worst)) s from the place that was asked for")
    }

    /// The furthest that the first sound after one of these seeks was from what was asked for. Every third one is while it is paused.
    private func seeks(_ rounds: Range<Int>) async throws -> Double {
        guard let server = Listening.server else { return 0 }
        var worst = 0.0
        try await Listening.with(server: server) { listening in
            let skywave = try listening.skywave()
            try await Chirp.write(seconds: 40, to: "chirp.mp3", in: skywave.folder)
            let radio = try skywave.start([], input: "play chirp.mp3\n")
            #expect(await listening.sound(from: 0, seconds: 0.3) != nil, "\(radio.said.errorText)")
            var place = 0.0
            for round in rounds {
                place = Double((round * 7919 + 4001) % 30000) / 1000
                if round % 3 == 0 {
                    radio.write("pause\n")
                    #expect(await listening.waitForSilence(seconds: 0.1))
                }
                let from = listening.recording.samples.count
                radio.write("seek \(place)\n\(round % 3 == 0 ? "resume\n" : "")")
                let asked = place
                #expect(await listening.wait { Self.arrival(in: $0, from: from, near: asked) != nil }, "round \(round): \(place)")
                let heard = Self.arrival(in: listening.recording, from: from, near: place)
                let error = heard.map { abs($0 - place) } ?? 1
                worst = max(worst, error)
                #expect(error < 0.06, "round \(round): \(place), heard \(heard ?? -1)")
            }
            radio.write("quit\n")
            #expect(await radio.finish().status == 0)
        }
        return worst
    }

    /// The first look near a place after which it goes on evenly: one look may have heard both the old and the new place.
    private static func arrival(in recording: Recording, from first: Int, near place: Double) -> Double? {
        let heard = Chirp.heard(in: recording, from: first)
        return zip(heard, heard.dropFirst(2)).first { abs($0.place - place) < 1 && abs($1.place - $0.place - 0.02) < 0.05 }?.0.place
    }

    @Test func pausesLoseAndRepeatNothing() async throws {
        guard let server = Listening.server else { return }
        let count = Self.rounds == nil ? 4 : 20
        try await Listening.with(server: server) { listening in
            let skywave = try listening.skywave()
            try await Chirp.write(seconds: 12, to: "chirp.mp3", in: skywave.folder)
            let samples = Recording(try await skywave("--output raw:- play chirp.mp3").bytes).samples
            let radio = try skywave.start([], input: "play chirp.mp3\n")
            #expect(await listening.sound(from: 0, seconds: 0.2) != nil, "\(radio.said.errorText)")
            for round in 0..<count {
                radio.write("pause\n")
                #expect(await listening.waitForSilence(seconds: 0.1))
                let from = listening.recording.samples.count
                radio.write("resume\n")
                #expect(await listening.sound(from: from, seconds: 0.1 + Double(round % 7) / 20) != nil, "round \(round)")
            }
            #expect(await radio.wait(for: "■ the queue has ended"))
            #expect(await listening.waitForSilence(seconds: 0.3))
            radio.write("quit\n")
            #expect(await radio.finish().status == 0)
            // All that was decoded, sample by sample, with nothing but silences between.
            let parts = listening.recording.sounds(partedBy: 0.02)
            #expect(parts.count >= count + 1)
            var next = samples.firstIndex { $0.magnitude > Recording.threshold.magnitude } ?? 0
            for (number, part) in parts.enumerated() {
                let heard = listening.recording.samples[part]
                // What is too quiet to count as sound may be at the edges of a silence.
                next = (next..<(next + 20)).first { samples.dropFirst($0).starts(with: heard) } ?? samples.count
                #expect(next < samples.count, "part \(number) is not what follows")
                next = min(samples.count, next + heard.count)
            }
            #expect(samples.dropFirst(next).allSatisfy { $0.magnitude <= Recording.threshold.magnitude })
            print("\(count) pauses: not one sample lost")
        }
    }
}
