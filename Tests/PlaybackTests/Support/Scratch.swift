import Foundation

@testable import Playback

/// A folder that goes with its test.
final class Scratch {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/playback-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }
}

/// An MP3 of this test target: `tone` is 5.000 s of 440 Hz at 44100 Hz, `steps` 10 s at 22050 Hz whose second n has 400 + 100 n Hz. Both mono.
func fixture(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent("Fixtures/\(name).mp3")))
}

/// All samples of a source, of whatever format, one after another.
func decodeAll(_ decoder: any Decoder) throws -> (samples: [Int16], formats: [AudioFormat]) {
    var samples: [Int16] = []
    var formats = [decoder.format]
    var buffer = [Int16](repeating: 0, count: 9216)
    for _ in 0..<1_000_000 {
        switch try buffer.withUnsafeMutableBytes({ bytes throws(PlaybackError) in try decoder.read(into: bytes) }) {
        case .bytes(let count): samples += buffer.prefix(count / 2)
        case .format(let format): formats.append(format)
        case .end: return (samples, formats)
        }
    }
    return (samples, formats)
}

/// Decodes at least so many frames; gives how many those are.
func decode(_ decoder: any Decoder, frames wanted: Int) throws -> Int {
    var (buffer, frames) = ([Int16](repeating: 0, count: 9216), 0)
    for _ in 0..<wanted where frames < wanted {
        guard case .bytes(let count) = try buffer.withUnsafeMutableBytes({ bytes throws(PlaybackError) in try decoder.read(into: bytes) })
        else { break }
        frames += count / decoder.format.bytesPerFrame
    }
    return frames
}
