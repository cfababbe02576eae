import Catalogue

extension FMPages {
    /// A page of a static tree: a file that isn't there is a category or programme that isn't there, or the end of a list.
    func stationPage(_ request: PageRequest, source: Source) async throws(DirectoryError) -> FetchedPage {
        do throws(DirectoryError) {
            switch request {
            case .featured: return try await featured()
            case .charts: return try await charts()
            case .categories: return try await categories()
            case .browse(let category, let list, let page): return try await browse(category, list, page: page)
            case .program(let ref, let page): return try await program(ref, page: page)
            case .search, .chart, .day, .story, .comments:
                throw .noSuchPage(source: source.name, kind: source.kind, page: request.word)
            }
        } catch {
            guard error.isMissing else { throw error }
            switch request {
            case .browse(_, _, let page) where page > 1: return FetchedPage(page: Page())
            case .program(_, let page) where page > 1: return FetchedPage(page: Page())
            case .browse(let category, _, _): throw .noSuchCategory(category, source: source.name)
            case .program(let ref, _): throw .noSuchProgram(ref, source: source.name)
            default: throw error
            }
        }
    }
}
