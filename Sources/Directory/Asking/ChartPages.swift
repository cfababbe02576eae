import Catalogue

extension FetchedPage {
    /// The same, where it is a page behind a chart's first: its ranks go on.
    func ranked(page number: Int, of size: Int) -> FetchedPage {
        var fetched = self
        let (before, overflow) = (number &- 1).multipliedReportingOverflow(by: size)
        guard !overflow, before > 0, before < .max else { return self }
        for index in fetched.page.sections.indices { fetched.page.sections[index].firstRank = before + 1 }
        return fetched
    }
}
