import Foundation
import Synchronization

/// Waits for a sound that a command makes.
struct FirstSound {
    private let options: Options

    init(_ options: Options) { self.options = options }

    /// "seconds bytes"; throws where nothing is heard within twenty seconds.
    func measure(_ command: [String]) throws -> String {
        let recorder = try SinkRecorder(options.sink)
        defer { recorder.end() }
        let server = try options.far.map { try FarServer(folder: $0.folder, kilobits: $0.kilobits, milliseconds: $0.milliseconds) }
        func filled(_ text: String) -> String { text.replacingOccurrences(of: "FAR", with: server?.address ?? "FAR") }
        var start = ContinuousClock.now
        let program = try Program(command.map(filled))
        defer { program.end() }
        if let (first, second) = options.say {
            if !first.isEmpty {
                program.say(filled(first))
                _ = try recorder.wait(after: start, hertz: nil)
            }
            usleep(first.isEmpty ? 1_000_000 : 2_000_000)
            start = .now
            server?.forget()
            program.say(filled(second))
        }
        let heard = try recorder.wait(after: start, hertz: options.hertz)
        let bytes = server?.sent ?? 0
        return String(format: "%.4f %ld", (heard - start) / .seconds(1), bytes)
    }
}

/// Records a sink, and knows when what came.
final class SinkRecorder: Sendable {
    private static let rate = 44100
    /// Samples of a piece: ten milliseconds.
    private static let piece = rate / 100

    private struct Piece {
        var time: ContinuousClock.Instant
        var samples: [Int16]
    }

    private let pieces = Mutex<[Piece]>([])
    private let process: pid_t

    init(_ sink: String) throws {
        let program = try Program(
            ["parec", "-d", sink + ".monitor", "--raw", "--format=s16le", "--rate=\(Self.rate)", "--channels=1", "--latency-msec=10"],
            readsOutput: true)
        process = program.process
        let output = program.output
        Thread.detachNewThread { [self] in
            var bytes = [UInt8](repeating: 0, count: Self.piece * 2)
            var held = 0
            while true {
                let count = bytes.withUnsafeMutableBytes { read(output, $0.baseAddress?.advanced(by: held), $0.count - held) }
                if count <= 0 { break }
                held += count
                guard held == bytes.count else { continue }
                held = 0
                let samples = stride(from: 0, to: bytes.count, by: 2).map {
                    Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
                }
                pieces.withLock { $0.append(Piece(time: .now, samples: samples)) }
            }
        }
        for _ in 0..<500 where pieces.withLock({ $0.isEmpty }) { usleep(10_000) }
        if pieces.withLock({ $0.isEmpty }) { throw Failure("nothing is recorded from \(sink)") }
    }

    func end() {
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// When the first sound came, of a pitch where one is given.
    func wait(after start: ContinuousClock.Instant, hertz: Double?) throws -> ContinuousClock.Instant {
        var last: [Int16] = []
        for _ in 0..<4000 {
            let new = pieces.withLock { pieces in
                defer { pieces = [] }
                return pieces
            }
            for piece in new where piece.time > start {
                if let hertz {
                    if let pitch = Self.pitch(last + piece.samples), abs(pitch - hertz) < 8 { return piece.time }
                } else if piece.samples.contains(where: { $0.magnitude > 300 }) {
                    return piece.time
                }
                last = piece.samples
            }
            usleep(5000)
        }
        throw Failure("nothing was heard")
    }

    /// By the rising zero crossings of 20 ms; nil where it is not loud.
    private static func pitch(_ samples: [Int16]) -> Double? {
        guard samples.count == 2 * piece, samples.suffix(piece / 2).contains(where: { $0.magnitude > 300 }) else { return nil }
        let crossings = zip(samples.indices, zip(samples, samples.dropFirst())).compactMap { index, pair -> Double? in
            guard pair.0 < 0, pair.1 >= 0 else { return nil }
            return Double(index) - Double(pair.0) / (Double(pair.1) - Double(pair.0))
        }
        guard let first = crossings.first, let last = crossings.last, crossings.count > 2 else { return nil }
        return Double(crossings.count - 1) * Double(rate) / (last - first)
    }
}
