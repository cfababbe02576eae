import CFuzzing
import Glibc

/// What reading costs in time and memory.
public enum Cost {
    /// How many times its own size an input may cost in memory at once, besides `base`: tables, buffers and the parser itself.
    public static let factor = 64
    public static let base = 512 << 10
    /// How many seconds of the processor's time reading may take.
    public static let seconds = 1.0

    /// The dearest and the slowest reading so far. Only the fuzzer's one thread asks for them.
    nonisolated(unsafe) public private(set) static var dearest = (factor: 0.0, size: 0)
    nonisolated(unsafe) public private(set) static var slowest = (seconds: 0.0, size: 0)
    nonisolated(unsafe) static var isKept = false

    /// Runs one way of reading an input of that size; a finding where it costs too much. Memory is counted only under AddressSanitizer, time
    /// only in the fuzzer.
    static func of<Value>(_ size: Int, _ way: String, _ read: () -> Value) throws(Finding) -> Value {
        let start = isKept ? now() : 0
        let isCounted = fuzzing_begin_count()
        let value = read()
        let most = Int(fuzzing_end_count())
        if isKept {
            let seconds = now() - start
            keep(size, seconds: seconds, most: most)
            try expect(seconds < Self.seconds, "\(way): \(size) bytes take \(seconds) seconds")
        }
        if isCounted, most > size * factor + base {
            throw Finding("\(way): \(size) bytes cost \(most), which is \(most / max(size, 1)) times as much")
        }
        return value
    }

    private static func keep(_ size: Int, seconds: Double, most: Int) {
        if seconds > slowest.seconds { slowest = (seconds, size) }
        let factor = Double(max(most - base, 0)) / Double(max(size, 1))
        if factor > dearest.factor { dearest = (factor, size) }
    }

    /// Of the processor's time, as others may be at work too.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
