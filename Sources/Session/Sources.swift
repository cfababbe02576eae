public import Catalogue
import Directory
import Library

extension RadioSession {
    /// All sources, built-in ones first, and the name of the one that browsing commands ask.
    public func sources() async throws -> (sources: [Source], current: String) {
        (try await library().sources(), try await source().name)
    }

    /// Adds a source. Without a kind it is found by asking the service.
    public func addSource(_ name: String, url: String, kind: Source.Kind?) async throws -> Source {
        guard Source.isName(name) else { throw SessionError.badSourceName(name) }
        let known = try await library().sources()
        if known.contains(where: { $0.name == name }) { throw SessionError.sourceExists(name) }
        var base = url
        if !base.contains("://") { base = LocalFile.url(LocalFile.absolute(base)) }
        guard Source.isBase(base) else { throw SessionError.schemeNotSupported(url) }
        if !base.hasSuffix("/") { base += "/" }
        let found = if let kind { kind } else { try await directory.detectKind(of: base) }
        let source = Source(name: name, kind: found, url: base)
        try await library().addSource(source)
        return source
    }

    public func useSource(_ name: String) async throws {
        let source = try await source(named: name)
        try await library().useSource(source.name)
    }

    /// Takes a source away. What was seen of it stays, with its ids.
    public func removeSource(_ name: String) async throws {
        let source = try await source(named: name)
        if source.isBuiltIn { throw SessionError.builtInSource(name) }
        try await library().removeSource(name, step: "source remove")
    }

    /// From now on browsing commands ask this source; nil is the one that was chosen with `source use`.
    public func ask(_ name: String?) { askedSource = name }

    /// The source that browsing commands ask.
    func source() async throws -> Source {
        if let name = askedSource { return try await source(named: name) }
        return try await source(named: try await library().currentSource())
    }

    func source(named name: String) async throws -> Source {
        let sources = try await library().sources()
        guard let found = sources.first(where: { $0.name == name }) else {
            throw SessionError.noSuchSource(name, known: sources.map(\.name))
        }
        return found
    }

    /// Whether what a source names may lead from https to http: its answers, its sound, and for `feed` the feeds.
    func allowsHTTP(from source: String) -> Bool { settings.value("\(source).allow-http") == "on" }

    /// The source with what the listener's settings give for it.
    func access(to source: Source) -> SourceAccess {
        SourceAccess(
            source: source, appid: settings.value("\(source.name).appid"), sign: settings.value("\(source.name).sign"),
            key: settings.value("\(source.name).key"), allowHTTP: allowsHTTP(from: source.name),
            country: settings.value("\(source.name).country") ?? configuration.country)
    }
}
