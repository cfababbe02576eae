import Catalogue
import Playback
import Terminal

/// What `inspect` found in an audio file, in words.
enum TextAudio {
    static func lines(_ facts: AudioFacts, _ tags: AudioTags, name: String, width: Int?, palette: Palette) -> [String] {
        let rate = facts.bitrate.map { "\($0) kbit/s" + (facts.vbr ? " on average, variable" : "") }
        let lines = TextTable.facts(
            [
                ("title", tags.title?.text), ("artist", tags.artist?.text), ("album", tags.album?.text),
                ("chapters", tags.chapters.isEmpty ? nil : "\(tags.listedChapters.count)"), ("codec", codec(facts)),
                ("sound", "\(facts.sampleRate) Hz, \(channels(facts.channels))"),
                (
                    "duration",
                    "\(Figures.length(facts.duration)) (\(Figures.plain((facts.duration * 10_000).rounded() / 10_000)) s, \(facts.frames) frames)"
                ),
                ("bit rate", rate), ("size", facts.bytes.map(Figures.size)),
            ], width: width, palette: palette)
        return [palette.paint(Columns.plain(name), .bold)] + lines
            + facts.warnings.map { palette.paint("warning: \(words($0))", .yellow) }
    }

    /// What isn't as it should be, though it can be played.
    static func words(_ warning: AudioWarning) -> String {
        switch warning {
        case .junk(let bytes): "\(Figures.size(bytes)) between the frames are no audio and are left out"
        case .formatChanges(let count): "the format changes \(Figures.count(count, "time", "times")) on the way"
        }
    }

    /// `MP3 (MPEG-1 layer 3)`, `OPUS`.
    private static func codec(_ facts: AudioFacts) -> String {
        facts.codec.uppercased() + (facts.mpeg.map { " (MPEG-\(Figures.plain($0)) layer \(facts.codec.suffix(1)))" } ?? "")
    }

    private static func channels(_ count: Int) -> String {
        switch count {
        case 1: "mono"
        case 2: "stereo"
        default: "\(count) channels"
        }
    }
}
