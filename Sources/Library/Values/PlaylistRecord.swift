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

    /// Whether a playlist may be called so: a name is some plain text.
    public static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }
}
