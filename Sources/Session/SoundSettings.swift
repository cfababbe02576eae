import Catalogue
import Library
import Playback

/// Settings of how things sound, general and per programme.
extension Setting {
    static let speed = "speed"
    static let skipIntro = "skip-intro"
    static let skipOutro = "skip-outro"
    static let skipSilence = "skip-silence"
    static let replayGain = "replay-gain"

    /// Those that a programme can have of its own, too. `prefix` stands in front of each key.
    static func ofSound(_ prefix: String = "") -> [Setting] {
        [
            Setting(key: prefix + skipIntro, defaultValue: "0", expected: time) { seconds($0) != nil },
            Setting(key: prefix + skipOutro, defaultValue: "0", expected: time) { seconds($0) != nil },
            Setting(key: prefix + skipSilence, defaultValue: "off", expected: "on or off") { ["on", "off"].contains($0) },
            Setting(key: prefix + speed, defaultValue: "1", expected: "a number from 0.5 to 3") { speedNumber($0) != nil },
        ]
    }

    private static let time = "a time, such as 30 or 1:30"

    static func seconds(_ text: String) -> Double? {
        guard case .absolute(let seconds)? = SeekTime(text) else { return nil }
        return seconds
    }

    static func speedNumber(_ text: String) -> Double? {
        guard case .to(let speed)? = SpeedChange(text) else { return nil }
        return speed
    }

    /// Whether a key, with or without a programme, is about how things sound.
    static func isOfSound(_ key: String) -> Bool {
        let name = key.split(separator: ".").last.map(String.init) ?? key
        return name == replayGain || ofSound().contains { $0.key == name }
    }
}

extension RadioSession {
    /// How an item is to sound. Live radio is never changed.
    func effects(of record: EpisodeRecord?) async throws -> Effects {
        if record?.isLive == true { return Effects() }
        var effects = Effects()
        effects.speed = try await soundSetting(Setting.speed, of: record).flatMap(Setting.speedNumber) ?? 1
        effects.outro = try await soundSetting(Setting.skipOutro, of: record).flatMap(Setting.seconds) ?? 0
        effects.skipsSilence = try await soundSetting(Setting.skipSilence, of: record) == "on"
        effects.gain = ["track": .track, "album": .album][settings.value(Setting.replayGain) ?? ""]
        return effects
    }

    /// Where a play begins, in seconds: where it was left, or behind the intro.
    func beginning(of record: EpisodeRecord, at position: Double?) async throws -> Double {
        if record.isLive { return 0 }
        if let position, position > 0 { return position }
        let intro = try await soundSetting(Setting.skipIntro, of: record).flatMap(Setting.seconds) ?? 0
        return intro < record.episode.duration ?? .infinity ? intro : 0
    }

    /// The programme's own value, else the general one.
    private func soundSetting(_ key: String, of record: EpisodeRecord?) async throws -> String? {
        if let program = record?.programID, let own = try await library().programSetting(program, key),
            ProgramKey("\(program).\(key)")?.setting.accepts(own) == true
        {
            return own
        }
        return settings.value(key)
    }

    /// What plays, and what comes after it, sounds from now on as the settings say.
    func applyEffects() async throws {
        try await inTurn {
            guard let play = playing.current, play.isTold else { return }
            let effects = play.isLive ? Effects() : try await effects(of: play.record)
            if effects != play.effects {
                playing.open[play.token]?.effects = effects
                playing.current = playing.open[play.token]
                playing.player?.setEffects(effects, of: play.token)
            }
            (playing.shown, playing.upcoming) = (nil, nil)
            try await tellUpcoming()
        }
    }

    /// Sets or changes the speed of the programme that plays, or where none does the general one. Gives the setting that holds.
    public func speed(_ change: SpeedChange? = nil) async throws -> SettingReport {
        let record = playing.current?.record
        let own = record?.isLive == true ? nil : record?.programID.map { "\($0).\(Setting.speed)" }
        guard let change else {
            if let own, let report = try await settingReports(own).first, report.value != nil { return report }
            return try await settingReports(Setting.speed)[0]
        }
        try refuseOtherPlayer()
        if let play = playing.current, play.isLive { throw SessionError.isLive(title: play.record.episode.title) }
        let speed = change.speed(from: try await effects(of: record).speed)
        return try await set(own ?? Setting.speed, to: speed == speed.rounded() ? "\(Int(speed))" : "\(speed)")
    }
}
