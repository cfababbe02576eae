/// Tells answers of Apple's charts, search and lookup by their shape.
enum AppleShape {
    /// What an answer maps to; nil where it is another's.
    static func page(of root: JSON) throws(CatalogueError) -> Page? { nil }
}
