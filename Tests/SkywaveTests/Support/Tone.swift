import Foundation
import TestSupport

/// Sound made for the tests: sine waves, encoded by lame.
enum Tone {
    struct Failure: Error {
        let words: String
    }

    /// An MP3 file of tones one after the other, each of a whole number of waves a second and so many seconds.
    static func write(_ tones: [(hertz: Double, seconds: Double)], to name: String, in folder: TemporaryFolder) async throws {
        let rate = 44100.0
        var samples: [Int16] = []
        var phase = 0.0
        for tone in tones {
            for _ in 0..<Int(tone.seconds * rate) {
                samples.append(Int16(12000 * sin(phase)).littleEndian)
                phase += 2 * .pi * tone.hertz / rate
            }
        }
        try folder.write(samples.withUnsafeBytes { [UInt8]($0) }, to: name + ".raw")
        let lame = try ChildProcess(
            "lame", ["--quiet", "-r", "-s", "44.1", "-m", "m", "--bitwidth", "16", "-b", "128", name + ".raw", name],
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"], folder: folder.path)
        let (words, status) = await lame.finish()
        guard status == 0 else { throw Failure(words: "lame: \(words.errorText)") }
        try FileManager.default.removeItem(atPath: folder.file(name + ".raw"))
    }
}
