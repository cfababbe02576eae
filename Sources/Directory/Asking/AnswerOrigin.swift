import Catalogue

/// Where FM-style answers come from: a service, or a static tree.
protocol AnswerOrigin: Sendable {
    /// What relative URLs in its answers are against; nil where there are none.
    var base: String? { get }
    /// False where the answers are at hand anyway, so that storing them is of no use.
    var isRemote: Bool { get }

    /// Where a page of a programme's episodes is had from.
    func playList(of program: String, page: Int) -> FMQuestion
    /// What else can be asked for the same where a question isn't answered: none, or one or two, the best first.
    func others(for question: FMQuestion, after error: DirectoryError) -> [FMQuestion]

    /// Asks. `known` is what it said last time: then it may reply that this still holds.
    func reply(to question: FMQuestion, known: Answer?) async throws(DirectoryError) -> Reply
}

/// An answer's bytes, and what came with them.
struct Body: Sendable {
    var bytes: [UInt8]
    var etag: String?
    var lastModified: String?
    /// What the server calls their charset.
    var charset: String?

    /// Whether the bytes alone tell their charset, as those of JSON do in UTF-8 and UTF-16 (and GB18030, which is tried where it is
    /// neither). Others can't be read again from the store, where the server's word is lost.
    var tellsCharset: Bool {
        guard let charset = charset?.lowercased() else { return true }
        if ["utf", "gb", "us-ascii", "ascii"].contains(where: { charset.hasPrefix($0) }) { return true }
        return String(validating: bytes, as: UTF8.self) != nil
    }
}

/// What an origin says to a question.
enum Reply: Sendable {
    case body(Body)
    /// What was known still holds.
    case unchanged(etag: String?, lastModified: String?)
}

extension AnswerOrigin {
    func playList(of program: String, page: Int) -> FMQuestion { .playList(program: program, page: page) }
    func others(for question: FMQuestion, after error: DirectoryError) -> [FMQuestion] { [] }
}
