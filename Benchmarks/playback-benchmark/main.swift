// Plays into a null sink of the sound server's and measures by a recorder on it. Called by Scripts/bench.
//   playback-benchmark make SECONDS FILE              a WAVE file, stereo at 44.1 kHz, whose tone rises by 20 Hz a minute from 400 Hz on
//   playback-benchmark run COMMAND…                   wall and CPU seconds and peak memory (bytes) of a command
//   playback-benchmark sound [OPTION…] COMMAND…       seconds from the start of a command, or of --say, to the first sound, and bytes sent by --far
//       --sink NAME                                   the sink that is recorded (bench)
//       --hertz H                                     the sound that is waited for is of this pitch
//       --far FOLDER KBITS MILLISECONDS               serves the folder at that rate, all connections together, after that delay; FAR in the command
//                                                     and in what is said is its address
//       --say FIRST SECOND                            two lines for the command's input: the second, from which time is taken, two seconds after
//                                                     the first has brought sound ("": after one second)
//   playback-benchmark table FILE                     medians of lines "WORK|NAME|figure", and of what `skywave` has in parts of each other's
import Foundation

signal(SIGPIPE, SIG_IGN)
let words = Array(CommandLine.arguments.dropFirst())
do {
    switch (words.first, words.count) {
    case ("make", 3): try RisingTone.write(seconds: Int(words[1]) ?? 0, to: words[2])
    case ("run", 2...): print(try Program(Array(words.dropFirst())).measure())
    case ("sound", 2...):
        var options = Options()
        let command = try options.read(Array(words.dropFirst()))
        print(try FirstSound(options).measure(command))
    case ("table", 2): print(Medians(try String(contentsOfFile: words[1], encoding: .utf8)).lines.joined(separator: "\n"))
    default: exit(2)
    }
} catch {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(1)
}

/// What went wrong, in words.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ words: String) { description = words }
}

/// How `sound` is to measure.
struct Options {
    var sink = "bench"
    var hertz: Double?
    var far: (folder: String, kilobits: Int, milliseconds: Int)?
    var say: (first: String, second: String)?

    /// Reads the options before a command; gives the command.
    mutating func read(_ words: [String]) throws -> [String] {
        var rest = words[...]
        func next() throws -> String {
            guard let word = rest.popFirst() else { throw Failure("a word is missing") }
            return word
        }
        while let option = rest.first, option.hasPrefix("--") {
            rest.removeFirst()
            switch option {
            case "--sink": sink = try next()
            case "--hertz": hertz = Double(try next())
            case "--far": far = (try next(), Int(try next()) ?? 0, Int(try next()) ?? 0)
            case "--say": say = (try next(), try next())
            default: throw Failure("\(option) is no option")
            }
        }
        return Array(rest)
    }
}
