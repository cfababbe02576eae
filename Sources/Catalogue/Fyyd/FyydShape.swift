/// Tells answers of fyyd by their shape.
enum FyydShape {
    /// What an answer maps to; nil where it is another's.
    static func page(of root: JSON) throws(CatalogueError) -> Page? { nil }
}
