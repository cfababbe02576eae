/// Where the frames of a remote file are, as far as its beginning tells: enough to ask for about the right byte at once, without what is before it.
///
/// Exact for a constant bit rate; by the tables of Xing's header (a hundredth of the time each, in 256ths of the bytes;
/// gabriel.mp3-tech.org/mp3infotag.html) or of VBRI (sizes of so many frames each); else by the mean size of a frame.
struct SeekGuide: Equatable {
    /// What the header in front of the first frame says.
    enum Header: Equatable {
        /// `table` has 100 entries where there is one; `bytes` count from the header's own frame on.
        case xing(frames: Int, bytes: Int, table: [UInt8])
        /// Bytes of each `framesPerEntry` frames.
        case vbri(frames: Int, sizes: [Int], framesPerEntry: Int)
    }

    /// Where the first frame with sound is, and behind the last one.
    let start: Int64
    let end: Int64
    private(set) var frames: Int
    private let header: Header?
    /// Bytes of a frame, where all have as many; with padding they lie up to a byte before where that puts them.
    private let each: Double
    private static let slack: Int64 = 2

    /// `mean` is the size of a frame where no header says how many there are. Nil where there is no telling.
    init?(start: Int64, end: Int64, header: Header?, mean: Double?) {
        // Beyond, not every byte is a number that Double knows.
        guard end > start, end <= 1 << 53 else { return nil }
        (self.start, self.end, self.header) = (start, end, header)
        let sound = Double(end - start)
        switch header {
        case .xing(let frames, let bytes, _):
            // The header's own frame is among the bytes. What it says counts where it is likely: behind the sound there may be tags.
            let whole = Double(bytes) * Double(frames) / (Double(frames) + 1)
            (self.frames, each) = (frames, (abs(whole / sound - 1) < 0.01 ? whole : sound) / Double(max(1, frames)))
        case .vbri(let frames, _, _): (self.frames, each) = (frames, sound / Double(max(1, frames)))
        case nil:
            guard let mean, mean >= 1 else { return nil }
            (frames, each) = (Int(sound / mean), mean)
        }
        guard frames > 0, frames < 1 << 28 else { return nil }
    }

    /// No header says how many frames there are.
    var isGuess: Bool { header == nil }

    /// A better mean size of a frame, which counts where no header says how many there are.
    mutating func learn(mean: Double) {
        if header == nil, let better = SeekGuide(start: start, end: end, header: nil, mean: mean) { self = better }
    }

    /// Offsets of each `step`th frame, from the first one on, as libmpg123's index has them.
    func offsets(step: Int) -> [Int64] {
        var last = start
        return stride(from: 0, to: frames, by: step).map { frame in
            last = min(max(last, offset(of: frame)), end)
            return last
        }
    }

    private func offset(of frame: Int) -> Int64 {
        switch header {
        case .xing(_, let bytes, let table) where table.count == 100 && !isEven(table):
            let part = Self.part(Double(frame) / Double(frames) * 100, table)
            return start + Int64(part / 256 * Double(min(Int64(bytes), end - start)))
        case .vbri(_, let sizes, let framesPerEntry): return start + Self.sum(sizes, upTo: Double(frame) / Double(framesPerEntry))
        default: return start + max(0, Int64(Double(frame) * each) - (frame > 0 ? Self.slack : 0))
        }
    }

    /// Of a constant bit rate the table says no more than that.
    private func isEven(_ table: [UInt8]) -> Bool {
        table.indices.allSatisfy { abs(Double(table[$0]) - Double($0) * 2.56) <= 1.5 }
    }

    /// The entries are rounded down to a 256th of the file, which may be half a minute: so a line through those around is taken, wherever one
    /// can go through all of them.
    private static func part(_ place: Double, _ table: [UInt8]) -> Double {
        func value(_ index: Int) -> Double { index == 0 ? 0 : index >= 100 ? 256 : Double(table[index]) + 0.5 }
        for around in [6, 3, 1] {
            let first = min(max(0, Int(place) - around + 1), 100 - 2 * around)
            let line = Line(through: (first...first + 2 * around).map { (Double($0), value($0)) })
            if around == 1 || line.farthest <= 0.75 { return min(max(0, line.value(at: place)), 256) }
        }
        return 0
    }

    private static func sum(_ sizes: [Int], upTo place: Double) -> Int64 {
        let whole = min(Int(place), sizes.count)
        let sum = sizes[..<whole].reduce(Int64(0)) { $0 + Int64($1) }
        return whole < sizes.count ? sum + Int64((place - Double(whole)) * Double(sizes[whole])) : sum
    }
}

/// The line of least squares.
private struct Line {
    private let points: [(x: Double, y: Double)]
    private let middle: (x: Double, y: Double)
    private let slope: Double

    init(through points: [(x: Double, y: Double)]) {
        self.points = points
        let count = Double(max(1, points.count))
        middle = (points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count)
        var (both, square) = (0.0, 0.0)
        for point in points {
            both += (point.x - middle.x) * (point.y - middle.y)
            square += (point.x - middle.x) * (point.x - middle.x)
        }
        slope = square > 0 ? both / square : 0
    }

    func value(at x: Double) -> Double { middle.y + slope * (x - middle.x) }
    /// How far the farthest point is from it.
    var farthest: Double { points.map { abs($0.y - value(at: $0.x)) }.max() ?? 0 }
}

extension SeekGuide.Header {
    /// Looks for a header in the bytes in front of the first frame with sound.
    init?(in bytes: [UInt8]) {
        func number(_ place: Int, _ count: Int) -> Int? {
            guard place >= 0, place + count <= bytes.count else { return nil }
            return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
        }
        let names = bytes.indices.dropLast(3).reversed()
        guard let place = names.first(where: { ["Xing", "Info", "VBRI"].contains(String(decoding: bytes[$0..<$0 + 4], as: UTF8.self)) })
        else { return nil }
        if bytes[place] == UInt8(ascii: "V") {
            guard let frames = number(place + 14, 4), let count = number(place + 18, 2), let scale = number(place + 20, 2),
                let width = number(place + 22, 2), (1...4).contains(width), let each = number(place + 24, 2), each > 0, frames > 0
            else { return nil }
            let sizes = (0..<count).compactMap { number(place + 26 + $0 * width, width).map { $0.multipliedReportingOverflow(by: scale) } }
            guard sizes.count == count, sizes.allSatisfy({ !$0.overflow && $0.partialValue < 1 << 32 }) else { return nil }
            self = .vbri(frames: frames, sizes: sizes.map(\.partialValue), framesPerEntry: each)
            return
        }
        guard let flags = number(place + 4, 4), flags & 1 != 0, let frames = number(place + 8, 4), frames > 0 else { return nil }
        var next = place + 12
        let size = flags & 2 != 0 ? number(next, 4) : nil
        next += flags & 2 != 0 ? 4 : 0
        let table = flags & 4 != 0 && next + 100 <= bytes.count ? Array(bytes[next..<next + 100]) : []
        self = .xing(frames: frames, bytes: size ?? .max, table: table)
    }
}
