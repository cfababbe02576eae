import Catalogue

extension LibraryArchive {
    /// All ids that the listener's things name, some of them several times.
    var named: [ItemID] {
        favourites.map(\.item) + likes.map(\.item) + subscriptions.map(\.program) + playlists.flatMap(\.items)
            + programSettings.map(\.program) + queue.entries.map(\.item) + progress.map(\.episode) + listens.map(\.item)
            + bookmarks.map(\.item)
    }

    /// Takes over another's things under other names; what has none is left out. Gives how many were. Items are not touched.
    @discardableResult
    mutating func take(_ other: LibraryArchive, naming name: (ItemID) -> ItemID?) -> Int {
        (sources, currentSource, volume) = (other.sources, other.currentSource, other.volume)
        favourites = other.favourites.named(name, \.item)
        likes = other.likes.named(name, \.item)
        subscriptions = other.subscriptions.named(name, \.program)
        programSettings = other.programSettings.named(name, \.program)
        progress = other.progress.named(name, \.episode)
        listens = other.listens.named(name, \.item)
        bookmarks = other.bookmarks.named(name, \.item)
        playlists = other.playlists
        for index in playlists.indices { playlists[index].items = other.playlists[index].items.compactMap(name) }
        queue = other.queue
        queue.entries = other.queue.entries.named(name, \.item)
        if let current = queue.current, !queue.entries.contains(where: { $0.entry == current }) { queue.current = nil }
        return other.named.count - named.count
    }
}

extension Array {
    fileprivate func named(_ name: (ItemID) -> ItemID?, _ item: WritableKeyPath<Element, ItemID>) -> [Element] {
        compactMap { element in
            var element = element
            guard let named = name(element[keyPath: item]) else { return nil }
            element[keyPath: item] = named
            return element
        }
    }
}
