import Catalogue
import Library
public import Playback
import Queue
import Transfer

extension RadioSession {
    /// What plays here, or in another process on this library, or would play.
    public func status() async throws -> StatusReport {
        let library = try await library()
        let queue = try await queue()
        let volume = try await volume()
        // All of it at one moment: without a wait in between.
        var report = StatusReport(
            state: playing.state, volume: volume, output: outputName, device: settings.value("device"),
            queuePosition: queue.currentIndex.map { $0 + 1 }, queueLength: queue.entries.count, modes: queue.modes,
            process: otherPlayer(), error: playing.error)
        if let play = playing.current {
            report.record = play.record
            report.position = play.shown
            report.duration = play.duration
            report.speed = play.effects.speed
            report.queuePosition = queue.index(of: play.entry).map { $0 + 1 }
            report.sleep = sleepReport
            if play.isLive {
                report.stream = StreamReport(
                    title: play.streamTitle, station: play.stream?.stationName.map(PlainText.clean), bitrate: play.stream?.bitrate)
            }
        } else if let item = queue.currentEntry?.item, let record = try await library.record(item)?.playable {
            report.record = record
            report.position = record.position ?? 0
            report.duration = record.episode.duration
            report.speed = try await effects(of: record).speed
        } else {
            report.speed = try await effects(of: nil).speed
        }
        report.recording = playing.recording.map(report(of:))
        if report.process != nil, let state = try await library.value("state").flatMap(StatusReport.State.init) { report.state = state }
        return report
    }

    /// The item that `.` stands for: what plays, else what is current in the queue.
    func currentItem() async throws -> ItemID? {
        if let play = playing.current { return play.record.id }
        return try await queue().currentEntry?.item
    }

    /// The sound server's devices; the chosen one is `current`. Throws PlaybackError.
    public func devices() async throws -> (devices: [AudioDevice], current: String?) {
        let current = settings.value("device")
        return (try await onThread { try PulseDevices.list() }, current)
    }

    /// Chooses the device that plays from now on, and remembers it.
    public func setDevice(_ name: String) async throws {
        let known = try await devices().devices
        guard known.contains(where: { $0.name == name }) else { throw PlaybackError.noSuchDevice(name) }
        try settings.set("device", to: name)
        playing.player?.setDevice(name)
    }

    private var outputName: String {
        switch playing.output ?? configuration.output {
        case .pulse(let sink): sink.map { "pulse:\($0)" } ?? "pulse"
        case .null: "null"
        case .wav(let path): "wav:\(path)"
        case .raw(let path): "raw:\(path)"
        }
    }
}
