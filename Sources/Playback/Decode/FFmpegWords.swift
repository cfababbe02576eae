/// What ffmpeg says on its standard error: the first lines and the last ones, which tell of the input and of what went wrong.
struct FFmpegWords {
    private var lines: [String] = []
    private var rest: [UInt8] = []
    private(set) var duration: Double?
    /// The input's first time, which its frames' times count from.
    private(set) var start = 0.0
    /// The time of the first samples, where that was asked for.
    private(set) var first: Double?
    /// What the input's sound is: `aac`, `opus` …
    private(set) var codec: String?

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte != UInt8(ascii: "\n") {
                if rest.count < 1000 { rest.append(byte) }
                continue
            }
            take(String(decoding: rest, as: UTF8.self))
            rest.removeAll(keepingCapacity: true)
        }
    }

    /// Why it ended, without ffmpeg's own marks; empty where it told nothing.
    var complaint: String {
        let line = lines.last ?? ""
        let words = line.split(separator: "] ", omittingEmptySubsequences: false).drop { $0.hasPrefix("[") }.joined(separator: "] ")
        let inputs = ["file:/dev/stdin: ", "pipe:0: "]
        return String(words.dropFirst(inputs.first(where: words.hasPrefix)?.count ?? 0))
    }

    private mutating func take(_ line: String) {
        // A tag's text may have the same words; it stands farther in.
        if line.hasPrefix("[info]   Duration: "), let words = Self.after("Duration: ", in: line) {
            // What claims more than a year claims nonsense.
            duration = duration ?? Self.seconds(words).flatMap { $0 < 31_536_000 ? $0 : nil }
            start = Self.after("start: ", in: line).flatMap { Double($0) } ?? 0
        }
        if first == nil, line.contains("ashowinfo"), let words = Self.after("pts_time:", in: line) { first = Double(words) }
        if codec == nil, line.hasPrefix("[info]   Stream #"), let words = Self.after(" Audio: ", in: line) { codec = String(words) }
        guard ["[error] ", "[fatal] ", "[panic] "].contains(where: line.contains) else { return }
        lines.append(line)
        if lines.count > 8 { lines.removeFirst() }
    }

    /// The word behind `mark`, up to a blank or a comma.
    private static func after(_ mark: String, in line: String) -> Substring? {
        guard let place = line.firstRange(of: mark) else { return nil }
        return line[place.upperBound...].prefix { $0 != " " && $0 != "," }
    }

    /// `01:02:03.45`; nil for `N/A`.
    private static func seconds(_ words: Substring) -> Double? {
        let parts = words.split(separator: ":").compactMap { Double($0) }
        let seconds = parts.reduce(0) { $0 * 60 + $1 }
        return parts.count == 3 && seconds > 0 ? seconds : nil
    }
}
