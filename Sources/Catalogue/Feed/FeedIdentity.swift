/// What an episode's identity within its feed is.
///
/// An episode is known by its guid; where another has that already by the URL of its file, and where that is taken too by title and date.
/// The oldest item chooses first, so that one which comes later under a used guid takes nothing away. Neither a new title nor a new
/// address makes another episode of an item with a guid of its own. An item whose guid, file and title are those of another is that one.
///
/// `known` are the identities that were given before: an item whose file's URL is among them keeps it, so that it stays the same when the
/// older one with its guid has left the feed, or when it is given a guid.
enum FeedIdentity {
    /// The identities in the episodes' order; nil for one that is there already.
    static func refs(of episodes: [Episode], known: Set<String> = []) -> [String?] {
        var refs = [String?](repeating: nil, count: episodes.count)
        var used = Set<String>(minimumCapacity: episodes.count)
        var seen = Set<Sameness>(minimumCapacity: episodes.count)
        for index in oldestFirst(episodes) {
            let episode = episodes[index]
            guard seen.insert(Sameness(episode)).inserted else { continue }
            guard let ref = name(of: episode, known: known, used: used) else { continue }
            used.insert(ref)
            refs[index] = ref
        }
        return refs
    }

    /// The first of an episode's names that no other has.
    private static func name(of episode: Episode, known: Set<String>, used: Set<String>) -> String? {
        let url = episode.audio.first?.url
        let names = [url.flatMap { known.contains($0) ? $0 : nil }, episode.guid, url]
        for name in names.compactMap({ $0 }) where !used.contains(name) { return name }
        let byText = [episode.title, episode.published.map(Timestamp.iso8601) ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        let last = byText.isEmpty ? "untitled" : byText
        return used.contains(last) ? nil : last
    }

    /// By their dates, else from the document's end, as feeds have the newest first.
    private static func oldestFirst(_ episodes: [Episode]) -> [Int] {
        let indices = Array(episodes.indices.reversed())
        guard episodes.allSatisfy({ $0.published != nil }) else { return indices }
        // Of equal dates the later in the document is the older.
        return indices.sorted { (episodes[$0].published ?? 0, -$0) < (episodes[$1].published ?? 0, -$1) }
    }

    private struct Sameness: Hashable {
        var name: String
        var url: String?
        var title: String
        var date: Int64?

        init(_ episode: Episode) {
            name = episode.guid ?? ""
            url = episode.audio.first?.url
            title = episode.title
            date = name.isEmpty && url == nil ? episode.published : nil
        }
    }
}
