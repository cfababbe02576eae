import Catalogue

/// Where FM-style answers come from: a service, or a static tree.
protocol AnswerOrigin: Sendable {
    /// What relative URLs in its answers are against; nil where there are none.
    var base: String? { get }
    /// False where the answers are at hand anyway, so that storing them is of no use.
    var isRemote: Bool { get }

    /// Asks. `known` is what it said last time: then it may reply that this still holds.
    func reply(to question: FMQuestion, known: Answer?) async throws(DirectoryError) -> Reply
}

/// What an origin says to a question.
enum Reply: Sendable {
    case body([UInt8], etag: String?, lastModified: String?)
    /// What was known still holds.
    case unchanged(etag: String?, lastModified: String?)
}
