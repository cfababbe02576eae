public import Catalogue

extension LibraryStore {
    /// The built-in sources, then the added ones in the order of adding. One that was added under a name that is built in by now stays instead.
    public func sources() throws -> [Source] {
        try reading { try allSources() }
    }

    /// Adds a source. Throws `sourceExists` where the name is taken.
    public func addSource(_ source: Source) throws {
        try writing {
            if try allSources().contains(where: { $0.name == source.name }) { throw LibraryError.sourceExists(name: source.name) }
            try database.run("INSERT INTO source (name, kind, url) VALUES (?, ?, ?)", source.name, source.kind.rawValue, source.url)
        }
    }

    /// Removes an added source and the answers kept from it; what is known of its items stays. Throws `noSuchSource`, `sourceIsBuiltIn`.
    public func removeSource(_ name: String) throws {
        try writing {
            try database.run("DELETE FROM source WHERE name = ?", name)
            if database.changes == 0 {
                let isBuiltIn = Source.builtIn.contains { $0.name == name }
                throw isBuiltIn ? LibraryError.sourceIsBuiltIn(name: name) : LibraryError.noSuchSource(name: name)
            }
            try AnswerTable(database: database).forget(source: name)
            try database.run("DELETE FROM state WHERE key = ? AND value = ?", Self.currentSourceKey, name)
        }
    }

    /// The name of the source that browsing commands ask: the one chosen, else "demo".
    public func currentSource() throws -> String {
        try reading {
            let chosen = try stored(Self.currentSourceKey)
            return try allSources().first { $0.name == chosen }?.name ?? "demo"
        }
    }

    /// Chooses the source that browsing commands ask. Throws `noSuchSource`.
    public func useSource(_ name: String) throws {
        try writing {
            guard try allSources().contains(where: { $0.name == name }) else { throw LibraryError.noSuchSource(name: name) }
            try store(Self.currentSourceKey, name)
        }
    }

    private static let currentSourceKey = "source"

    /// A kind that a newer program knows is left out.
    private func allSources() throws -> [Source] {
        let added = try database.all("SELECT name, kind, url FROM source ORDER BY id") { row -> Source? in
            let name = row.text()
            guard let kind = Source.Kind(rawValue: row.text()) else { return nil }
            return Source(name: name, kind: kind, url: row.textOrNil())
        }
        let own = added.compactMap { $0 }
        let names = Set(own.map(\.name))
        return Source.builtIn.filter { !names.contains($0.name) } + own
    }
}
