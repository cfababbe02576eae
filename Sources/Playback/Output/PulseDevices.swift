import CPulse

/// A sink of the sound server.
public struct AudioDevice: Hashable, Sendable {
    /// What `pulse:SINK` and `Player.setDevice` take.
    public var name: String
    /// What the server calls it for people.
    public var title: String
    public var isDefault: Bool
}

/// The sound server's sinks.
public enum PulseDevices {
    /// Asks the server and waits for it, a second at most. From any thread but the prompt's. Throws `.noDevice`.
    public static func list() throws(PlaybackError) -> [AudioDevice] { try list(server: nil) }

    static func list(server: String?) throws(PlaybackError) -> [AudioDevice] {
        let pulse = try PulseLibrary.open()
        guard let question = PulseQuestion(pulse) else { throw .noDevice("no main loop") }
        return try question.ask(server, until: Monotonic.now() + 0.9)
    }
}

/// One context on a main loop of its own, run by the caller's thread.
private final class PulseQuestion {
    private let pulse: cpulse
    private let loop: OpaquePointer
    private let context: OpaquePointer
    private var devices: [AudioDevice] = []
    private var standard: String?
    private var isListed = false

    init?(_ pulse: cpulse) {
        guard let loop = pulse.mainloop_new() else { return nil }
        guard let context = pulse.context_new(pulse.mainloop_get_api(loop), PulseLibrary.name) else {
            pulse.mainloop_free(loop)
            return nil
        }
        self.pulse = pulse
        self.loop = loop
        self.context = context
    }

    deinit {
        pulse.context_disconnect(context)
        pulse.context_unref(context)
        pulse.mainloop_free(loop)
    }

    func ask(_ server: String?, until deadline: Double) throws(PlaybackError) -> [AudioDevice] {
        _ = pulse.context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil)
        try run(until: deadline) { pulse.context_get_state(context) == PA_CONTEXT_READY }
        let address = Unmanaged.passUnretained(self).toOpaque()
        let server = pulse.context_get_server_info(
            context, { _, info, address in PulseQuestion.at(address)?.standard = PulseQuestion.text(info?.pointee.default_sink_name) },
            address)
        let sinks = pulse.context_get_sink_info_list(
            context, { _, info, end, address in PulseQuestion.at(address)?.take(info, isEnd: end != 0) }, address)
        defer {
            for operation in [server, sinks] {
                guard let operation else { continue }
                pulse.operation_cancel(operation)
                pulse.operation_unref(operation)
            }
        }
        try run(until: deadline) { isListed }
        return devices.map { AudioDevice(name: $0.name, title: $0.title, isDefault: $0.name == standard) }
    }

    private func take(_ info: UnsafePointer<pa_sink_info>?, isEnd: Bool) {
        isListed = isListed || isEnd
        guard !isEnd, let info, let name = Self.text(info.pointee.name) else { return }
        devices.append(AudioDevice(name: name, title: Self.text(info.pointee.description) ?? name, isDefault: false))
    }

    private func run(until deadline: Double, _ isDone: () -> Bool) throws(PlaybackError) {
        while !isDone() {
            let state = pulse.context_get_state(context)
            if state == PA_CONTEXT_FAILED || state == PA_CONTEXT_TERMINATED {
                throw .noDevice(PulseLibrary.words(pulse.context_errno(context), pulse))
            }
            let rest = deadline - Monotonic.now()
            guard rest > 0 else { throw .noDevice("the sound server does not answer") }
            guard pulse.mainloop_prepare(loop, Int32(rest * 1e6)) >= 0, pulse.mainloop_poll(loop) >= 0, pulse.mainloop_dispatch(loop) >= 0
            else { throw .noDevice("no main loop") }
        }
    }

    private static func at(_ address: UnsafeMutableRawPointer?) -> PulseQuestion? {
        address.map { Unmanaged<PulseQuestion>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func text(_ characters: UnsafePointer<CChar>?) -> String? { characters.map { String(cString: $0) } }
}
