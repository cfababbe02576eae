import CPulse

/// One playback stream; all calls with the connection's lock held.
final class PulseStream {
    let format: AudioFormat
    /// What it was made with.
    let volume: Int
    let sink: String?
    private let connection: PulseConnection
    private let stream: OpaquePointer
    private var drainRequest: OpaquePointer?
    private var pulse: cpulse { connection.pulse }

    /// Begins to make a stream on a ready connection.
    init(_ connection: PulseConnection, _ format: AudioFormat, sink: String?, volume: Int) throws(PlaybackError) {
        let pulse = connection.pulse
        var spec = pa_sample_spec(
            format: PA_SAMPLE_S16LE, rate: UInt32(clamping: format.sampleRate), channels: UInt8(clamping: format.channels))
        guard let made = pulse.stream_new(connection.context, PulseLibrary.name, &spec, nil) else { throw .noDevice(connection.words) }
        self.format = format
        (self.sink, self.volume) = (sink, volume)
        self.connection = connection
        stream = made
        listen()
        var attributes = Self.buffer(format)
        var loudness = Self.loudness(volume, format, pulse)
        let flags = [PA_STREAM_ADJUST_LATENCY, PA_STREAM_INTERPOLATE_TIMING, PA_STREAM_AUTO_TIMING_UPDATE, PA_STREAM_RELATIVE_VOLUME]
        let all = pa_stream_flags_t(flags.reduce(0) { $0 | $1.rawValue })
        if pulse.stream_connect_playback(stream, sink, &attributes, all, &loudness, nil) < 0 { throw .noDevice(connection.words) }
    }

    deinit {
        cancelDrain()
        pulse.stream_set_state_callback(stream, nil, nil)
        pulse.stream_set_write_callback(stream, nil, nil)
        pulse.stream_set_underflow_callback(stream, nil, nil)
        pulse.stream_set_latency_update_callback(stream, nil, nil)
        pulse.stream_set_moved_callback(stream, nil, nil)
        _ = pulse.stream_disconnect(stream)
        pulse.stream_unref(stream)
    }

    private func listen() {
        pulse.stream_set_state_callback(
            stream,
            { stream, address in
                guard let address else { return }
                let connection = Unmanaged<PulseConnection>.fromOpaque(address).takeUnretainedValue()
                let state = connection.pulse.stream_get_state(stream)
                PulseConnection.changed(address, isLoss: state == PA_STREAM_FAILED || state == PA_STREAM_TERMINATED)
            }, connection.address)
        pulse.stream_set_write_callback(
            stream,
            { _, _, address in
                PulseConnection.heardOf(address)
                PulseConnection.changed(address, isLoss: false)
            }, connection.address)
        pulse.stream_set_latency_update_callback(stream, { _, address in PulseConnection.heardOf(address) }, connection.address)
        pulse.stream_set_moved_callback(stream, { _, address in PulseConnection.heardOf(address, isMove: true) }, connection.address)
        pulse.stream_set_underflow_callback(stream, { _, address in PulseConnection.changed(address, isLoss: false) }, connection.address)
    }

    /// A second in the server, asked for a fifth at a time, begun with a tenth: few wake-ups, and pause, flush and volume act in the server anyway.
    private static func buffer(_ format: AudioFormat) -> pa_buffer_attr {
        let second = UInt32(clamping: format.sampleRate * format.bytesPerFrame)
        let frame = UInt32(clamping: max(1, format.bytesPerFrame))
        return pa_buffer_attr(
            maxlength: .max, tlength: second, prebuf: second / 10 / frame * frame, minreq: second / 5 / frame * frame, fragsize: .max)
    }

    private static func loudness(_ percent: Int, _ format: AudioFormat, _ pulse: cpulse) -> pa_cvolume {
        var volume = pa_cvolume()
        let level = UInt32(min(max(0, percent), 100)) * PA_VOLUME_NORM / 100
        _ = pulse.cvolume_set(&volume, UInt32(clamping: format.channels), level)
        return volume
    }

    var state: pa_stream_state { pulse.stream_get_state(stream) }

    /// The sink that it is on.
    var device: String? { pulse.stream_get_device_name(stream).map { String(cString: $0) } }
    var isSuspended: Bool { pulse.stream_is_suspended(stream) > 0 }

    /// Bytes that the server wants now.
    var room: Int {
        let size = pulse.stream_writable_size(stream)
        return size == .max ? 0 : Int(clamping: size)
    }

    /// Memory that is shared with the server; it stays ours until `commit` or `cancel`, with the lock held or not.
    func borrow(_ count: Int) -> UnsafeMutableRawBufferPointer? {
        var size = count
        var start: UnsafeMutableRawPointer?
        guard pulse.stream_begin_write(stream, &start, &size) >= 0, let start else { return nil }
        return UnsafeMutableRawBufferPointer(start: start, count: min(size, count))
    }

    /// A stream that was lost meanwhile takes nothing; its state says so.
    func commit(_ bytes: UnsafeMutableRawBufferPointer, _ count: Int) {
        _ = pulse.stream_write(stream, bytes.baseAddress, count, nil, 0, PA_SEEK_RELATIVE)
    }

    func cancel() { _ = pulse.stream_cancel_write(stream) }

    /// Seconds between what was written and what is heard, nil where the server hasn't said.
    var latency: Double? {
        var time: pa_usec_t = 0
        var isNegative: Int32 = 0
        guard pulse.stream_get_latency(stream, &time, &isNegative) >= 0 else { return nil }
        return isNegative != 0 ? 0 : Double(time) / 1e6
    }

    func cork(_ on: Bool) { connection.send(pulse.stream_cork(stream, on ? 1 : 0, nil, nil)) }

    func flush() {
        cancelDrain()
        connection.send(pulse.stream_flush(stream, nil, nil))
    }

    /// Asks the server where it is; an answer that is awaited counts in `connection.answers`.
    func askTiming(isAwaited: Bool) {
        let answered: pa_stream_success_cb_t? = isAwaited ? { _, _, address in PulseConnection.answered(address) } : nil
        connection.send(pulse.stream_update_timing_info(stream, answered, connection.address))
    }

    private(set) var isDrained = false

    func drain() {
        cancelDrain()
        isDrained = false
        let address = Unmanaged.passUnretained(self).toOpaque()
        drainRequest = pulse.stream_drain(
            stream,
            { _, _, address in
                guard let address else { return }
                let stream = Unmanaged<PulseStream>.fromOpaque(address).takeUnretainedValue()
                stream.isDrained = true
                PulseConnection.changed(stream.connection.address, isLoss: false)
            }, address)
    }

    private func cancelDrain() {
        guard let request = drainRequest else { return }
        drainRequest = nil
        pulse.operation_cancel(request)
        pulse.operation_unref(request)
    }

    func setVolume(_ percent: Int) {
        var volume = Self.loudness(percent, format, pulse)
        connection.send(pulse.context_set_sink_input_volume(connection.context, pulse.stream_get_index(stream), &volume, nil, nil))
    }

    func move(to sink: String?) {
        let index = pulse.stream_get_index(stream)
        connection.send(pulse.context_move_sink_input_by_name(connection.context, index, sink ?? "@DEFAULT_SINK@", nil, nil))
    }
}
