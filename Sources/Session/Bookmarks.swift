import Catalogue
public import Library

/// How the last listing names a place in an item: a bookmark by its number, and one that was left; they hold even when these are gone.
struct PlaceAddress {
    let bookmark: Int64?
    let item: ItemID
    /// Seconds.
    let position: Double

    init(_ bookmark: Bookmark) { (self.bookmark, item, position) = (bookmark.id, bookmark.item.id, bookmark.position) }

    init(_ place: LeftPlace) { (bookmark, item, position) = (nil, place.item.id, place.position) }

    /// Nil for an address of another kind.
    init?(_ address: String) {
        let parts = address.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == Self.bookmarkName || (parts[0] == Self.leftName && parts[1].isEmpty),
            let item = ItemID(parts[2]), let position = Double(parts[3])
        else { return nil }
        (bookmark, self.item, self.position) = (Int64(parts[1]), item, position)
        if parts[0] == Self.bookmarkName, bookmark == nil { return nil }
    }

    var address: String { "\(bookmark == nil ? Self.leftName : Self.bookmarkName):\(bookmark.map(String.init) ?? ""):\(item):\(position)" }

    private static let bookmarkName = "bookmark"
    private static let leftName = "place"
}

extension RadioSession {
    /// Marks the place of what plays, or of what is current, where it would go on. Throws SessionError.nothingCurrent, .isLive.
    public func bookmark(_ note: String?) async throws -> Bookmark {
        let note = note.flatMap { $0.isEmpty ? nil : $0 }
        let status = try await status()
        guard let record = status.record else { throw SessionError.nothingCurrent }
        if record.isLive { throw SessionError.isLive(title: record.episode.title) }
        let position = ((status.position ?? 0) * 1000).rounded() / 1000
        return try await library().addBookmark(record.id, position: max(position, 0), note: note)
    }

    /// The bookmarks, the latest first. They become the last listing: `play` of their numbers begins at their places.
    /// With `listing` false the last one stays.
    public func bookmarks(listing: Bool = true) async throws -> [Bookmark] {
        let bookmarks = try await library().bookmarks()
        if listing, !bookmarks.isEmpty { try await keepListing(bookmarks.map { PlaceAddress($0).address }, source: nil, next: nil) }
        return bookmarks
    }

    /// Takes away the bookmarks of these numbers of the last listing, which is one of bookmarks. Throws SessionError.notABookmark, and removes
    /// nothing then.
    public func removeBookmarks(_ words: [String]) async throws -> ChangeReport {
        var ids: [Int64] = []
        for word in words {
            let found = try await listedPlaces(word)
            if found.isEmpty || found.contains(where: { $0.bookmark == nil }) { throw SessionError.notABookmark(word) }
            ids += found.compactMap(\.bookmark)
        }
        let wanted = Set(ids)
        let removed = try await library().removeBookmarks(wanted.sorted(), step: "bookmarks --remove")
        return ChangeReport(action: "bookmarks", items: removed, skipped: wanted.count - removed)
    }

    /// Where the words of `play` say to begin, of those that are places of the last listing; of several in one item the first counts.
    func placesToBegin(_ words: [String]) async throws -> [ItemID: Double] {
        var places: [ItemID: Double] = [:]
        for word in words {
            for place in try await listedPlaces(word) where places[place.item] == nil { places[place.item] = place.position }
        }
        return places
    }

    /// The places of the last listing that a number, a range or `all` stands for; none for anything else.
    private func listedPlaces(_ word: String) async throws -> [PlaceAddress] {
        let addresses = try await currentListing().addresses
        let places = addresses.map { PlaceAddress($0) }
        let numbers: ClosedRange<Int>
        switch Address(word) {
        case .number(let number): numbers = number...number
        case .range(let first, let last): numbers = min(first, last)...max(first, last)
        case .all: numbers = 1...max(addresses.count, 1)
        default: return []
        }
        guard numbers.lowerBound >= 1, numbers.upperBound <= addresses.count else { return [] }
        return places[(numbers.lowerBound - 1)..<numbers.upperBound].compactMap { $0 }
    }
}
