import Catalogue

/// What a catalogue can be asked, with one answer.
protocol Question: Sendable {
    /// Names the answer in the store, within its source. Nothing secret is in it.
    var key: String { get }
    /// What it asks for, as errors and notes call it.
    var name: String { get }
}

/// Where answers come from: a service, or a static tree.
protocol AnswerOrigin<Asked>: Sendable {
    associatedtype Asked: Question

    /// False where the answers are at hand anyway, so that storing them is of no use.
    var isRemote: Bool { get }

    /// What else can be asked for the same where a question isn't answered: none, or one or two, the best first.
    func others(for question: Asked, after error: DirectoryError) -> [Asked]

    /// Asks. `known` is what it said last time: then it may reply that this still holds.
    func reply(to question: Asked, known: Answer?) async throws(DirectoryError) -> Reply
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
    var isRemote: Bool { true }

    func others(for question: Asked, after error: DirectoryError) -> [Asked] { [] }
}
