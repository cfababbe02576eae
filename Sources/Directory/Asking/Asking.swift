import Catalogue

/// Puts questions to an origin, with the stored answers at hand.
///
/// A stored answer serves twice: as validators for a conditional request, and in place of a source that can't be reached. Only an
/// answer that could be read is handed on to be stored, so a web page or a cut body never replaces anything.
struct Asking: Sendable {
    let source: String
    let known: @Sendable ([String]) async throws -> [String: Answer]
    let now: @Sendable () -> Int64

    /// Asks one question, or where it isn't answered what else the origin has for it, and reads the answer; the failure is the first one's.
    /// Never throws, so that two can run beside each other and one may fail.
    func ask<Origin: AnswerOrigin, Value: Sendable>(
        _ question: Origin.Asked, of origin: Origin,
        read: @escaping @Sendable ([UInt8], String?) throws(CatalogueError) -> Value
    ) async -> Result<Heard<Value>, DirectoryError> {
        do {
            return .success(try await heard(question, of: origin, read: read))
        } catch {
            for other in origin.others(for: question, after: error) where !Task.isCancelled {
                if let heard = try? await heard(other, of: origin, read: read) { return .success(heard) }
            }
            return .failure(error)
        }
    }

    private func heard<Origin: AnswerOrigin, Value: Sendable>(
        _ question: Origin.Asked, of origin: Origin, read: @Sendable ([UInt8], String?) throws(CatalogueError) -> Value
    ) async throws(DirectoryError) -> Heard<Value> {
        let stored = origin.isRemote ? try await storedAnswer(question.key) : nil
        do {
            switch try await origin.reply(to: question, known: stored) {
            case .unchanged(let etag, let lastModified):
                if let stored, let value = try? read(stored.body, nil) {
                    return Heard(value: value, answer: confirmed(stored, etag, lastModified))
                }
                // What an older program kept can't be read any more: ask as if nothing were known.
                return try fresh(try await origin.reply(to: question, known: nil), question, of: origin, read: read)
            case let reply:
                return try fresh(reply, question, of: origin, read: read)
            }
        } catch {
            guard error.isUnreachable, let stored, let value = try? read(stored.body, nil) else { throw error }
            return Heard(value: value, stored: StoredNote(seen: stored.seen, reason: error))
        }
    }

    /// Reads a body that came just now. A second `unchanged`, with nothing known, is an empty answer.
    private func fresh<Origin: AnswerOrigin, Value>(
        _ reply: Reply, _ question: Origin.Asked, of origin: Origin, read: ([UInt8], String?) throws(CatalogueError) -> Value
    ) throws(DirectoryError) -> Heard<Value> {
        var body = Body(bytes: [])
        if case .body(let came) = reply { body = came }
        do {
            let value = try read(body.bytes, body.charset)
            let answer = Answer(key: question.key, body: body.bytes, etag: body.etag, lastModified: body.lastModified, seen: now())
            return Heard(value: value, answer: origin.isRemote && body.tellsCharset ? answer : nil)
        } catch {
            throw .answer(error, source: source, what: question.name)
        }
    }

    /// What was stored under a question's key.
    func storedAnswer(_ key: String) async throws(DirectoryError) -> Answer? {
        do {
            return try await known([key])[key]
        } catch {
            throw .store(error)
        }
    }

    private func confirmed(_ answer: Answer, _ etag: String?, _ lastModified: String?) -> Answer {
        var answer = answer
        answer.etag = etag ?? answer.etag
        answer.lastModified = lastModified ?? answer.lastModified
        answer.seen = now()
        return answer
    }
}

/// What came of one question.
struct Heard<Value: Sendable>: Sendable {
    let value: Value
    /// To be stored; nil where the value came from the store or from an origin at hand.
    var answer: Answer?
    /// Set where the value came from the store.
    var stored: StoredNote?
}
