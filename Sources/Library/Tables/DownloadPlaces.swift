/// Where downloads are to lie, by episode. On some systems names that differ in case only are the same.
struct DownloadPlaces {
    private var episodes: [String: Int64] = [:]

    init(_ rows: [(path: String, episode: Int64)] = []) {
        for row in rows { episodes[row.path.lowercased()] = row.episode }
    }

    /// False where that is another's.
    mutating func take(_ path: String, for episode: Int64) -> Bool {
        let key = path.lowercased()
        if let other = episodes[key], other != episode { return false }
        episodes[key] = episode
        return true
    }
}
