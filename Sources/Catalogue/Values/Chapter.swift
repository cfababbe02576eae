/// A part of an episode that has a name.
public struct Chapter: Hashable, Sendable {
    /// From 1, of those that are shown.
    public var number: Int
    public var title: String
    /// Seconds from the episode's start.
    public var start: Double
    /// Seconds; nil where it isn't said, so that the chapter goes on to the next one.
    public var end: Double?

    public init(number: Int, title: String, start: Double, end: Double? = nil) {
        self.number = number
        self.title = title
        self.start = start
        self.end = end
    }
}
