/// Tells answers of a daily news service by their shape.
enum DailyShape {
    /// What an answer maps to; nil where it is another's.
    static func page(of root: JSON) throws(CatalogueError) -> Page? { nil }
}
