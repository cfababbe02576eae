import Foundation

/// Several programs at several works, each measured a few times in turns.
struct MedianTable {
    /// In the order in which they first appear.
    private var works: [String] = []
    private var names: [String] = []
    private var runs: [String: [[Double]]] = [:]

    /// Of lines "WORK|NAME|wall cpu memory": seconds, seconds, bytes.
    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "|").map(String.init)
            guard parts.count == 3 else { continue }
            if !works.contains(parts[0]) { works.append(parts[0]) }
            if !names.contains(parts[1]) { names.append(parts[1]) }
            runs[parts[0] + "|" + parts[1], default: []].append(parts[2].split(separator: " ").compactMap { Double($0) })
        }
    }

    /// The medians, and those of `name` in parts of each other's.
    func lines(comparing name: String) -> [String] {
        var lines = ["                                             wall s    CPU s  peak MB   wall from-to, runs"]
        for work in works {
            let own = runs[work + "|" + name].map(medians)
            for other in names.filter({ $0 != name }) + [name] {
                guard let runs = runs[work + "|" + other] else { continue }
                let wall = runs.map { $0[0] }
                let figures = medians(runs)
                let spread = String(format: "%.3f-%.3f, %ld", wall.min() ?? 0, wall.max() ?? 0, wall.count)
                lines.append(row("\(work): \(other)", figures[0], figures[1], figures[2] / 1e6) + "   " + spread)
                guard let own, other != name else { continue }
                lines.append(row("  \(name) / it", own[0] / figures[0], own[1] / figures[1], own[2] / figures[2]))
            }
        }
        return lines
    }

    private func medians(_ runs: [[Double]]) -> [Double] { (0..<3).map { column in runs.map { $0[column] }.sorted()[runs.count / 2] } }

    private func row(_ label: String, _ wall: Double, _ cpu: Double, _ memory: Double) -> String {
        "  " + label.padding(toLength: 40, withPad: " ", startingAt: 0) + String(format: " %8.3f %8.3f %8.2f", wall, cpu, memory)
    }
}
