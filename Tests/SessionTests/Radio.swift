import Catalogue
import Foundation
import Playback
import Synchronization
import TestSupport
import Transfer

@testable import Library
@testable import Session

/// A session on a library of a test's own, with a clock for sound, and what it has told.
final class Radio: Sendable {
    let session: RadioSession
    private let told: Told

    /// What happened by itself, in short: `playing TITLE at SECOND`, `skipped TITLE`, `ended FAILURES` …
    var events: [String] { told.lines.withLock { $0 } }

    init(_ folder: TemporaryFolder, face: SessionConfiguration.Face = .script, _ change: (inout SessionConfiguration) -> Void = { _ in }) {
        let told = Told()
        self.told = told
        var configuration = SessionConfiguration(
            libraryFolder: folder.file("library"), settingsFile: folder.file("settings.conf"), cacheFolder: folder.file("cache"),
            output: .null, face: face)
        // What the player was told is waited for, however loaded the machine.
        configuration.settleTime = .seconds(60)
        // What has to fail fails soon.
        (configuration.transferLimits.retryDelay, configuration.transferLimits.patientRetries) = (0.01, 3)
        // A station that is silent for as long as a loaded machine needs isn't asked anew.
        configuration.transferLimits.liveStall = 600
        change(&configuration)
        session = RadioSession(configuration) { told.take($0) }
    }

    /// Runs `body` with a session on a new library, which is closed and gone afterwards.
    static func with(
        _ change: (inout SessionConfiguration) -> Void = { _ in }, _ body: (Radio, TemporaryFolder) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            let radio = Radio(folder, change)
            do { try await body(radio, folder) } catch {
                await radio.session.close()
                throw error
            }
            await radio.session.close()
        }
    }

    /// Waits until what was last asked for is heard.
    func started() async {
        await settled { $0.current?.hasStarted != false }
    }

    /// Waits, for a minute at most, until what plays is as it has to be.
    func settled(_ isDone: @escaping @Sendable (PlayState) -> Bool) async { await session.settled(within: .seconds(60), isDone) }

    /// What a file of tracks was taken for.
    func imported(_ word: String) async throws -> PageReport {
        guard case .listing(let report) = try await session.importFile(word) else { throw SessionError.notAnAddress(word) }
        return report
    }

    func titles() async throws -> [String] { try await session.queueLines().lines.map(\.record.episode.title) }

    /// The title of the queue's current entry.
    func current() async throws -> String? { try await session.queueLines().lines.first(where: \.isCurrent)?.record.episode.title }

    func episode(_ word: String) async throws -> EpisodeRecord {
        guard case .episode(let record)? = try await session.info([word]).records.first else { throw SessionError.notAnAddress(word) }
        return record
    }
}

/// Collects events from the threads they come on.
private final class Told: Sendable {
    let lines = Mutex<[String]>([])

    func take(_ event: SessionEvent) {
        let line: String? =
            switch event {
            case .status, .download, .downloading: nil
            case .nowPlaying(let record, let from): "playing \(record.episode.title) at \(Int(from))"
            case .streamTitle(let title, let station, _): "\(station): \(title)"
            case .recorded(let report, nil): "recorded \(report.title)"
            case .recorded(let report, _?): "not recorded \(report.title)"
            case .skipped(let record, _): "skipped \(record.episode.title)"
            case .queueEnded(let failures): "ended \(failures)"
            case .asleep(let place): place.map { "asleep at \(Int($0))" } ?? "asleep"
            case .noDevice, .intoSilence: "no device"
            case .deviceBack: "device back"
            case .detour(let asked, let used): "on \(used), not \(asked)"
            case .downloadLost(let record, _): "lost \(record.episode.title)"
            case .settingsProblem(let error): "settings: \(error)"
            case .rescued(let report): "rescued: \(report)"
            case .backupFailed(let error): "no backup: \(error)"
            case .libraryFailed(let error): "library failed: \(error)"
            case .downloadFailed(let record, _): "not downloaded \(record.title)"
            }
        if let line { lines.withLock { $0.append(line) } }
    }
}

extension TemporaryFolder {
    /// Makes MP3 files without sound, of that many seconds each; gives their paths.
    func silence(_ names: String..., seconds: Double = 60) throws -> [String] {
        try names.map { try write(Silence.mp3(seconds: seconds), to: $0) }
    }

    /// Makes files that are named like sound and hold none; gives their paths.
    func noise(_ names: String...) throws -> [String] {
        try names.map { try write(Array("<!DOCTYPE html><p>Sorry".utf8), to: $0) }
    }
}

/// The error of that kind that something throws, or nil.
func sessionError<Value>(_ body: () async throws -> Value) async -> SessionError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? SessionError
    }
}

extension LibraryStore {
    /// Something that no session does.
    func run(_ sql: String) throws { try database.script(sql) }

    /// Gives all downloads to the first process of the machine, which always lives.
    func giveDownloadsAway() throws {
        let facts = try String(contentsOfFile: "/proc/1/stat", encoding: .utf8)
        let started = facts.split(separator: ")").last?.split(separator: " ").dropFirst(19).first ?? "0"
        try run("UPDATE download SET owner = '1/\(started)'")
    }
}

/// What several tasks change.
final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value { state.withLock { $0 } }
    func change(_ body: (inout Value) -> Void) { state.withLock { body(&$0) } }
}
