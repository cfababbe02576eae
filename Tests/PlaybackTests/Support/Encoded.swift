import Foundation

@testable import Playback

/// Sound of several kinds, made by ffmpeg: twenty seconds in stereo at 44100 Hz whose left channel rises from 200 Hz by 40 Hz a second.
enum Encoded {
    static let seconds = 20.0
    static let frames = 882_000

    /// What its decoder gives for `samples` is exactly those.
    static let lossless = ["flac", "wav", "aiff"]
    /// The sound's own length in frames, at the rate of the encoded kind.
    static let kinds: [(ending: String, frames: Int)] = [
        ("flac", frames), ("wav", frames), ("aiff", frames), ("ogg", frames), ("opus", 960_000), ("m4a", frames), ("aac", frames),
    ]

    static var isPossible: Bool {
        let isThere = FFmpegProgram.installed != nil
        if !isThere { print("ffmpeg is not installed: other kinds of sound than MPEG audio are not tried") }
        return isThere
    }

    static let samples: [Int16] = (0..<frames).flatMap { frame -> [Int16] in
        let time = Double(frame) / 44_100
        return [Int16(8000 * sin(2 * .pi * (200 * time + 20 * time * time))), Int16(8000 * sin(2 * .pi * 330 * time))]
    }

    /// Writes it to a file of that ending.
    static func write(_ ending: String, in scratch: Scratch, _ more: [String] = []) throws -> String {
        let bytes = samples.withUnsafeBytes { [UInt8]($0) }
        let raw = try scratch.write("samples-\(UUID().uuidString).raw", bytes)
        let path = scratch.file("sound-\(UUID().uuidString).\(ending)")
        let input = ["-nostdin", "-loglevel", "error", "-f", "s16le", "-ar", "44100", "-ac", "2", "-i", raw]
        guard succeeds("ffmpeg", input + (ending == "ogg" ? ["-c:a", "libvorbis"] : []) + more + [path]) else {
            throw CocoaError(.fileWriteUnknown)
        }
        try FileManager.default.removeItem(atPath: raw)
        return path
    }

    static func bytes(_ ending: String, _ more: [String] = []) throws -> [UInt8] {
        let scratch = try Scratch()
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: write(ending, in: scratch, more))))
    }

    /// Where in the whole some samples of it are, by the pitch of the left channel: seconds, to a few hundredths.
    static func place(of samples: ArraySlice<Int16>, rate: Int) -> Double {
        let left = stride(from: samples.startIndex, to: samples.endIndex - 1, by: 2).map { Int(samples[$0]) }
        var crossings: [Int] = []
        for index in left.indices.dropFirst() where left[index - 1] < 0 && left[index] >= 0 { crossings.append(index) }
        guard let first = crossings.first, let last = crossings.last, last > first else { return -1 }
        let hertz = Double(crossings.count - 1) / Double(last - first) * Double(rate)
        return (hertz - 200) / 40 - Double(first + last) / 2 / Double(rate)
    }
}
