import Playback
public import Session
public import Terminal

/// How the program was called: what to do, with which options, and in which of its three faces.
public struct Invocation: Sendable {
    /// The program's version.
    public static let version = "0.1.0"

    /// A prompt at a terminal, a script on standard input, or one command.
    public let face: SessionConfiguration.Face
    let options: Options
    let words: [Options.Word]
    var configuration: SessionConfiguration
    let places: Places

    /// Reads the arguments (without the program's name). Wrong ones are told by `errors`, and give nil.
    public init?(_ arguments: [String], isTerminal: Bool, errors: Out) {
        self.init(arguments, isTerminal: isTerminal, errors: errors, environment: Places.variable)
    }

    init?(_ arguments: [String], isTerminal: Bool, errors: Out, environment: (String) -> String?) {
        do {
            (options, words) = try Options.parse(arguments)
        } catch {
            errors.writeLine(TextPrinter(width: nil).error(error))
            return nil
        }
        places = Places(library: options.library, environment: environment)
        let isCommand = !words.isEmpty || options.version || options.help
        face = isCommand ? .oneShot : isTerminal ? .prompt : .script
        configuration = SessionConfiguration(
            libraryFolder: places.library, settingsFile: places.settings, cacheFolder: places.cache,
            output: options.output ?? .pulse(sink: nil), source: options.source, face: face, country: Country.ofLocale(environment),
            userAgent: "Skywave/\(Self.version) (terminal radio)",
            words: { ErrorText.words(for: $0) })
    }

    /// How lines are asked for; nil where one command is run.
    public func promptSettings(_ complete: @escaping (String) -> [String]) -> PromptSettings? {
        if face == .oneShot { return nil }
        var settings = PromptSettings()
        settings.prompt = "skywave>"
        settings.style = .bold.and(.cyan)
        settings.historyFile = places.history
        settings.remembers = { !$0.contains(".key ") && !$0.contains(".sign ") }
        settings.completions = complete
        return settings
    }

    /// The colours of an output, off where they were not wanted.
    public func palette(for out: Out) -> Palette { Palette(for: out, isWanted: !options.noColor) }

    func printer(_ options: Options, width: Int?, out: Out) -> any Printer {
        if options.json { return JSONPrinter() }
        var printer = TextPrinter(width: width, palette: Palette(for: out, isWanted: !options.noColor))
        printer.clock = configuration.clock
        return printer
    }
}

extension Options {
    /// These options and those of one line, which hold for that line alone. What was decided at the start stays: the library, and what
    /// the sound comes out of.
    func with(_ line: Options) throws(UsageError) -> Options {
        if line.library != nil { throw .badOption("--library", expected: "effect only where skywave is started") }
        if let output = line.output, !output.isFile { throw .badOption("--output", expected: "only wav:FILE or raw:- within a line") }
        var both = line
        both.source = line.source ?? source
        both.output = line.output ?? output
        both.json = json || line.json
        both.yes = yes || line.yes
        both.quiet = quiet || line.quiet
        both.verbose = verbose || line.verbose
        both.noColor = noColor || line.noColor
        return both
    }
}
