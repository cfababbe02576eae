import Catalogue
import Directory
import Library
import Playback
import Queue
import Transfer

/// The only place where the parts meet: one method an intention of the listener. It asks Directory, gives the answer to the library and
/// returns what the library made of it; it hands byte sources to the player and goes on in the queue when the player says that
/// one has ended.
///
/// What touches queue or player takes its turn (`inTurn`), player events too, so that one is finished before the next begins. Browsing
/// doesn't: a slow server must not hold up the music.
public actor RadioSession {
    nonisolated let configuration: SessionConfiguration
    /// Seconds since 1970, by the library's clock.
    public nonisolated var now: Int64 { configuration.clock() }
    nonisolated let onEvent: @Sendable (SessionEvent) -> Void
    nonisolated let transfer: TransferClient
    nonisolated let directory: CatalogueDirectory
    nonisolated let settings: SettingsFile
    private let turn = Turn()
    private(set) var opening: Task<LibraryStore, any Error>?
    /// The backup that is being made in the background.
    var backingUp: BackgroundBackup?

    /// The listing that numbers mean something in: this process's own from the first one it shows.
    private(set) var ownListing: LastListing?
    /// What this process has read since its last listing.
    var ownReading: LastReading?
    /// What browsing commands ask, instead of what was chosen with `source use`.
    var askedSource: String?
    var playing = PlayState()
    var knownChapters: KnownChapters?
    var downloading: [ItemID: RunningDownload] = [:]
    /// Those in front of which others are.
    var waitingDownloads = WaitingDownloads()
    /// Which places in the download folder are taken; looked up anew for each command.
    var takenPlaces = TakenPlaces()
    /// Which of them fetches an address, and who waits for that.
    var sameSound = SameSound()
    var downloadFailures: [ItemFailure] = []
    /// What has ended well since that was last asked.
    var downloadTally = DownloadTally()
    /// Writes down how they go.
    var downloadNotes = DownloadNotes()
    /// Notes are being indexed.
    var indexing: Task<Void, Never>?
    /// How often something has come while `update` runs.
    var updateSteps = 0
    nonisolated let progress = DownloadProgressBoard()

    /// Nothing is opened, read or started before it is needed. `onEvent` is called on any thread and must return at once.
    public init(_ configuration: SessionConfiguration, onEvent: @escaping @Sendable (SessionEvent) -> Void = { _ in }) {
        self.configuration = configuration
        self.onEvent = onEvent
        askedSource = configuration.source
        settings = SettingsFile(path: configuration.settingsFile) { onEvent(.settingsProblem($0)) }
        transfer = TransferClient(userAgent: configuration.userAgent, limits: configuration.transferLimits)
        directory = CatalogueDirectory(transfer: transfer)
    }

    /// This process has listed something: what was read before isn't meant any more. Nil: the library's listing counts again.
    func begin(_ listing: LastListing?) {
        (ownListing, ownReading) = (listing, nil)
    }

    /// What was listed and read before this process counts until it lists something itself.
    func takeOver(_ listing: LastListing?, _ reading: LastReading?) {
        if ownListing != nil { return }
        ownListing = listing
        if ownReading == nil { ownReading = reading }
    }

    /// The library, opened at first use. Throws LibraryError.
    func library() async throws -> LibraryStore {
        if let opening { return try await opening.value }
        let task = Task { [configuration] in
            try await LibraryStore(folder: configuration.libraryFolder, clock: configuration.clock)
        }
        opening = task
        do {
            let store = try await task.value
            await lookOver(store)
            return store
        } catch {
            opening = nil
            throw error
        }
    }

    /// Tells what became of a library that was damaged, and ends what a kill has left half done.
    private func lookOver(_ store: LibraryStore) async {
        if let report = store.rescue { onEvent(.rescued(report)) }
        // Where it is busy, the next start does it.
        _ = try? await store.settleTrash()
    }

    /// Lets go of a library in which damage was found: the next use opens it anew, and rescues what can be.
    func leaveLibrary() async {
        guard let task = opening else { return }
        opening = nil
        if let store = try? await task.value { await store.abandon() }
    }

    /// Runs what touches queue or player when its turn has come.
    func inTurn<Result: Sendable>(_ intention: () async throws -> Result) async rethrows -> Result {
        await turn.take()
        defer { turn.give() }
        return try await intention()
    }

    /// Ends playing and downloads, keeping place and parts; to be called once, before the program ends.
    public func close() async {
        await endPlaying()
        await endDownloads()
        await endIndexing()
        transfer.shutdown()
        await endBackup()
        if let opened = try? await opening?.value {
            await keepBackup(of: opened, isLight: true)
            await opened.close()
        }
    }
}
