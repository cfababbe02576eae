import Catalogue

/// What a programme's pages are made of.
extension FMPages {
    typealias PlayList = (program: Program?, episodes: [Episode], total: Int?, skipped: [String])

    func episodes(_ question: FMQuestion) async -> Result<Heard<PlayList>, DirectoryError> {
        let base = origin.base
        return await ask(question) { body, charset throws(CatalogueError) in
            try FMReader.playList(body, base: base, charset: charset)
        }
    }

    func details(_ question: FMQuestion, of ref: String) async -> Result<Heard<Program>, DirectoryError> {
        let base = origin.base
        return await ask(question) { body, charset throws(CatalogueError) in
            do throws(CatalogueError) {
                return try FMReader.programDetails(body, base: base, charset: charset)
            } catch {
                guard case .notThisService = error else { throw error }
                return try FMReader.programData(body, ref: ref, base: base, charset: charset)
            }
        }
    }

    /// Where the second page comes another way than the first did, which may have had fewer or others: what the first page of that way has
    /// and the listener has not seen. Nil where there is nothing to look up; a failure costs nothing but this.
    func missed(of ref: String, by question: FMQuestion) async -> Heard<[Episode]>? {
        guard case .audioList(_, page: 2) = question, let seen = await firstPage(of: ref),
            case .success(let first) = await episodes(.audioList(program: ref, page: 1))
        else { return nil }
        let missed = first.value.episodes.filter { !seen.contains($0.ref) }
        return Heard(value: missed, answer: first.answer, stored: first.stored)
    }

    /// The episodes of the first page as they were last seen.
    private func firstPage(of ref: String) async -> Set<String>? {
        let key = FMQuestion.playList(program: ref, page: 1).key
        guard let stored = try? await asking.storedAnswer(key), let list = try? FMReader.playList(stored.body) else { return nil }
        return Set(list.episodes.map(\.ref))
    }
}
