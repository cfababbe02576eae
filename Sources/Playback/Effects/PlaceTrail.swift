/// Which place of the item the samples had that were given: so the place of what waits in the device is known, at whatever speed it was made.
struct PlaceTrail {
    /// Enough for more than what any device holds.
    private static let limit = 4096

    private var marks: [(given: Double, place: Double)]

    /// Nothing is given yet; what was before ran at speed 1.
    init(at place: Double) { marks = [(0, place)] }

    /// The place of the next sample.
    var place: Double { marks.last?.place ?? 0 }

    /// So many more seconds were given, up to a place.
    mutating func mark(_ seconds: Double, upTo place: Double) {
        guard let last = marks.last else { return }
        if seconds > 0 { marks.append((last.given + seconds, max(place, last.place))) } else { marks[marks.count - 1].place = place }
        if marks.count > Self.limit { marks.removeFirst(Self.limit / 2) }
    }

    /// The place of what was given so many seconds before the last.
    func place(behind delay: Double) -> Double {
        guard let last = marks.last, let first = marks.first else { return 0 }
        let wanted = last.given - max(0, delay)
        guard let index = marks.lastIndex(where: { $0.given <= wanted }) else { return max(0, first.place - (first.given - wanted)) }
        let start = marks[index]
        guard index + 1 < marks.count else { return start.place }
        let end = marks[index + 1]
        return start.place + (end.place - start.place) * (wanted - start.given) / (end.given - start.given)
    }
}
