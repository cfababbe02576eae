import Glibc

/// The `ffmpeg` on PATH.
struct FFmpegProgram: Equatable {
    let path: String

    /// Nil where it isn't installed.
    static var installed: FFmpegProgram? { FFmpegProgram(in: getenv("PATH").map { String(cString: $0) } ?? "") }

    init(path: String) { self.path = path }

    /// The first in these folders, parted by colons. Those that aren't absolute are passed over.
    init?(in folders: String) {
        let places = folders.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/ffmpeg" }
        guard let path = places.first(where: Self.canRun) else { return nil }
        self.path = path
    }

    private static func canRun(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    /// Where the bytes come from.
    enum Input {
        /// A file that stands as its standard input; it goes about in it as it likes.
        case file
        /// What is written to its standard input.
        case pipe
    }

    /// Where it is to begin.
    enum Start {
        case beginning
        /// At a time of the input, in seconds.
        case at(Double)
        /// The same, where the input doesn't begin at its beginning: frames tell their own times.
        case timed(Double)
    }

    /// The words that make it write WAVE with 16 bits, in the source's own rate, mono or stereo. It may open nothing but its standard input.
    static func arguments(_ kind: FFmpegKind, _ input: Input, _ start: Start) -> [String] {
        let format = "aformat=sample_fmts=s16:channel_layouts=mono|stereo"
        var words = ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+info", "-threads", "1", "-f", kind.demuxer]
        switch start {
        case .beginning: break
        case .at(let seconds): words += ["-ss", number(seconds)]
        case .timed: words.append("-copyts")
        }
        switch input {
        case .file: words += ["-protocol_whitelist", "file", "-i", "file:/dev/stdin"]
        case .pipe: words += ["-protocol_whitelist", "pipe", "-i", "pipe:0"]
        }
        if case .timed(let seconds) = start {
            // The second branch tells the time of the first samples.
            let told = "[told]aselect=eq(n\\,0),ashowinfo,anullsink"
            words += [
                "-filter_complex", "[0:a:0]atrim=start=\(number(seconds)),\(format),asplit=2[sound][told];\(told)", "-map", "[sound]",
            ]
        } else {
            words += ["-map", "0:a:0", "-af", format]
        }
        return words + ["-map_metadata", "-1", "-bitexact", "-f", "wav", "pipe:1"]
    }

    /// Microseconds, as ffmpeg counts; never with an exponent.
    private static func number(_ seconds: Double) -> String {
        let micros = Int64((min(max(0, seconds), 1e9) * 1e6).rounded())
        let rest = String(micros % 1_000_000)
        return "\(micros / 1_000_000).\(String(repeating: "0", count: 6 - rest.count))\(rest)"
    }
}
