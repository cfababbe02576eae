import Catalogue
import Synchronization
import Transfer

/// The servers of the radio directory that is built in: volunteers run them, and each says the same. Which there are is asked once, by whoever
/// needs it first; then the one that has answered is asked before the others, so that a dead server costs its time only once.
final class RadioServers: Sendable {
    /// Where the list of servers is had: any of them may answer to this name.
    static let list = "https://all.api.radio-browser.info/"
    /// Those that there have been for years, for when the list can't be had.
    static let known = ["de1", "de2", "fi1", "nl1", "at1"].map { "https://\($0).api.radio-browser.info/" } + [list]
    /// How many are tried for one page. Where none of them can be reached it is the network.
    static let tries = 3

    private let list: String
    private let known: [String]
    private let base: @Sendable (String) -> String
    private let bases = Mutex<[String]>([])

    /// `list` is the base of the server that is asked for the others, `known` the bases that stand in where it can't be reached, and `base`
    /// makes a base of a server's name.
    init(
        list: String = RadioServers.list, known: [String] = RadioServers.known,
        base: @escaping @Sendable (String) -> String = { "https://\($0)/" }
    ) {
        self.list = list
        self.known = known
        self.base = base
    }

    /// The bases to ask, in the order in which to ask them.
    func bases(by transfer: TransferClient) async -> [String] {
        let chosen = bases.withLock { $0 }
        if !chosen.isEmpty { return Array(chosen.prefix(Self.tries)) }
        let found = (await names(by: transfer)).map(base)
        if Task.isCancelled { return known }
        // Any of them, so that the load is shared.
        let all = (found.isEmpty ? known : found).shuffled()
        bases.withLock { if $0.isEmpty { $0 = all } }
        return Array(bases.withLock { $0 }.prefix(Self.tries))
    }

    /// Which of the bases that `bases` gave has answered; nil where none did: then others get their turn.
    func note(_ answered: String?) {
        bases.withLock { bases in
            if let answered, let index = bases.firstIndex(of: answered) {
                bases.swapAt(0, index)
            } else if bases.count > Self.tries {
                bases = Array(bases[Self.tries...] + bases[..<Self.tries])
            }
        }
    }

    private func names(by transfer: TransferClient) async -> [String] {
        let request = HTTPRequest(list + "json/servers")
        guard case .body(let body)? = try? await transfer.reply(to: request, known: nil) else { return [] }
        return (try? RadioReader.servers(body.bytes, charset: body.charset)) ?? []
    }
}

/// The radio directory as an origin: the source's own URL, or a few of the directory's servers in turn.
struct RadioOrigin: AnswerOrigin {
    let access: SourceAccess
    let transfer: TransferClient
    let servers: RadioServers
    private let bases: [String]

    init(access: SourceAccess, transfer: TransferClient, servers: RadioServers) async {
        self.access = access
        self.transfer = transfer
        self.servers = servers
        bases = access.source.url == nil ? await servers.bases(by: transfer) : []
    }

    func reply(to question: WebQuestion, known: Answer?) async throws(DirectoryError) -> Reply {
        if access.source.url != nil { return try await ask([], question, known) }
        var failure: DirectoryError?
        for base in bases {
            do throws(DirectoryError) {
                let reply = try await ask([base], question, known)
                servers.note(base)
                return reply
            } catch {
                guard error.isUnreachable else { throw error }
                failure = failure ?? error
            }
        }
        servers.note(nil)
        throw failure ?? .transfer(.badURL(""), source: access.source.name)
    }

    private func ask(_ servers: [String], _ question: WebQuestion, _ known: Answer?) async throws(DirectoryError) -> Reply {
        try await WebOrigin(access: access, transfer: transfer, servers: servers).reply(to: question, known: known)
    }
}
