/// Tells answers of a directory of radio stations by their shape.
enum RadioShape {
    /// What an answer maps to; nil where it is another's.
    static func page(of root: JSON) throws(CatalogueError) -> Page? { nil }
}
