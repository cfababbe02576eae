import Catalogue

/// Makes one page of the parts that were asked for at the same time.
struct PageAssembly {
    private(set) var page = Page()
    private var answers: [Answer] = []
    private var stored: StoredNote?
    private var failures: [PartFailure] = []
    private var parts = 0

    /// Takes a part's value into the page, or notes that the part failed.
    mutating func take<Value>(
        _ result: Result<Heard<Value>, DirectoryError>, of question: some Question, into body: (Value, inout Page) -> Void
    ) {
        switch result {
        case .failure(let error): failures.append(PartFailure(part: question.name, error: error))
        case .success(let heard):
            parts += 1
            body(heard.value, &page)
            if let answer = heard.answer { answers.append(answer) }
            if let note = heard.stored, note.seen < stored?.seen ?? .max { stored = note }
        }
    }

    /// The page, or the first failure where every part failed or the asking was cancelled.
    func finished() throws(DirectoryError) -> FetchedPage {
        if let cancelled = failures.first(where: \.error.isCancelled) { throw cancelled.error }
        if parts == 0, let first = failures.first { throw first.error }
        return FetchedPage(page: page, answers: answers, stored: stored, failures: failures)
    }
}
