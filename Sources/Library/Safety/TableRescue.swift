/// One table of a damaged library, brought into a new one as far as it can be read.
struct TableRescue {
    let name: String
    /// Those that the damaged and the new table both have.
    let columns: [String]
    /// Its rows have a number by which they can be sought.
    let hasRowID: Bool
    let source: SQLiteDatabase
    let target: SQLiteDatabase

    /// What came of it.
    struct Outcome {
        var read = 0
        var refused = 0
        /// Rowids that could not be read; of a table without rowids any, where something was amiss.
        var gaps: [ClosedRange<Int64>] = []
    }

    func run() throws -> Outcome { hasRowID ? try byRowID() : try fromBothEnds() }

    /// From the first rowid on; where a part can't be read it goes on behind it.
    private func byRowID() throws -> Outcome {
        var outcome = Outcome()
        var start = Int64.min
        let probe = try copy("WHERE rowid >= ? ORDER BY rowid LIMIT 1")
        // Each round ends at a damaged page, of which there can't be many more.
        for _ in 0..<100_000 {
            let copy = try copy("WHERE rowid >= ? ORDER BY rowid")
            let end = try copy.run([start], isRising: true)
            outcome.read += copy.copied
            outcome.refused += copy.refused
            guard end == .damaged else { return outcome }
            let bad = copy.last.map { $0 == .max ? $0 : $0 + 1 } ?? start
            guard let next = try readable(after: bad, probe) else {
                outcome.gaps.append(bad...Int64.max)
                return outcome
            }
            outcome.gaps.append(bad...(next - 1))
            start = next
        }
        return outcome
    }

    /// The first rowid behind `bad` from which something can be read, as near as can be found: by steps that double, then by halves.
    private func readable(after bad: Int64, _ probe: RowCopy) throws -> Int64? {
        var (low, step) = (max(bad, -1), Int64(1))
        var high: Int64?
        while high == nil {
            let (place, overflow) = low.addingReportingOverflow(step)
            if overflow { return nil }
            if try probe.isReadable([place]) { high = place } else { low = place }
            step = step > .max / 2 ? .max : step * 2
        }
        guard var found = high else { return nil }
        // A readable stretch between two damaged ones may have been passed over.
        let width = (found - max(bad, 0)) / 64
        if width > 0 {
            for number in Int64(1)..<64 {
                let place = max(bad, 0) + number * width
                if place < found, try probe.isReadable([place]) {
                    (found, low) = (place, max(bad, place - width))
                    break
                }
            }
        }
        while low < found - 1 {
            let middle = low + (found - low) / 2
            if try probe.isReadable([middle]) { found = middle } else { low = middle }
        }
        return found > bad ? found : nil
    }

    private func fromBothEnds() throws -> Outcome {
        var outcome = Outcome()
        for order in ["ASC", "DESC"] {
            let copy = try copy("ORDER BY \(keys.map { "\($0) \(order)" }.joined(separator: ", "))")
            let end = try copy.run(isRising: false)
            outcome.read += copy.copied
            outcome.refused += copy.refused
            if end == .done { return outcome }
            outcome.gaps = [Int64.min...Int64.max]
        }
        return outcome
    }

    private func copy(_ condition: String) throws -> RowCopy {
        try RowCopy(name, columns, key: hasRowID ? "rowid" : "1", condition: condition, from: source, to: target)
    }

    private var keys: [String] {
        (try? target.all("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", name) { SQLName.quoted($0.text()) }) ?? []
    }
}

extension TableRescue {
    /// Brings the rows of a gap from a backup, where they aren't there. Returns how many.
    func fill(_ gaps: [ClosedRange<Int64>]) throws -> Int {
        var count = 0
        for gap in gaps {
            let copy = try copy(hasRowID ? "WHERE rowid BETWEEN ? AND ? ORDER BY rowid" : "")
            _ = try copy.run(hasRowID ? [gap.lowerBound, gap.upperBound] : [], isRising: false)
            count += copy.copied
        }
        return count
    }
}
