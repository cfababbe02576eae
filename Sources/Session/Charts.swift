public import Catalogue
public import Library

extension RadioSession {
    /// How many entries of each chart are shown where all are.
    private static let chartBeginning = 5

    /// All charts with their first entries, or one whole. Either way they are kept whole, as a look at them.
    public func charts(_ name: String? = nil) async throws -> PageReport {
        guard let name else { return try await show(.charts, title: "charts", choosing: { $0.beginnings(Self.chartBeginning) }) }
        return try await show(
            .charts, title: "charts",
            checking: { page in
                let known = page.sections.compactMap(\.kind.chartName)
                if !known.contains(name) { throw SessionError.noSuchChart(name, known: known) }
            },
            choosing: { $0.only(chart: name) })
    }

    /// How things stood in each chart at each look, or in one chart; things that were never seen there are left out. Throws
    /// `SessionError.inNoChart` where none was.
    public func chartHistory(_ words: [String], chart: String? = nil) async throws -> [ChartHistory] {
        let records = try await resolve(words)
        var found: [ChartHistory] = []
        for record in records {
            let traces = try await library().chartTraces(of: record.id).filter { chart == nil || $0.name == chart }
            if !traces.isEmpty { found.append(ChartHistory(record: record, charts: traces)) }
        }
        if found.isEmpty { throw SessionError.inNoChart(title: records.first?.title ?? words.joined(separator: " "), chart: chart) }
        return found
    }
}

/// Where a thing stood in the charts of its source, over time.
public struct ChartHistory: Sendable {
    public var record: ItemRecord
    public var charts: [ChartTrace]

    public init(record: ItemRecord, charts: [ChartTrace]) {
        self.record = record
        self.charts = charts
    }
}

extension Section.Kind {
    var chartName: String? {
        if case .chart(let name, _) = self { name } else { nil }
    }
}

extension KeptPage {
    /// The page with no more than so many entries of each chart.
    fileprivate func beginnings(_ count: Int) -> KeptPage {
        var page = self
        page.sections = sections.map { $0.kind.chartName == nil ? $0 : $0[0..<min(count, $0.items.count)] }
        return page
    }

    fileprivate func only(chart name: String) -> KeptPage {
        var page = self
        page.sections.removeAll { $0.kind.chartName != name }
        return page
    }
}
