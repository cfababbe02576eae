// Measures the reading of a play list from bytes to values, beside Foundation's decoder. Called by Scripts/bench.
//   catalogue-benchmark make MEGABYTES FILE     a made-up answer
//   catalogue-benchmark json FILE               figures
//   catalogue-benchmark values FILE             the values only, for a profiler
//   catalogue-benchmark stations COUNT FOLDER   a radio directory's dump, read and kept in a new library
import Catalogue
import Foundation

func megabytesPerSecond(_ size: Int, times: Int = 15, _ work: () throws -> Int) rethrows -> (best: Double, entries: Int) {
    var best = Duration.seconds(1_000_000)
    var entries = 0
    for _ in 0..<times {
        let time = try ContinuousClock().measure { entries = try work() }
        best = min(best, time)
    }
    return (Double(size) / 1e6 / (best / .seconds(1)), entries)
}

/// A figure of /proc/self/status, in bytes.
func memory(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
    return (line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
}

func line(_ name: String, _ result: (best: Double, entries: Int)) {
    print(String(format: "  %-28@ %7.1f MB/s   (%ld episodes)", name as NSString, result.best, result.entries))
}

func json(_ file: String) throws {
    let before = memory("VmRSS")
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    let list = try FMReader.playList(bytes)
    let peak = memory("VmHWM") - before
    print(String(format: "FM play list of %.1f MB, best of 15", Double(bytes.count) / 1e6))
    line("bytes to JSON", try megabytesPerSecond(bytes.count) { try JSON.parse(bytes).kind == .object ? list.episodes.count : 0 })
    line("bytes to Catalogue values", try megabytesPerSecond(bytes.count) { try FMReader.playList(bytes).episodes.count })
    let data = Data(bytes)
    let decoder = JSONDecoder()
    line(
        "JSONDecoder",
        try megabytesPerSecond(bytes.count, times: 2) { try decoder.decode(Decoded.self, from: data).data.resourceList.count })
    print(String(format: "  memory with the input's own  %7.2f times the input", Double(peak) / Double(bytes.count)))
}

func values(_ file: String) throws {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    line("bytes to Catalogue values", try megabytesPerSecond(bytes.count, times: 20) { try FMReader.playList(bytes).episodes.count })
}

let words = Array(CommandLine.arguments.dropFirst())
do {
    switch (words.first, words.count) {
    case ("make", 3):
        guard let size = Int(words[1]), MadeUpAnswer.write(size, to: words[2]) else { exit(1) }
    case ("json", 2): try json(words[1])
    case ("values", 2): try values(words[1])
    case ("stations", 3): try await stations(Int(words[1]) ?? 0, in: words[2])
    default: exit(2)
    }
} catch {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(1)
}
