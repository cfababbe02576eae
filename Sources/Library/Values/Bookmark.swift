public import Catalogue

/// A place that the listener marked.
public struct Bookmark: Hashable, Sendable {
    /// Never given out twice in a library.
    public var id: Int64
    public var item: EpisodeRecord
    /// Seconds from the start.
    public var position: Double
    public var note: String?
    /// Seconds since 1970.
    public var made: Int64

    public init(id: Int64, item: EpisodeRecord, position: Double, note: String? = nil, made: Int64) {
        self.id = id
        self.item = item
        self.position = position
        self.note = note
        self.made = made
    }
}
