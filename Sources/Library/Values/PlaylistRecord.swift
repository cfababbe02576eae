/// A playlist of the listener's own.
public struct PlaylistRecord: Hashable, Sendable {
    /// Unique in the library.
    public var name: String
    /// How many entries it has.
    public var items: Int

    public init(name: String, items: Int) {
        self.name = name
        self.items = items
    }
}
