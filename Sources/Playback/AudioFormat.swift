/// What a decoder gives and an output takes: interleaved signed 16-bit samples, little-endian.
public struct AudioFormat: Hashable, Sendable {
    /// Frames a second, in Hz.
    public var sampleRate: Int
    /// 1 or 2.
    public var channels: Int

    public init(sampleRate: Int, channels: Int) {
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// Bytes of one frame: a sample of each channel.
    public var bytesPerFrame: Int { channels * 2 }

    func seconds(_ frames: Int) -> Double { Double(frames) / Double(max(1, sampleRate)) }

    /// The whole frames in a time; hostile times are cut to what fits.
    func frames(_ seconds: Double) -> Int {
        guard seconds > 0 else { return 0 }
        return Int(exactly: (min(seconds, 1e9) * Double(sampleRate)).rounded()) ?? 0
    }
}

/// Where the sound goes, as `--output` names it.
public enum OutputChoice: Hashable, Sendable {
    /// The sound server; nil is its default sink.
    case pulse(sink: String?)
    /// A clock without sound.
    case null
    /// A RIFF WAVE file, written as fast as the machine can; "-" is standard output.
    case wav(String)
    /// Bare samples; "-" is standard output.
    case raw(String)

    /// `pulse`, `pulse:SINK`, `null`, `wav:FILE` or `raw:FILE`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let rest = parts.count == 2 ? parts[1] : nil
        switch (parts[0], rest) {
        case ("pulse", nil): self = .pulse(sink: nil)
        case ("null", nil): self = .null
        case ("pulse", let sink?) where !sink.isEmpty: self = .pulse(sink: sink)
        case ("wav", let path?) where !path.isEmpty: self = .wav(path)
        case ("raw", let path?) where !path.isEmpty: self = .raw(path)
        default: return nil
        }
    }

    /// Written as fast as the machine can, by `Renderer`, and never played.
    public var isFile: Bool {
        switch self {
        case .wav, .raw: true
        case .pulse, .null: false
        }
    }
}
