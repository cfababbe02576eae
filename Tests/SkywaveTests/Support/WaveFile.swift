import TestSupport

/// The parts of a RIFF WAVE file with 16-bit samples.
struct WaveFile {
    let rate: Int
    let channels: Int
    let samples: ArraySlice<UInt8>

    /// Nil where the sizes in it don't agree with the file.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 44, bytes.starts(with: "RIFF".utf8), bytes[8..<16].elementsEqual("WAVEfmt ".utf8) else { return nil }
        func number(_ place: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
        let data = 20 + number(16, 4)
        guard data + 8 <= bytes.count, bytes[data..<(data + 4)].elementsEqual("data".utf8) else { return nil }
        guard number(data + 4, 4) == bytes.count - data - 8, number(4, 4) == bytes.count - 8 else { return nil }
        (rate, channels, samples) = (number(24, 4), number(22, 2), bytes[(data + 8)...])
        guard number(20, 2) == 1, number(34, 2) == 16, number(32, 2) == channels * 2, number(28, 4) == rate * channels * 2 else {
            return nil
        }
    }
}

/// The SHA-256 of bytes as another program reckons it.
func sha256(_ bytes: [UInt8]) async throws -> String {
    let scratch = try TemporaryFolder()
    try scratch.write(bytes, to: "bytes")
    let sum = try ChildProcess("sha256sum", ["bytes"], environment: ["PATH": "/usr/bin:/bin"], folder: scratch.path)
    return String(await sum.finish().words.text.prefix(64))
}
