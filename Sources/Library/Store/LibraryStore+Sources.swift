public import Catalogue

extension LibraryStore {
    /// The built-in sources, then the added ones in the order of adding. One that was added under a name that is built in by now stays instead.
    public func sources() throws -> [Source] {
        try reading { try allSources() }
    }

    /// Adds a source. Throws `sourceExists` where the name is taken.
    public func addSource(_ source: Source) throws {
        try writing {
            if try hasSource(source.name) { throw LibraryError.sourceExists(name: source.name) }
            try database.run("INSERT INTO source (name, kind, url) VALUES (?, ?, ?)", source.name, source.kind.rawValue, source.url)
        }
    }

    /// Removes an added source and the answers kept from it; what is known of its items stays. With `step` it can be undone. Throws
    /// `noSuchSource`, `sourceIsBuiltIn`.
    public func removeSource(_ name: String, step: String? = nil) throws {
        try writing {
            if let step { try recordSource(step, name, isChosen: chosenSource() == name) }
            guard try dropSource(name) else {
                let isBuiltIn = Source.builtIn.contains { $0.name == name }
                throw isBuiltIn ? LibraryError.sourceIsBuiltIn(name: name) : LibraryError.noSuchSource(name: name)
            }
        }
    }

    /// The name of the source that browsing commands ask: the one chosen, else "demo".
    public func currentSource() throws -> String {
        try reading {
            let chosen = try chosenSource()
            return try allSources().first { $0.name == chosen }?.name ?? "demo"
        }
    }

    /// Chooses the source that browsing commands ask. Throws `noSuchSource`.
    public func useSource(_ name: String) throws {
        try writing {
            guard try hasSource(name) else { throw LibraryError.noSuchSource(name: name) }
            try choose(source: name)
        }
    }

    /// The value that says that all that a source lists has been read. It goes with the source.
    public static func gatheredKey(_ name: String) -> String { "gathered:\(name)" }

    /// Within a transaction, as all that follows: the name that was chosen last, if any.
    func chosenSource() throws -> String? { try stored(Self.currentSourceKey) }

    func choose(source name: String) throws { try store(Self.currentSourceKey, name) }

    func hasSource(_ name: String) throws -> Bool { try allSources().contains { $0.name == name } }

    /// False where there is none of that name among the added ones.
    @discardableResult
    func dropSource(_ name: String) throws -> Bool {
        try database.run("DELETE FROM source WHERE name = ?", name)
        if database.changes == 0 { return false }
        try AnswerTable(database: database).forget(source: name)
        try store(Self.valuePrefix + Self.gatheredKey(name), nil)
        if try chosenSource() == name { try store(Self.currentSourceKey, nil) }
        return true
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
