import Catalogue

extension FMPages {
    /// A page of an FM-style service. Its play list isn't paged here, and its list of categories is fixed.
    func servicePage(_ request: PageRequest, source: Source) async throws(DirectoryError) -> FetchedPage {
        switch request {
        case .featured: return try await featured()
        case .charts: return try await charts()
        case .categories:
            return FetchedPage(page: Page(sections: [Section(.plain, items: FMClient.categories.map(Item.category))]))
        case .browse(let words, let list, let page):
            guard let category = FMClient.category(words) else { throw .noSuchCategory(words, source: source.name) }
            return try await browse(category, list, page: page)
        case .program(let ref, let page):
            return page == 1 ? try await program(ref, page: 1, paged: false) : FetchedPage(page: Page())
        case .search: throw .notYet(what: "search", source: source.name)
        }
    }
}
