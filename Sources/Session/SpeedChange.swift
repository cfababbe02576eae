import Playback

/// A speed as a listener writes it: `1.5`, or from what it is: `+0.1`, `-0.1`.
public enum SpeedChange: Equatable, Sendable {
    case to(Double)
    case by(Double)

    /// Nil where the text is neither, or a speed that can't be had.
    public init?(_ text: String) {
        let isRelative = text.hasPrefix("+") || text.hasPrefix("-")
        let digits = isRelative ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
            let number = Double(digits), number <= 1000
        else { return nil }
        if isRelative {
            self = .by(text.hasPrefix("-") ? -number : number)
        } else {
            guard Effects.speeds.contains(number) else { return nil }
            self = .to(number)
        }
    }

    /// The speed that is meant, in hundredths; a step leads no farther than what can be had.
    func speed(from now: Double) -> Double {
        let wanted =
            switch self {
            case .to(let speed): speed
            case .by(let step): min(max(now + step, Effects.speeds.lowerBound), Effects.speeds.upperBound)
            }
        return (wanted * 100).rounded() / 100
    }
}
