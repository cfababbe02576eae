import Catalogue
import Library
import Playback

/// A setting of one programme, as `p12.volume` names it.
struct ProgramKey {
    let program: ItemID
    let setting: Setting

    /// Percent of the general volume.
    static let volume = "volume"
    /// How many of its newest episodes `update` fetches.
    static let autoDownload = "auto-download"

    /// What a programme can have of its own.
    static func settings(of program: String) -> [Setting] {
        [
            Setting(key: "\(program).\(autoDownload)", defaultValue: nil, expected: Setting.newest) { Setting.number($0, 0...1000) },
            Setting(key: "\(program).\(volume)", defaultValue: "100", expected: "a number from 0 to 100") { value in
                Setting.number(value, 0...100)
            },
        ] + Setting.ofSound("\(program).")
    }

    /// Nil for the key of anything else.
    init?(_ key: String) {
        guard let dot = key.firstIndex(of: "."), let program = ItemID(key[..<dot]), program.kind == .program,
            let setting = Self.settings(of: program.description).first(where: { $0.key == key })
        else { return nil }
        (self.program, self.setting) = (program, setting)
    }

    /// Its name without the programme.
    var name: String { String(setting.key.drop { $0 != "." }.dropFirst()) }
}

extension RadioSession {
    /// Throws SessionError.noSuchItem.
    func report(of key: ProgramKey) async throws -> SettingReport {
        let library = try await library()
        guard try await library.record(key.program) != nil else { throw SessionError.noSuchItem(key.program) }
        let value = try await library.programSetting(key.program, key.name)
        return SettingReport(key: key.setting.key, value: value, defaultValue: key.setting.defaultValue)
    }

    /// What programmes have of their own.
    func programReports() async throws -> [SettingReport] {
        try await library().programSettings().compactMap { setting -> SettingReport? in
            let key = ProgramKey("\(setting.program).\(setting.key)")
            return key.map { SettingReport(key: $0.setting.key, value: setting.value, defaultValue: $0.setting.defaultValue) }
        }
    }

    /// Sets a programme's value, or with an empty one goes back to the general one. It holds at once.
    func set(_ key: ProgramKey, to value: String) async throws -> SettingReport {
        guard value.isEmpty || key.setting.accepts(value) else {
            throw SessionError.badSetting(key: key.setting.key, value: value, expected: key.setting.expected)
        }
        _ = try await report(of: key)
        try await library().setProgramSetting(key.program, key.name, value.isEmpty ? nil : value)
        if Setting.isOfSound(key.name) {
            try await applyEffects()
        } else if let play = playing.current, play.record.programID == key.program {
            try await applyVolume()
        }
        return try await report(of: key)
    }

    /// How loud an item is played, in percent: the general volume, or the programme's part of it.
    func volume(of record: EpisodeRecord?) async throws -> Int {
        let general = try await volume()
        guard let program = record?.programID, let value = try await library().programSetting(program, ProgramKey.volume),
            let part = Int(value), (0...100).contains(part)
        else { return general }
        return (general * part + 50) / 100
    }
}
