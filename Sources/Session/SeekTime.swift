/// A place to go to in an item, as a listener writes it: `+30`, `-10`, `1:30`, `1:02:03`, `80%`, `30m`, `1h30m`.
public enum SeekTime: Equatable, Sendable {
    /// Seconds from the start.
    case absolute(Double)
    /// Seconds on, or back.
    case relative(Double)
    /// 0 to 1 of the whole.
    case fraction(Double)

    /// Nil where the text is none of the forms. Text that stands for more than about 30 years isn't one.
    public init?(_ text: String) {
        guard let first = text.first else { return nil }
        if text.last == "%" {
            guard let percent = Self.number(text.dropLast()), percent <= 100 else { return nil }
            self = .fraction(percent / 100)
        } else if first == "+" || first == "-" {
            guard let seconds = Self.seconds(text.dropFirst()) else { return nil }
            self = .relative(first == "-" ? -seconds : seconds)
        } else {
            guard let seconds = Self.seconds(text[...]) else { return nil }
            self = .absolute(seconds)
        }
    }

    /// A part of the whole, which has to be known.
    var isPart: Bool { if case .fraction = self { true } else { false } }

    /// The place in seconds, held between 0 and the duration where that is known. A part of an unknown whole is where it stands. `isOpen`: it may
    /// lie behind the duration, which is a guess.
    public func place(from position: Double, duration: Double?, isOpen: Bool = false) -> Double {
        let wanted =
            switch self {
            case .absolute(let seconds): seconds
            case .relative(let seconds): position + seconds
            case .fraction(let part): duration.map { $0 * part } ?? position
            }
        return min(max(wanted, 0), isOpen ? .infinity : duration ?? .infinity)
    }

    private static func seconds(_ text: Substring) -> Double? {
        if text.contains(":") { return clock(text) }
        if let last = text.last, "hms".contains(last) { return units(text) }
        return number(text)
    }

    private static func clock(_ text: Substring) -> Double? {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(fields.count) else { return nil }
        var total = 0.0
        for field in fields {
            guard let value = number(field) else { return nil }
            total = total * 60 + value
        }
        return total
    }

    private static func units(_ text: Substring) -> Double? {
        var (total, digits, left) = (0.0, Substring(), "hms"[...])
        for character in text {
            guard "hms".contains(character) else {
                digits.append(character)
                continue
            }
            // Each unit once, the larger ones first.
            guard let place = left.firstIndex(of: character), let value = number(digits) else { return nil }
            left = left[left.index(after: place)...]
            total += value * (character == "h" ? 3600 : character == "m" ? 60 : 1)
            digits = ""
        }
        return total
    }

    private static func number(_ text: Substring) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }), let value = Double(text),
            value < 1e9
        else { return nil }
        return value
    }
}
