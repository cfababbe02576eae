public import Catalogue

extension LibraryStore {
    /// The named playlists, by name: numbers in names count as numbers.
    public func playlists() throws -> [PlaylistRecord] {
        try reading { try PlaylistTable(database: database).all().inTitleOrder { $0.name } }
    }

    /// The items of a playlist in its order, the same one perhaps several times; nil where there is none of that name.
    public func playlist(_ name: String) throws -> [ItemID]? {
        try reading {
            let table = PlaylistTable(database: database)
            return try table.id(of: name).map { try table.items(of: $0) }
        }
    }

    /// Keeps the items under that name. False where a playlist has it already and `over` doesn't allow it to be written over; then nothing is
    /// changed. Throws `noSuchItem` for an id that is not in the library. With `step` what is written over can be had back.
    public func savePlaylist(_ name: String, _ items: [ItemID], over: Bool, step: String? = nil) throws -> Bool {
        try writing {
            let table = PlaylistTable(database: database)
            let known = try table.id(of: name)
            if known != nil && !over { return false }
            for item in Set(items) { try requireItem(item) }
            if let step, let known { try recordPlaylist(step, name, table.items(of: known), items) }
            try table.write(items, into: try known ?? table.insert(name, at: now), at: now)
            return true
        }
    }

    /// Forgets a playlist; its items stay in the library. False where there was none. With `step` it can be undone.
    public func removePlaylist(_ name: String, step: String? = nil) throws -> Bool {
        try writing {
            let table = PlaylistTable(database: database)
            guard let id = try table.id(of: name) else { return false }
            if let step { try recordPlaylist(step, name, table.items(of: id), nil) }
            try table.remove(id)
            return true
        }
    }
}
