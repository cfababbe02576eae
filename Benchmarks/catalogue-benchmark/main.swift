// Makes up answers and feeds, and measures the reading of them from bytes to values. Called by Scripts/bench.
//   catalogue-benchmark make MEGABYTES FILE                     a made-up play list
//   catalogue-benchmark json FILE                               figures of reading one, beside Foundation's decoder
//   catalogue-benchmark values FILE                             the values only, for a profiler
//   catalogue-benchmark stations COUNT FOLDER                   a radio directory's dump, read and kept in a new library
//   catalogue-benchmark library-make COUNT FOLDER               a made-up library of so many episodes, with figures of making it
//   catalogue-benchmark library-index FOLDER                    figures of indexing its notes
//   catalogue-benchmark library-search FOLDER                   figures of searching it
//   catalogue-benchmark make-feeds COUNT ITEMS ADDRESS FOLDER   made-up feeds, which are served at the address
//   catalogue-benchmark make-sound COUNT BYTES ADDRESS FOLDER   a made-up feed with its files, which are served at the address
//   catalogue-benchmark feeds FOLDER                            figures of reading those
//   catalogue-benchmark port                                    a free port of 127.0.0.1
//   catalogue-benchmark run COMMAND…                            wall and CPU seconds and peak memory (bytes) of a command
//   catalogue-benchmark table NAME FILE                         medians of lines "WORK|NAME|wall cpu memory", and NAME's ratios to others
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
    let name = name.padding(toLength: 30, withPad: " ", startingAt: 0)
    print("  " + name + String(format: "%7.1f MB/s   (%ld episodes)", result.best, result.entries))
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

func feeds(_ folder: String) throws {
    let folder = URL(fileURLWithPath: folder).appending(path: "feeds")
    let bodies = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).map {
        Array(try Data(contentsOf: $0))
    }
    let size = bodies.reduce(0) { $0 + $1.count }
    print(String(format: "%ld feeds of %.1f MB, best of 5", bodies.count, Double(size) / 1e6))
    let read = try megabytesPerSecond(size, times: 5) {
        try bodies.reduce(0) { $0 + (try FeedReader.read($1, url: "http://127.0.0.1/feed.xml").episodes.count) }
    }
    line("bytes to Catalogue values", read)
}

let words = Array(CommandLine.arguments.dropFirst())
do {
    switch (words.first, words.count) {
    case ("make", 3):
        guard let size = Int(words[1]), MadeUpAnswer.write(size, to: words[2]) else { exit(1) }
    case ("json", 2): try json(words[1])
    case ("values", 2): try values(words[1])
    case ("stations", 3): try await stations(Int(words[1]) ?? 0, in: words[2])
    case ("library-make", 3): try await LargeLibrary(folder: words[2]).make(Int(words[1]) ?? 0)
    case ("library-index", 2): try await LargeLibrary(folder: words[1]).index()
    case ("library-search", 2): try await LargeLibrary(folder: words[1]).search()
    case ("make-feeds", 5):
        guard let count = Int(words[1]), let items = Int(words[2]), count > 0, items > 0 else { exit(2) }
        try MadeUpFeeds(count: count, items: items, base: words[3]).write(to: URL(fileURLWithPath: words[4]))
    case ("make-sound", 5):
        guard let count = Int(words[1]), let size = Int(words[2]), count > 0 else { exit(2) }
        try MadeUpSound(count: count, size: size, base: words[3]).write(to: URL(fileURLWithPath: words[4]))
    case ("feeds", 2): try feeds(words[1])
    case ("port", 1): print(try freePort())
    case ("run", 2...): print(try MeasuredCommand(words.dropFirst()).line)
    case ("table", 3):
        print(MedianTable(try String(contentsOfFile: words[2], encoding: .utf8)).lines(comparing: words[1]).joined(separator: "\n"))
    default: exit(2)
    }
} catch {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(1)
}
