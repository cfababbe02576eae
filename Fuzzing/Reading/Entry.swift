import Glibc

// What libFuzzer calls (llvm.org/docs/LibFuzzer.html). `--reader=json` chooses the reader. `--stretch=N` repeats each input to N bytes,
// which shows what costs more than its share: a pattern that is harmless once is not so ten thousand times.

nonisolated(unsafe) private var reader = Fuzzed.json
nonisolated(unsafe) private var length = 0

@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafePointer<CInt>, _ arguments: UnsafePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
    for index in 1..<max(Int(count.pointee), 1) {
        guard let argument = arguments.pointee[index].map({ String(cString: $0) }) else { continue }
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { continue }
        if parts[0] == "--reader" {
            guard let named = Fuzzed(rawValue: parts[1]) else { fatalError("there is no reader \(parts[1])") }
            reader = named
        }
        if parts[0] == "--stretch" { length = Int(parts[1]) ?? 0 }
    }
    Cost.isKept = true
    do {
        for input in LongInput.all where input.reader == reader { try reader.read(input.bytes) }
    } catch { fatalError(error.description) }
    atexit {
        let (dearest, slowest) = (Cost.dearest, Cost.slowest)
        print("stat::dearest_input: \(dearest.factor) times its size (\(dearest.size) bytes)")
        print("stat::slowest_reading: \(Int(slowest.seconds * 1000)) ms (\(slowest.size) bytes)")
    }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Array(UnsafeBufferPointer(start: start, count: count))
    if !input.isEmpty, input.count < length {
        let piece = input
        input.reserveCapacity(length + piece.count)
        while input.count < length { input.append(contentsOf: piece) }
    }
    do { try reader.read(input) } catch { fatalError(error.description) }
    return 0
}
