public import Library
import Synchronization

extension RadioSession {
    /// Makes a backup of the library in use: in its folder `backups/`, or the file at `path`. Throws LibraryError, and
    /// SessionError.fileExists where there is one and `over` isn't set.
    public func backup(to path: String?, over: Bool) async throws -> BackupFile {
        let library = try await library()
        guard let path else { return try await onThread { try library.makeBackup() } }
        let place = LocalFile.placed(path)
        if LocalFile.isFolder(place) { throw SessionError.notAFile(path) }
        if LocalFile.exists(place), !over { throw SessionError.fileExists(path) }
        return try await onThread { try library.makeBackup(place, over: over) }
    }

    /// Lets the library in a file, or one of the backups by its name, take this one's place. Playing and downloads end. Returns the backup
    /// of what was there before. Throws LibraryError, SessionError.noSuchFile, .playingElsewhere, .downloadsElsewhere.
    public func restore(_ word: String) async throws -> BackupFile {
        let library = try await library()
        let named = library.backups.first { $0.name == word || $0.name == word + ".sqlite" }
        let place = named?.path ?? LocalFile.placed(word)
        guard LocalFile.exists(place) else { throw SessionError.noSuchFile(word) }
        guard LocalFile.isRegular(place) else { throw SessionError.notAFile(word) }
        return try await exchangingLibrary { try await $0.restore(place) }
    }

    /// Lets another library take this one's place: playing and downloads end first. Throws SessionError.playingElsewhere,
    /// .downloadsElsewhere.
    func exchangingLibrary<R: Sendable>(_ exchange: (LibraryStore) async throws -> R) async throws -> R {
        let library = try await library()
        if playing.lease == nil, let process = PlayerLease.holder(inFolder: library.paths.folder) {
            throw SessionError.playingElsewhere(process: process)
        }
        if let process = try await library.downloadsElsewhere().values.min() { throw SessionError.downloadsElsewhere(process: process) }
        await endPlaying()
        await endDownloads()
        let result = try await exchange(library)
        begin(nil)
        return result
    }

    /// Looks at the library, its files and the settings, and with `mends` repairs what can be. Throws LibraryError where it can't be
    /// opened.
    public func doctor(mends: Bool) async throws -> [LibraryCheck] {
        var checks = try await library().examine(mends: mends)
        if mends, checks.first?.isGood == false {
            await leaveLibrary()
            checks = try await library().examine(mends: true)
        }
        let problems = settings.problems()
        let place = checks.firstIndex { [.leftovers, .rescue].contains($0.name) } ?? checks.endIndex
        checks.insert(
            LibraryCheck(.settings, isGood: problems.isEmpty, problems.first.map { .failed($0) } ?? .good(1)), at: place)
        return checks
    }

    /// Where a command failed because the library is damaged, the next one opens it anew, and rescues what can be.
    public func note(_ error: any Error) async {
        if case .damaged? = error as? LibraryError { await leaveLibrary() }
    }

    /// Makes the day's backup in the background, if it is due.
    public func beginBackup() async {
        guard backingUp == nil, let library = try? await library(), backingUp == nil, library.isBackupDue(isLight: false) else { return }
        let stop = StopFlag()
        backingUp = BackgroundBackup(stop: stop, task: Task { await self.keepBackup(of: library, isLight: false, stop) })
    }

    /// Ends the backup in the background; what it has written so far goes.
    func endBackup() async {
        guard let running = backingUp else { return }
        running.stop.set()
        await running.task.value
        backingUp = nil
    }

    /// A large library's is left to the prompt, which has the time.
    func keepBackup(of library: LibraryStore, isLight: Bool, _ stop: StopFlag = StopFlag()) async {
        guard library.isBackupDue(isLight: isLight) else { return }
        do { _ = try await onThread { try library.makeBackup { stop.isSet } } } catch {
            guard !stop.isSet else { return }
            if case .damaged? = error as? LibraryError { return onEvent(.backupFailed(error)) }
            // One command would say it each time: there the disk is full, or busy, and it has said so itself.
            if configuration.face == .prompt, !isLight { onEvent(.backupFailed(error)) }
        }
    }
}

/// A backup that is being made, and the way to end it.
struct BackgroundBackup {
    let stop: StopFlag
    let task: Task<Void, Never>
}

/// Says to a thread that what it does isn't wanted any more.
final class StopFlag: Sendable {
    private let flag = Mutex(false)

    var isSet: Bool { flag.withLock { $0 } }

    func set() { flag.withLock { $0 = true } }
}
