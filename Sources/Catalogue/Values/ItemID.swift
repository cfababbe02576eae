/// The short name by which a listener addresses a stored item: `p12` a program, `e345` an episode, `s7` a story, `r3` a radio
/// station. The library gives them out; one never changes for the life of a library and is never given out twice.
public struct ItemID: Hashable, Sendable, CustomStringConvertible {
    /// What an id names; the raw value is its first letter.
    public enum Kind: Character, Sendable, CaseIterable {
        case program = "p"
        case episode = "e"
        case story = "s"
        case station = "r"

        /// Whether it has sound of its own: what can stand in a queue.
        public var isPlayable: Bool { self == .episode || self == .station }
    }

    public let kind: Kind
    /// From 1, counted for each kind by itself.
    public let number: Int64

    public init(_ kind: Kind, _ number: Int64) {
        self.kind = kind
        self.number = number
    }

    /// Reads `p12`; nil where the text is not an id (another letter, no digits, a sign, zero, more than 18 digits).
    public init?(_ text: some StringProtocol) {
        guard let first = text.first, let kind = Kind(rawValue: first) else { return nil }
        let digits = text.dropFirst()
        guard (1...18).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int64(digits), number > 0
        else { return nil }
        self.init(kind, number)
    }

    public var description: String { "\(kind.rawValue)\(number)" }
}
