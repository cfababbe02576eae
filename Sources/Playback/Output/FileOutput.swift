import Glibc

/// Samples into a file or pipe, as fast as it takes them: bare, or behind a RIFF WAVE header. A regular file is written beside its name and
/// only then takes it, so that a failure leaves nothing.
final class FileOutput: AudioOutput {
    private(set) var state = OutputState.closed
    private let path: String
    private let isWave: Bool
    private var sink: FileSink?
    private var header: AudioFormat?
    private(set) var format = AudioFormat(sampleRate: 44_100, channels: 2)
    private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 16)
    /// Bytes of samples taken.
    private(set) var bytes: Int64 = 0

    init(path: String, isWave: Bool) {
        self.path = path
        self.isWave = isWave
    }

    deinit { scratch.deallocate() }

    /// The file itself is made at the first sample; the header keeps the first format.
    func open(_ format: AudioFormat) {
        self.format = format
        state = .ready
    }

    func write(limit: Int, _ body: (UnsafeMutableRawBufferPointer) throws(PlaybackError) -> Int) throws(PlaybackError) -> Written {
        let room = min(limit, scratch.count) / format.bytesPerFrame * format.bytesPerFrame
        let count = try body(UnsafeMutableRawBufferPointer(rebasing: scratch[..<room]))
        guard count > 0 else { return .bytes(0) }
        try begin().write(UnsafeRawBufferPointer(rebasing: scratch[..<count]))
        bytes += Int64(count)
        return .bytes(count)
    }

    private func begin() throws(PlaybackError) -> FileSink {
        if let sink { return sink }
        let opened = try FileSink(path: path)
        sink = opened
        header = format
        if isWave { try opened.write(WaveHeader.bytes(format, dataBytes: nil)) }
        return opened
    }

    /// Completes the header and gives the file its name.
    func finish() throws(PlaybackError) {
        guard let sink else { return }
        if isWave, let header { try sink.rewrite(WaveHeader.bytes(header, dataBytes: bytes)) }
        try sink.keep()
        self.sink = nil
    }

    /// Leaves no file.
    func close() {
        sink?.discard()
        sink = nil
        state = .closed
    }

    var delay: Double { 0 }
    func pause() {}
    func resume() {}
    func flush() {}
    func drain() {}
    var isDrained: Bool { true }
    func setVolume(_ percent: Int) {}
    func setDevice(_ name: String?) {}
    var patience: Double { 0 }
}

/// The 44 bytes in front of the samples: RIFF WAVE, format 1 (PCM).
enum WaveHeader {
    /// `dataBytes` nil: not known (a pipe), said as the largest number, as for what doesn't fit in 32 bits.
    static func bytes(_ format: AudioFormat, dataBytes: Int64?) -> [UInt8] {
        let data = dataBytes.flatMap { UInt32(exactly: $0) } ?? .max
        let (riff, overflow) = data.addingReportingOverflow(36)
        let rate = UInt32(clamping: format.sampleRate)
        let frame = UInt16(clamping: format.bytesPerFrame)
        var bytes = Array("RIFF".utf8) + little(overflow ? .max : riff) + Array("WAVEfmt ".utf8) + little(UInt32(16))
        bytes += little(UInt16(1)) + little(UInt16(clamping: format.channels)) + little(rate) + little(rate &* UInt32(frame))
        bytes += little(frame) + little(UInt16(16)) + Array("data".utf8) + little(data)
        return bytes
    }

    private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian, Array.init)
    }
}
