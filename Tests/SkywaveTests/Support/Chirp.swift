import TestSupport

/// A tone that rises evenly, so that every place in it can be told by its pitch.
enum Chirp {
    private static let lowest = 500.0
    private static let rise = 100.0
    /// Samples of one look.
    private static let look = Listening.rate / 25

    /// Writes an MP3 file of so many seconds, 40 at most.
    static func write(seconds: Int, to name: String, in folder: TemporaryFolder) async throws {
        let tones = (0..<(seconds * 100)).map { (hertz: lowest + rise * (Double($0) + 0.5) / 100, seconds: 0.01) }
        try await Tone.write(tones, to: name, in: folder)
    }

    /// What was heard from one place of a recording on.
    struct Heard {
        /// The place in the recording, in samples.
        var sample: Int
        /// The place in the chirp there, in seconds.
        var place: Double
    }

    /// What was heard, looked at in steps of so many seconds; silences and what isn't even are left out.
    static func heard(in recording: Recording, from first: Int = 0, step: Double = 0.01) -> [Heard] {
        stride(from: max(0, first), to: recording.samples.count - look, by: Int(step * Double(Listening.rate))).compactMap { start in
            let range = start..<(start + look)
            guard recording.isFull(range), recording.unevenness(range) < 0.25, let pitch = recording.frequency(range) else { return nil }
            return Heard(sample: start, place: (pitch - lowest) / rise - 0.5 * Double(look) / Double(Listening.rate))
        }
    }

    /// The furthest that any two looks that follow each other are from what time says, silences left out.
    static func worstJump(in recording: Recording, from first: Int = 0) -> Double {
        let heard = heard(in: recording.withoutSilences(from: first))
        return zip(heard, heard.dropFirst()).map {
            abs($1.place - $0.place - Double($1.sample - $0.sample) / Double(Listening.rate))
        }.max() ?? 0
    }
}

extension Recording {
    /// The sound alone, from a place on.
    func withoutSilences(from first: Int) -> Recording {
        Recording(samples: sounds().flatMap { samples[$0.clamped(to: first..<max(first, samples.count))] })
    }

    /// Whether there is sound in every 2 ms of a stretch.
    func isFull(_ range: Range<Int>) -> Bool {
        stride(from: range.lowerBound, to: range.upperBound, by: 100).allSatisfy { start in
            samples[start..<min(start + 100, range.upperBound)].contains { $0.magnitude > Self.threshold.magnitude }
        }
    }
}
