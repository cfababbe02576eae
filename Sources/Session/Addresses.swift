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
    /// The things that the words of a command point at, in their order, each once. Files and URLs are stored and get an id.
    /// Throws SessionError where one of them points at nothing.
    func resolve(_ words: [String]) async throws -> [ItemRecord] {
        var ids: [ItemID] = []
        for word in words { ids += try await resolve(word) }
        var seen = Set<ItemID>()
        ids = ids.filter { seen.insert($0).inserted }
        let records = try await library().records(ids)
        if let missing = ids.first(where: { id in !records.contains { $0.id == id } }) { throw SessionError.noSuchItem(missing) }
        return records
    }

    /// The same for commands that do something to each of several things: what points at nothing is told beside what was found.
    /// Of one word alone, and where the library itself fails, the error is thrown.
    func resolveEach(_ words: [String]) async throws -> Resolved {
        if words.count == 1 { return Resolved(records: try await resolve(words)) }
        var resolved = Resolved()
        for word in words {
            do { resolved.records += try await resolve([word]) } catch {
                if error is LibraryError { throw error }
                resolved.failures.append(ItemFailure(title: word, error: error))
            }
        }
        var seen = Set<ItemID>()
        resolved.records.removeAll { !seen.insert($0.id).inserted }
        return resolved
    }

    private func resolve(_ word: String) async throws -> [ItemID] {
        guard let address = Address(word) else { throw SessionError.notAnAddress(word) }
        switch address {
        case .number(let number): return [try await item(number)]
        case .range(let first, let last):
            // Both ends are looked at first, so that 1-999999999 is an error and not a long loop.
            _ = try await (item(first), item(last))
            return try await items(first <= last ? Array(first...last) : Array((last...first).reversed()))
        case .all:
            let count = try await currentListing().addresses.count
            if count == 0 { throw SessionError.noListing }
            return try await items(Array(1...count), leavingOut: true)
        case .current:
            guard let id = try await currentItem() else { throw SessionError.nothingCurrent }
            return [id]
        case .id(let id): return [id]
        case .url(let url): return [try await adopt(url: url).id]
        case .path(let path): return [try await adopt(path: path).id]
        }
    }

    /// The listing that numbers mean: this process's own, else the one that the library has kept.
    func currentListing() async throws -> LastListing {
        if let ownListing { return ownListing }
        let kept = try await library().lastListing()
        ownListing = kept
        return kept
    }

    private func items(_ numbers: [Int], leavingOut: Bool = false) async throws -> [ItemID] {
        var ids: [ItemID] = []
        for number in numbers {
            do { ids.append(try await item(number)) } catch SessionError.leadsNowhere where leavingOut { continue }
        }
        return ids
    }

    private func item(_ number: Int) async throws -> ItemID {
        let addresses = try await currentListing().addresses
        if addresses.isEmpty { throw SessionError.noListing }
        guard number >= 1, number <= addresses.count else { throw SessionError.notInListing(number, count: addresses.count) }
        let address = addresses[number - 1]
        guard let id = ItemID(address) else { throw SessionError.leadsNowhere(number, web: address.isEmpty ? nil : address) }
        return id
    }
}
