import Catalogue

/// Charts and the looks at them, within a transaction.
struct ChartTable {
    let database: SQLiteDatabase

    /// Keeps a look at each chart of the page, and says of each item where it stands.
    func place(_ kept: inout KeptPage, of page: Page, from source: String, at now: Int64, isLook: Bool) throws {
        for (index, section) in page.sections.enumerated() {
            guard case .chart(let name, let title) = section.kind else { continue }
            let items = kept.sections[index].items.map(\.id)
            let (first, overflow) = section.firstRank.addingReportingOverflow(items.count)
            guard !items.isEmpty, section.firstRank >= 1, !overflow, first > 0 else { continue }
            var part = ChartPart(firstRank: section.firstRank, items: items)
            if case .chart(name, _)? = page.next { part.goesOn = true }
            let earlier =
                isLook
                ? try look(at: part, of: try chart(source: source, name: name, title: title), now)
                : try asStored(part, source: source, name: name)
            kept.sections[index].places = ChartPlace.places(of: items, firstRank: part.firstRank, since: earlier)
        }
    }

    /// The charts that an item was ever seen in. A chart's items are of its own source.
    func traces(of item: ItemID, source: String) throws -> [ChartTrace] {
        let charts = try database.all(
            """
            SELECT id, name, title FROM chart c WHERE source = ?
                AND EXISTS (SELECT 1 FROM chart_look WHERE chart = c.id AND instr(' ' || ranks || ' ', ?) > 0)
            ORDER BY id
            """, source, " \(item) "
        ) { (id: $0.int(), name: $0.text(), title: $0.text()) }
        return try charts.map { chart in
            let looks = try database.all(Self.selection + " WHERE chart = ? ORDER BY id", chart.id, read: Self.look)
            let points = looks.flatMap { look in
                let rank = look.rank(of: item)
                let times = look.first == look.last ? [look.first] : [look.first, look.last]
                return times.map { ChartTrace.Point(time: $0, rank: rank, reach: look.ranks.count) }
            }
            // A clock may have been set back meanwhile.
            let sorted = points.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
            let occasions = looks.reduce(0) { $0 &+ $1.occasions }
            return ChartTrace(source: source, name: chart.name, title: chart.title, points: sorted, looks: occasions)
        }
    }
}

/// What is seen of a chart at once: the whole or a page.
struct ChartPart {
    var firstRank: Int
    var items: ChartLook.Ranks
    /// There are more pages behind it.
    var goesOn = false
}

extension ChartTable {
    private static let selection = "SELECT id, first, last, occasions, ranks FROM chart_look"

    private static func look(_ row: inout SQLiteColumns) -> ChartLook {
        ChartLook(id: row.int(), first: row.int(), last: row.int(), occasions: Int(row.int()), ranks: ChartLook.ranks(row.text()))
    }

    /// The newest first.
    private func newest(_ chart: Int64) throws -> [ChartLook] {
        try database.all(Self.selection + " WHERE chart = ? ORDER BY id DESC LIMIT 2", chart, read: Self.look)
    }

    /// The look of another occasion than the newest's.
    private func before(_ looks: [ChartLook]) -> ChartLook? {
        guard let newest = looks.first else { return nil }
        return newest.occasions > 1 ? newest : looks.dropFirst().first
    }

    private func chart(source: String, name: String, title: String) throws -> Int64 {
        let known = try database.first("SELECT id, title FROM chart WHERE source = ? AND name = ?", source, name) {
            (id: $0.int(), title: $0.text())
        }
        guard let known else {
            try database.run("INSERT INTO chart (source, name, title) VALUES (?, ?, ?)", source, name, title)
            return database.lastID
        }
        if known.title != title { try database.run("UPDATE chart SET title = ? WHERE id = ?", title, known.id) }
        return known.id
    }

    /// Stores a look and gives the one that it is to be compared with.
    private func look(at part: ChartPart, of chart: Int64, _ now: Int64) throws -> ChartLook? {
        let looks = try newest(chart)
        guard let newest = looks.first else {
            if part.firstRank == 1 { try insert(part.items, chart, now) }
            return nil
        }
        let isPage = part.firstRank > 1
        let gap = part.firstRank - 1 - newest.ranks.count
        if isPage, gap > ChartLook.gap || !newest.isNear(now, within: ChartLook.reading) { return newest }
        let isSame = isPage || newest.isNear(now, within: ChartLook.occasion)
        let ranks = isSame ? part.ranks(over: newest.ranks) : part.items
        switch (isSame, ranks == newest.ranks) {
        case (true, true): break
        case (true, false) where newest.occasions == 1:
            try database.run("UPDATE chart_look SET ranks = ? WHERE id = ?", ChartLook.text(ranks), newest.id)
        case (_, false): try insert(ranks, chart, now)
        case (false, true):
            try database.run("UPDATE chart_look SET last = ?, occasions = occasions + 1 WHERE id = ?", now, newest.id)
        }
        return isSame ? before(looks) : newest
    }

    /// What a page from the store was compared with when it was looked at; nil where another look has come since.
    private func asStored(_ part: ChartPart, source: String, name: String) throws -> ChartLook? {
        let chart = try database.first("SELECT id FROM chart WHERE source = ? AND name = ?", source, name) { $0.int() }
        guard let looks = try chart.map(newest), let ranks = looks.first?.ranks.dropFirst(part.firstRank - 1),
            ranks.starts(with: part.items)
        else { return nil }
        return before(looks)
    }

    private func insert(_ ranks: ChartLook.Ranks, _ chart: Int64, _ now: Int64) throws {
        try database.run(
            "INSERT INTO chart_look (chart, first, last, occasions, ranks) VALUES (?, ?, ?, 1, ?)", chart, now, now, ChartLook.text(ranks))
    }
}

extension ChartPart {
    /// What is known of the chart once this part was seen on the same occasion as `known`.
    func ranks(over known: ChartLook.Ranks) -> ChartLook.Ranks {
        let behind = goesOn ? known.dropFirst(firstRank - 1 + items.count) : []
        let before = known.prefix(firstRank - 1)
        return before + ChartLook.Ranks(repeating: nil, count: firstRank - 1 - before.count) + items + behind
    }
}
