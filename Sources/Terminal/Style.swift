import Glibc

/// How a text looks on a terminal: SGR numbers of ECMA-48.
public struct Style: Hashable, Sendable {
    let codes: [UInt8]

    /// No style.
    public static let plain = Style(codes: [])
    /// Bold, or bright where a terminal has no bold.
    public static let bold = Style(codes: [1])
    /// Faint.
    public static let dim = Style(codes: [2])
    /// Underlined.
    public static let underlined = Style(codes: [4])
    /// Text and background exchanged.
    public static let reversed = Style(codes: [7])
    /// In the terminal's red.
    public static let red = Style(codes: [31])
    /// In the terminal's green.
    public static let green = Style(codes: [32])
    /// In the terminal's yellow.
    public static let yellow = Style(codes: [33])
    /// In the terminal's blue.
    public static let blue = Style(codes: [34])
    /// In the terminal's magenta.
    public static let magenta = Style(codes: [35])
    /// In the terminal's cyan.
    public static let cyan = Style(codes: [36])

    /// Both together, as in `.bold.and(.green)`.
    public func and(_ other: Style) -> Style { Style(codes: codes + other.codes) }
}

/// Puts styles on text, or leaves it alone where colours are off.
public struct Palette: Sendable {
    /// Whether anything is painted.
    public let isOn: Bool

    /// A palette that paints or does not, whatever the terminal.
    public init(isOn: Bool) { self.isOn = isOn }

    /// Leaves every text as it is.
    public static let off = Palette(isOn: false)

    /// The palette for an output: off without a terminal, with NO_COLOR (https://no-color.org: set and not empty), with TERM
    /// unset or `dumb`, or where `isWanted` is false (`--no-color`).
    public init(for output: Out, isWanted: Bool = true) {
        self.init(isTerminal: output.isTerminal, isWanted: isWanted, noColor: environment("NO_COLOR"), term: environment("TERM"))
    }

    init(isTerminal: Bool, isWanted: Bool, noColor: String?, term: String?) {
        isOn = isTerminal && isWanted && (noColor ?? "").isEmpty && !isDumb(term)
    }

    /// `text` between the sequences that begin and end `style`.
    public func paint(_ text: String, _ style: Style) -> String {
        guard isOn, !style.codes.isEmpty, !text.isEmpty else { return text }
        return "\u{1B}[" + style.codes.map(String.init).joined(separator: ";") + "m" + text + "\u{1B}[0m"
    }
}

func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Whether a terminal of that TERM obeys no sequences.
func isDumb(_ term: String?) -> Bool { ["", "dumb", "unknown"].contains(term ?? "") }
