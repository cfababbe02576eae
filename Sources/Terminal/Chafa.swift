/// Draws pictures for a terminal by `chafa` (https://hpjansson.org/chafa), where that is installed.
public struct Chafa: Sendable {
    private let program: ChildProgram

    /// nil where there is none on the PATH.
    public init?() {
        guard let program = ChildProgram(named: "chafa") else { return nil }
        self.program = program
    }

    /// Whether a terminal can show what is drawn: an output that is none, and a TERM that obeys no sequences, can't.
    public static func canShow(on output: Out) -> Bool { output.isTerminal && !isDumb(environment("TERM")) }

    /// The picture in the file of that absolute path, as text with the terminal's sequences in it, ready for `Out`: as wide as the terminal of
    /// `output` and at most half as high. What the terminal can do chafa takes from TERM; without a palette it uses no colours.
    /// Throws ChildProgram.Failure (`failed`: it can't read the picture), CancellationError.
    public func draw(_ path: String, for output: Out, palette: Palette) async throws -> String {
        let size = Screen.size(of: output.descriptor)
        var arguments = ["--size", "\(size.columns)x\(max(size.rows / 2, 1))", "--animate", "off"]
        if !palette.isOn { arguments += ["--colors", "none"] }
        let text = String(decoding: try await program.output(arguments + [path]), as: UTF8.self)
        return text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
    }
}
