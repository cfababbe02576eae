import Catalogue
import Directory
import Library

extension RadioSession {
    /// How many of a programme's pages are looked through for one episode.
    private static let pagesLookedThrough = 10

    /// An episode that is known without its sound, as the service tells it now: on its programme's first page, else by its own id, else on
    /// the pages behind. As it was where it isn't found.
    func lookedUp(_ record: EpisodeRecord, of program: String, from source: Source) async -> EpisodeRecord {
        var request: PageRequest? = .program(ref: program, page: 1)
        for number in 1...Self.pagesLookedThrough {
            guard let asked = request, let fetched = try? await fetch(asked, title: "open", from: source) else { break }
            if number == 1, !(await hasSound(record)) { await askAlone(record, from: source) }
            if await hasSound(record) { break }
            request = fetched.page.next
        }
        return await known(record)
    }

    private func askAlone(_ record: EpisodeRecord, from source: Source) async {
        guard let library = try? await library() else { return }
        let found = try? await directory.episode(record.episode.ref, of: access(to: source)) { keys in
            try await library.answers(source: source.name, keys: keys)
        }
        if let found { _ = try? await library.keep(found.page, from: source.name, answers: found.answers, listing: .none) }
    }

    private func hasSound(_ record: EpisodeRecord) async -> Bool { !(await known(record).episode.audio.isEmpty) }

    private func known(_ record: EpisodeRecord) async -> EpisodeRecord {
        guard case .episode(let found)? = try? await library().record(record.id) else { return record }
        return found
    }
}
