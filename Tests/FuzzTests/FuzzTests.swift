import Foundation
import Fuzzing
import Testing

/// Every seed of the fuzzer, and all it has ever found, read again in every way. What reading costs in memory is counted where the tests
/// are built with AddressSanitizer (`swift test --sanitize=address --filter FuzzTests`), and by Scripts/fuzz.
struct FuzzTests {
    @Test(arguments: Fuzzed.allCases)
    func seedsBreakNoPromise(reader: Fuzzed) async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzzing/Seeds/\(reader.rawValue)")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            let input = [UInt8](try Data(contentsOf: file))
            let broken = await onAThread { Result { try reader.read(input) } }
            #expect(throws: Never.self, "\(file.lastPathComponent)") { try broken.get() }
        }
    }

    /// Where the time grows by the square of the length, most of these would take hours.
    @Test(.timeLimit(.minutes(1)), arguments: LongInput.all)
    func longInputsAreReadToTheirEnd(input: LongInput) async {
        let broken = await onAThread { Result { try input.reader.read(input.bytes) } }
        #expect(throws: Never.self) { try broken.get() }
    }

    /// What keeps the processor busy for seconds must not hold a thread of the pool, where other tests wait for theirs.
    private func onAThread<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
        await withCheckedContinuation { held in
            Thread { held.resume(returning: body()) }.start()
        }
    }
}
