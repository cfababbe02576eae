import Library
public import Playback
public import Transfer

/// What a session is begun with. Paths are absolute.
public struct SessionConfiguration: Sendable {
    /// How commands come in: it decides what happens where there is no sound server.
    public enum Face: Sendable {
        case prompt, script, oneShot
    }

    public var libraryFolder: String
    /// The settings file; it need not exist.
    public var settingsFile: String
    /// Where pictures are kept for a while; made when one is.
    public var cacheFolder: String
    public var output: OutputChoice
    /// The source that browsing commands ask, instead of the one that was chosen with `source use`.
    public var source: String?
    public var face: Face
    /// The two letters of the listener's country, where the locale tells it: whose charts are asked for.
    public var country: String?
    /// Names the program and its version to servers.
    public var userAgent: String
    /// How long and how often servers are waited for; the settings say how many downloads run at once, and how fast.
    public var transferLimits = TransferLimits()
    /// How long a station may be paused before its connection is ended.
    public var livePause = Duration.seconds(30)
    /// How long a command waits at most until the player has done what it was told, so that what is asked next sees it.
    public var settleTime = Duration.milliseconds(500)
    /// Puts an error into words: a download that failed keeps them.
    public var words: @Sendable (any Error) -> String
    /// Seconds since 1970, for what the library dates.
    public var clock: @Sendable () -> Int64 = LibraryStore.systemTime

    public init(
        libraryFolder: String, settingsFile: String, cacheFolder: String, output: OutputChoice = .pulse(sink: nil),
        source: String? = nil, face: Face = .prompt, country: String? = nil, userAgent: String = "Skywave",
        words: @escaping @Sendable (any Error) -> String = { "\($0)" }
    ) {
        self.libraryFolder = libraryFolder
        self.settingsFile = settingsFile
        self.cacheFolder = cacheFolder
        self.output = output
        self.source = source
        self.face = face
        self.country = country
        self.userAgent = userAgent
        self.words = words
    }
}
