public import Catalogue
public import Library
public import Queue

/// How the last listing names a playlist.
enum PlaylistAddress {
    private static let prefix = "playlist:"

    static func address(_ name: String) -> String { prefix + name }

    static func name(_ address: String) -> String? {
        address.hasPrefix(prefix) ? String(address.dropFirst(prefix.count)) : nil
    }
}

extension RadioSession {
    /// The named playlists. They become the last listing.
    public func playlists() async throws -> [PlaylistRecord] {
        let lists = try await library().playlists()
        if !lists.isEmpty { try await keepListing(lists.map { PlaylistAddress.address($0.name) }, source: nil, next: nil) }
        return lists
    }

    /// Their names alone; the last listing stays.
    public func playlistNames() async throws -> [String] { try await library().playlists().map(\.name) }

    /// Keeps the queue under a name. Throws SessionError.emptyQueue, .badPlaylistName, and .playlistExists where the name is taken and
    /// `over` isn't set.
    public func savePlaylist(_ name: String, over: Bool) async throws -> ChangeReport {
        guard PlaylistRecord.isName(name), name.utf8.count <= 255 else { throw SessionError.badPlaylistName(name) }
        let library = try await library()
        let items = try await queue().entries.map(\.item)
        if items.isEmpty { throw SessionError.emptyQueue }
        guard try await library.savePlaylist(name, items, over: over, step: "save") else { throw SessionError.playlistExists(name) }
        return ChangeReport(action: "save", items: items.count)
    }

    /// Puts a named playlist, one of the last listing's, or the entries of a file, at the end of the queue; the same item as often as it
    /// stands there. Throws SessionError.noSuchPlaylist.
    public func load(_ word: String) async throws -> ChangeReport {
        let (ids, failures) = try await loaded(word)
        try await inTurn { _ = try await changeQueue { $0.append(ids) } }
        let records = try await episodeRecords(ids)
        return ChangeReport(
            action: "load", items: ids.count, records: ids.compactMap { records[$0].map { .episode($0) } }, failures: failures)
    }

    /// Forgets a named playlist, or one of the last listing's. Throws SessionError.noSuchPlaylist.
    public func removePlaylist(_ word: String) async throws -> ChangeReport {
        let library = try await library()
        let listed = try await playlistName(word)
        let name = try await library.playlist(word) == nil ? listed ?? word : word
        guard try await library.removePlaylist(name, step: "rm") else {
            throw SessionError.noSuchPlaylist(name, known: try await library.playlists().map(\.name))
        }
        return ChangeReport(action: "rm", items: 1)
    }

    /// The queue (or the last listing, where the queue is empty or `listing` asks for it) as a list of tracks, and the items themselves.
    /// Programmes and stories of a listing have no sound of their own and are only among the items. Throws SessionError.nothingToExport.
    public func exported(listing: Bool) async throws -> (list: Playlist, records: [ItemRecord]) {
        let library = try await library()
        var ids = listing ? [] : try await queue().entries.map(\.item)
        if ids.isEmpty {
            for address in try await currentListing().addresses {
                if let name = PlaylistAddress.name(address) { ids += try await library.playlist(name) ?? [] }
                if let id = ItemID(address) ?? PlaceAddress(address)?.item { ids.append(id) }
            }
        }
        let known = Dictionary(try await library.records(Array(Set(ids))).map { ($0.id, $0) }) { first, _ in first }
        let records = ids.compactMap { known[$0] }
        if records.isEmpty { throw SessionError.nothingToExport }
        var list = Playlist()
        for record in records {
            guard let record = record.playable else { continue }
            if let entry = entry(of: await withAudio(record)) {
                list.entries.append(entry)
            } else {
                list.skipped.append("\(record.episode.title) has no audio")
            }
        }
        return (list, records)
    }

    /// Shows what a named playlist holds. It becomes the last listing.
    func open(playlist name: String) async throws -> PageReport {
        let items = try await playlistItems(name)
        let known = Dictionary(try await library().records(Array(Set(items))).map { ($0.id, $0) }) { first, _ in first }
        return try await listing("open", of: items.compactMap { known[$0] })
    }

    /// The items of a named playlist. Throws SessionError.noSuchPlaylist.
    func playlistItems(_ name: String) async throws -> [ItemID] {
        let library = try await library()
        if let items = try await library.playlist(name) { return items }
        throw SessionError.noSuchPlaylist(name, known: try await library.playlists().map(\.name))
    }

    private func loaded(_ word: String) async throws -> (ids: [ItemID], failures: [ItemFailure]) {
        if let items = try await library().playlist(word) { return (items, []) }
        if let name = try await playlistName(word) { return (try await playlistItems(name), []) }
        guard isFile(word) else { throw SessionError.noSuchPlaylist(word, known: try await library().playlists().map(\.name)) }
        let file = try await given(word)
        guard GivenJSON.isJSON(file.bytes), GivenJSON.entries(in: file.bytes) == nil else {
            let list =
                try GivenJSON.entries(in: file.bytes)
                ?? PlaylistReader.read(
                    file.bytes, base: file.base, charset: file.charset, isWanted: true, exists: LocalFile.exists)
            return try await items(of: list, at: word)
        }
        let page = try Inspection.read(file.bytes, base: file.base.hasPrefix("/") ? nil : file.base, charset: file.charset)
        let kept = try await library().keep(page, from: Self.fileSource + file.base)
        var failures: [ItemFailure] = []
        var refused = Set<ItemID>()
        for case .station(let record) in kept.sections.flatMap(\.items) where record.station.isHLS {
            failures.append(ItemFailure(title: record.station.title, error: SessionError.isHLS(title: record.station.title)))
            refused.insert(record.id)
        }
        let ids = kept.addresses.compactMap { ItemID($0) }
            .filter { [.episode, .station].contains($0.kind) && !refused.contains($0) }
        if ids.isEmpty { throw failures.first?.error ?? SessionError.emptyPlaylist(word) }
        return (ids, failures)
    }

    private func isFile(_ word: String) -> Bool {
        word.contains("://") || word.hasPrefix("demo:/") || word.contains("/") || LocalFile.exists(LocalFile.absolute(word))
    }

    private func entry(of record: EpisodeRecord) -> PlaylistEntry? {
        let url = record.episode.audioFile(maxBitrate: settings.number("max-bitrate"))?.url
        guard let location = url.map({ FileURL.path(of: $0) ?? $0 }) ?? record.downloaded else { return nil }
        let hosts = record.episode.hosts.joined(separator: ", ")
        return PlaylistEntry(
            location: location, title: record.episode.title, duration: record.episode.duration, creator: hosts.isEmpty ? nil : hosts,
            album: record.episode.programTitle)
    }
}
