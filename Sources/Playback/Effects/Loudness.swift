import Glibc

/// Makes samples louder or softer by a factor. What would be louder than can be is bent, never cut off.
struct Loudness {
    /// No file is believed to need more.
    private static let decibels = -40.0...20.0
    /// From here on up to the loudest it is bent.
    private static let knee = 0.8

    private let factor: Float

    /// Nil where nothing is to be done.
    init?(decibels: Double) {
        guard decibels.isFinite, decibels != 0 else { return nil }
        factor = Float(pow(10, min(max(decibels, Self.decibels.lowerBound), Self.decibels.upperBound) / 20))
    }

    func apply(to samples: UnsafeMutableBufferPointer<Int16>) {
        for index in samples.indices {
            let wanted = Float(samples[index]) * factor
            samples[index] = Int16(clamping: Int((factor > 1 ? Self.bent(wanted) : wanted).rounded()))
        }
    }

    private static func bent(_ sample: Float) -> Float {
        let (full, knee) = (Float(Int16.max), Float(Self.knee) * Float(Int16.max))
        guard abs(sample) > knee else { return sample }
        let over = (abs(sample) - knee) / (full - knee)
        return (knee + (full - knee) * tanhf(over)) * (sample < 0 ? -1 : 1)
    }
}
