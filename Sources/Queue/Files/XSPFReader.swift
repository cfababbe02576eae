import Markup

/// XSPF, version 1 (xspf.org): an XML list whose tracks have URIs and lengths in milliseconds.
enum XSPFReader {
    static func read(_ text: String, place: PlaylistPlace) throws(PlaylistError) -> Playlist {
        let found: (visitor: Tracks, isWhole: Bool)
        do { found = try XMLReader.read(Array(text.utf8)) { Tracks(place: place) } } catch { throw .notAPlaylist(found: "XML") }
        var playlist = found.visitor.playlist
        if !found.visitor.isPlaylist { throw .notAPlaylist(found: "XML") }
        // What was read before the break stands; without an entry there is nothing to show for it.
        if !found.isWhole {
            found.visitor.dropOpenTrack(closed: text.ranges(of: "</track>").count)
            playlist = found.visitor.playlist
            if playlist.entries.isEmpty { throw .cutShort }
            playlist.skipped.append("the list is cut short")
        }
        return playlist
    }
}

/// Takes a list's elements; extensions and whatever else there may be are passed over.
private final class Tracks: XMLVisitor {
    private(set) var playlist = Playlist()
    private(set) var isPlaylist = false
    var bases: [String] = []

    private let place: PlaylistPlace
    private var entry: PlaylistEntry?
    private var count = 0
    private var locations: [String] = []
    /// How long the list was before its last track.
    private var before = (entries: 0, skipped: 0)

    private enum Tag: Int {
        case other, playlist, list, track, location, title, creator, album, duration
    }

    init(place: PlaylistPlace) { self.place = place }

    func tag(for name: XMLName) -> Int {
        let tag: Tag =
            switch name.local.lowercased() {
            case "playlist": .playlist
            case "tracklist": .list
            case "track": .track
            case "location": .location
            case "title": .title
            case "creator": .creator
            case "album": .album
            case "duration": .duration
            default: .other
            }
        return tag.rawValue
    }

    func begin(_ tag: Int, _ attributes: XMLAttributes) -> XMLContent {
        switch Tag(rawValue: tag) {
        case .playlist:
            isPlaylist = true
            return .elements
        case .list: return .elements
        case .track:
            (entry, locations) = (PlaylistEntry(location: ""), [])
            return .elements
        case .location, .title, .creator, .album, .duration: return .text
        case .other, nil: return .nothing
        }
    }

    func end(_ tag: Int, text: String) {
        switch Tag(rawValue: tag) {
        case .track: endTrack()
        case .title where entry == nil: playlist.title = PlaylistText.clean(text)
        case .location: if let location = PlaylistText.clean(text) { locations.append(location) }
        case .title: entry?.title = PlaylistText.clean(text)
        case .creator: entry?.creator = PlaylistText.clean(text)
        case .album: entry?.album = PlaylistText.clean(text)
        case .duration: entry?.duration = Double(text.filter { !$0.isWhitespace }).flatMap { $0 > 0 && $0 < 1e12 ? $0 / 1000 : nil }
        case .playlist, .list, .other, nil: break
        }
    }

    func interrupts(_ tag: Int) -> Bool { tag == Tag.track.rawValue }

    /// A track that the end of the document cut off may have half an address.
    func dropOpenTrack(closed: Int) {
        guard count > closed else { return }
        playlist.entries.removeLast(playlist.entries.count - before.entries)
        playlist.skipped.removeLast(playlist.skipped.count - before.skipped)
    }

    /// Of several locations the first one counts that can be meant.
    private func endTrack() {
        count += 1
        before = (playlist.entries.count, playlist.skipped.count)
        guard var track = entry else { return }
        entry = nil
        guard let location = locations.compactMap({ place.resolve($0, isURI: true) }).first else {
            let why = locations.first.map { "an address that can't be meant in this list: \($0)" } ?? "no address"
            playlist.skipped.append("track \(count) has \(why)")
            return
        }
        track.location = location
        playlist.entries.append(track)
    }
}
