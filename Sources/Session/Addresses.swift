import Catalogue
import Library

/// How a listener points at things: the forms of an ITEM argument.
enum Address: Equatable {
    case number(Int)
    /// Numbers, both ends included.
    case range(Int, Int)
    case all
    case current
    case id(ItemID)
    case url(String)
    case path(String)

    /// A path is whatever is none of the others and looks like one (it has a slash or a dot); `./12` is how to name a file `12`.
    init?(_ word: String) {
        switch word {
        case "all": self = .all
        case ".": self = .current
        case "": return nil
        default:
            if let number = Int(word), number >= 0, word.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
                self = .number(number)
            } else if let range = Self.range(word) {
                self = range
            } else if let id = ItemID(word) {
                self = .id(id)
            } else if word.contains("://") || word.hasPrefix("demo:/") {
                self = .url(word)
            } else {
                self = .path(word)
            }
        }
    }

    private static func range(_ word: String) -> Address? {
        let ends = word.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first >= 0, last >= 0,
            !ends[0].hasPrefix("+"), !ends[1].hasPrefix("+")
        else { return nil }
        return .range(first, last)
    }
}

/// What several words point at, and those that point at nothing.
struct Resolved {
    var records: [ItemRecord] = []
    var failures: [ItemFailure] = []
}

/// Episodes that words point at, and what of them failed.
typealias FoundEpisodes = (records: [EpisodeRecord], failures: [ItemFailure])

extension RadioSession {
    /// The things that the words of a command point at, in their order, each once. Files and URLs are stored and get an id; a playlist
    /// stands for its entries. Throws SessionError where one of them points at nothing.
    func resolve(_ words: [String]) async throws -> [ItemRecord] {
        var ids: [ItemID] = []
        for word in words { ids += try await found(word).ids }
        return try await records(ids)
    }

    /// The one thing that a word points at. Throws SessionError.notOneThing for a word that stands for several.
    func one(_ word: String) async throws -> ItemRecord {
        let records = try await resolve([word])
        guard records.count == 1, let record = records.first else { throw SessionError.notOneThing(word) }
        return record
    }

    /// What `resolve` gives, for commands that do something to each of several things: what points at nothing is told beside what was found.
    /// Of one word alone, and where the library itself fails, the error is thrown.
    func resolveEach(_ words: [String]) async throws -> Resolved {
        var resolved = Resolved()
        for word in words {
            do {
                let found = try await found(word)
                resolved.records += try await records(found.ids)
                resolved.failures += found.failures
            } catch {
                if error is LibraryError || words.count == 1 { throw error }
                resolved.failures.append(ItemFailure(title: word, error: error))
            }
        }
        var seen = Set<ItemID>()
        resolved.records.removeAll { !seen.insert($0.id).inserted }
        return resolved
    }

    private func records(_ ids: [ItemID]) async throws -> [ItemRecord] {
        var seen = Set<ItemID>()
        let ids = ids.filter { seen.insert($0).inserted }
        let records = try await library().records(ids)
        let known = Set(records.map(\.id))
        if let missing = ids.first(where: { !known.contains($0) }) { throw SessionError.noSuchItem(missing) }
        return records
    }

    /// What one word points at. Failures are those of a playlist's entries while others are to be had; where none is, the first is thrown.
    private func found(_ word: String) async throws -> (ids: [ItemID], failures: [ItemFailure]) {
        guard let address = Address(word) else { throw SessionError.notAnAddress(word) }
        switch address {
        case .number(let number): return (try await items(number), [])
        case .range(let first, let last):
            // Both ends are looked at first, so that 1-999999999 is an error and not a long loop.
            _ = try await (items(first), items(last))
            return (try await items(first <= last ? Array(first...last) : Array((last...first).reversed())), [])
        case .all:
            let count = try await currentListing().addresses.count
            if count == 0 { throw SessionError.noListing }
            return (try await items(Array(1...count), leavingOut: true), [])
        case .current:
            guard let id = try await currentItem() else { throw SessionError.nothingCurrent }
            return ([id], [])
        case .id(let id): return ([id], [])
        case .url(let url):
            if let list = try await playlist(at: url) { return try await items(of: list, at: url) }
            return ([try await adopt(url: url).id], [])
        case .path(let path):
            if let list = try await playlist(at: path) { return try await items(of: list, at: path) }
            return ([try await adopt(path: path).id], [])
        }
    }

    /// The listing that numbers mean: this process's own, else the one that the library has kept.
    func currentListing() async throws -> LastListing {
        if let ownListing { return ownListing }
        let library = try await library()
        let (kept, reading) = (try await library.lastListing(), try await library.lastReading())
        takeOver(kept, reading)
        return ownListing ?? kept
    }

    /// The name of the playlist that a number of the last listing stands for; nil for anything else.
    func playlistName(_ word: String) async throws -> String? {
        guard case .number(let number)? = Address(word) else { return nil }
        let addresses = try await currentListing().addresses
        guard number >= 1, number <= addresses.count else { return nil }
        return PlaylistAddress.name(addresses[number - 1])
    }

    private func items(_ numbers: [Int], leavingOut: Bool = false) async throws -> [ItemID] {
        var ids: [ItemID] = []
        for number in numbers {
            do { ids += try await items(number) } catch SessionError.leadsNowhere where leavingOut { continue }
        }
        return ids
    }

    /// What a number of the last listing stands for: one thing, or all of a playlist.
    private func items(_ number: Int) async throws -> [ItemID] {
        let addresses = try await currentListing().addresses
        if addresses.isEmpty { throw SessionError.noListing }
        guard number >= 1, number <= addresses.count else { throw SessionError.notInListing(number, count: addresses.count) }
        let address = addresses[number - 1]
        if let name = PlaylistAddress.name(address) { return try await playlistItems(name) }
        if let place = PlaceAddress(address) { return [place.item] }
        guard let id = ItemID(address) else { throw SessionError.leadsNowhere(number, web: address.isEmpty ? nil : address) }
        return [id]
    }
}
