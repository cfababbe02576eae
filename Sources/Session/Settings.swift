import Catalogue
import Library
import Playback

/// A setting that this version knows.
struct Setting: Sendable {
    let key: String
    let defaultValue: String?
    /// What a value may be, in words.
    let expected: String
    let accepts: @Sendable (String) -> Bool

    /// Its value is a secret and never shown.
    var isSecret: Bool { key.hasSuffix(".key") || key.hasSuffix(".sign") }

    static let general =
        ([
            Setting(key: "auto-download", defaultValue: "0", expected: newest) { number($0, 0...1000) },
            Setting(key: "cleanup", defaultValue: "off", expected: CleanupRules.expected) { CleanupRules($0) != nil },
            Setting(key: "device", defaultValue: nil, expected: "a device that `device` lists") { !$0.isEmpty },
            Setting(key: "download-name", defaultValue: DownloadTemplate.standardText, expected: DownloadTemplate.expected) {
                DownloadTemplate($0) != nil
            },
            Setting(key: "download-rate", defaultValue: nil, expected: "bytes a second, such as 500k or 2M") { ByteRate.bytes($0) != nil },
            Setting(key: "max-bitrate", defaultValue: nil, expected: "a number of kbit/s from 8 to 10000") { number($0, 8...10000) },
            Setting(key: replayGain, defaultValue: "off", expected: "off, track or album") { ["off", "track", "album"].contains($0) },
            Setting(key: "rewind", defaultValue: "on", expected: "on or off") { ["on", "off"].contains($0) },
            Setting(key: "status-line", defaultValue: "on", expected: "on or off") { ["on", "off"].contains($0) },
            Setting(key: "transfers", defaultValue: "4", expected: "a number from 1 to 32") { number($0, 1...32) },
            Setting(key: "transfers-per-host", defaultValue: "2", expected: "a number from 1 to 32") { number($0, 1...32) },
            Setting(key: "volume", defaultValue: "100", expected: "a number from 0 to 100") { number($0, 0...100) },
        ] + ofSound()).sorted { $0.key < $1.key }

    static let newest = "a number of episodes from 0 to 1000"

    static func ofSource(_ name: String) -> [Setting] {
        [
            Setting(key: "\(name).appid", defaultValue: nil, expected: "a text") { !$0.isEmpty },
            Setting(key: "\(name).sign", defaultValue: nil, expected: "a text") { !$0.isEmpty },
            Setting(key: "\(name).key", defaultValue: nil, expected: "a text") { !$0.isEmpty },
            Setting(key: "\(name).allow-http", defaultValue: "off", expected: "on or off") { ["on", "off"].contains($0) },
            Setting(key: "\(name).country", defaultValue: nil, expected: "a country's two letters, such as cn or de") { isCountry($0) },
        ]
    }

    /// Of what comes from no source: feeds, and sound that is named by its address.
    static let withoutSource = [RadioSession.feedSource, RadioSession.urlSource].flatMap { name in
        ofSource(name).filter { $0.key.hasSuffix(".allow-http") }
    }

    /// What is known of a key, whichever source it may be for.
    static func named(_ key: String) -> Setting? {
        guard let dot = key.lastIndex(of: ".") else { return general.first { $0.key == key } }
        return ofSource(String(key[..<dot])).first { $0.key == key }
    }

    private static func isCountry(_ text: String) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    }

    static func number(_ text: String, _ range: ClosedRange<Int>) -> Bool { Int(text).map(range.contains) ?? false }
}

extension RadioSession {
    /// The keys that hold for all sources.
    public static let settingKeys = Setting.general.map(\.key)

    /// All settings, or the one that is asked for. Secrets are told to be set, never what they are.
    public func settingReports(_ key: String? = nil) async throws -> [SettingReport] {
        if let key = key.flatMap(ProgramKey.init) { return [try await report(of: key)] }
        let known = try await knownSettings()
        guard let key else {
            return try await reports(of: known.filter { !$0.key.contains(".") }) + isSet(known.filter { $0.key.contains(".") })
                + programReports()
        }
        return try await reports(of: [try await setting(key)])
    }

    /// Sets a value, or with an empty one goes back to the default.
    public func set(_ key: String, to value: String) async throws -> SettingReport {
        if let key = ProgramKey(key) { return try await set(key, to: value) }
        let setting = try await setting(key)
        guard value.isEmpty || (setting.accepts(value) && !value.contains(where: \.isNewline)) else {
            throw SessionError.badSetting(key: key, value: setting.isSecret ? "•••" : value, expected: setting.expected)
        }
        if key == "volume" {
            _ = try await volume { _ in Int(value) ?? 100 }
        } else {
            try settings.set(key, to: value.isEmpty ? nil : value)
        }
        if key == "status-line", !showsStatusLine { onEvent(.status(nil)) }
        if key == "device" { playing.player?.setDevice(value.isEmpty ? nil : value) }
        if Setting.isOfSound(key) { try await applyEffects() }
        if key.hasPrefix("transfers") || key == "download-rate" { applyTransferLimits() }
        return try await settingReports(key)[0]
    }

    /// Whether the prompt shows what plays in its last row.
    var showsStatusLine: Bool { settings.value("status-line") != "off" }

    private func setting(_ key: String) async throws -> Setting {
        let known = try await knownSettings()
        guard let found = known.first(where: { $0.key == key }) else {
            throw SessionError.unknownSetting(
                key, known: (Setting.general + Setting.ofSource("SOURCE") + ProgramKey.settings(of: "PROGRAM")).map(\.key))
        }
        return found
    }

    private func knownSettings() async throws -> [Setting] {
        let own = try await library().sources().map(\.name)
        let others = Setting.withoutSource.filter { setting in !own.contains { setting.key.hasPrefix($0 + ".") } }
        return Setting.general + own.flatMap(Setting.ofSource) + others
    }

    private func isSet(_ settings: [Setting]) async throws -> [SettingReport] {
        try await reports(of: settings).filter { $0.value != nil }
    }

    private func reports(of known: [Setting]) async throws -> [SettingReport] {
        var reports: [SettingReport] = []
        for setting in known {
            var value = settings.value(setting.key)
            if setting.key == "volume" { value = String(try await volume()) }
            if setting.isSecret, value != nil { value = "•••" }
            reports.append(SettingReport(key: setting.key, value: value, defaultValue: setting.defaultValue))
        }
        return reports
    }
}
