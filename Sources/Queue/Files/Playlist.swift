/// What a playlist file holds.
public struct Playlist: Hashable, Sendable {
    /// The list's own name, where it has one.
    public var title: String?
    public var entries: [PlaylistEntry]
    /// What had to be left out, and why: "line 6 has no address".
    public var skipped: [String]

    public init(title: String? = nil, entries: [PlaylistEntry] = [], skipped: [String] = []) {
        self.title = title
        self.entries = entries
        self.skipped = skipped
    }
}

/// One line of a playlist. Texts are on one line and without control characters; an absent fact is nil.
public struct PlaylistEntry: Hashable, Sendable {
    /// An absolute path of this machine, or a URL as the list has it.
    public var location: String
    /// In a place of its own, and nil where nothing is known: a long list is mostly of bare locations.
    private var facts: Facts?

    public init(location: String, title: String? = nil, duration: Double? = nil, creator: String? = nil, album: String? = nil) {
        self.location = location
        known = Known(title: title, duration: duration, creator: creator, album: album)
    }

    public var title: String? {
        get { known.title }
        set { known.title = newValue }
    }
    /// Seconds, above 0.
    public var duration: Double? {
        get { known.duration }
        set { known.duration = newValue }
    }
    public var creator: String? {
        get { known.creator }
        set { known.creator = newValue }
    }
    public var album: String? {
        get { known.album }
        set { known.album = newValue }
    }

    private struct Known: Hashable, Sendable {
        var title: String?
        var duration: Double?
        var creator: String?
        var album: String?
    }

    private indirect enum Facts: Hashable, Sendable {
        case known(Known)
    }

    private var known: Known {
        get { if case .known(let known)? = facts { known } else { Known() } }
        set { facts = newValue == Known() ? nil : .known(newValue) }
    }

    /// Always a URL: a path as `file://`.
    public var url: String { location.isPath ? FileURL.of(location) : location }
}

/// The kinds of list that can be read.
public enum PlaylistFormat: String, Sendable, CaseIterable {
    /// M3U and M3U8.
    case m3u8
    case pls
    case xspf
    /// A table of titles and addresses.
    case csv

    /// The format that a path's or URL's ending promises; nil where it promises none.
    public init?(name: String) {
        let path = name.contains("://") ? name.prefix { $0 != "?" && $0 != "#" } : Substring(name)
        guard let last = path.split(separator: "/").last, let dot = last.lastIndex(of: ".") else { return nil }
        let ending = last[last.index(after: dot)...].lowercased()
        self.init(rawValue: ending == "m3u" ? "m3u8" : ending)
    }
}

/// Why something can't be read as a playlist.
public enum PlaylistError: Error, Hashable, Sendable {
    /// An M3U8 of HTTP Live Streaming (RFC 8216): the pieces of one programme, not a list of tracks.
    case liveStream
    /// Subscriptions, not tracks.
    case opml
    /// Something else; `found` names it for people ("HTML"), nil where nobody can tell.
    case notAPlaylist(found: String?)
    /// XML that ends or breaks before any entry.
    case cutShort
}
