import Foundation
import Fuzzing
import Testing

/// Every seed of the fuzzer, and all it has ever found, read again in every way. What reading costs in memory is counted where the tests
/// are built with AddressSanitizer (`swift test --sanitize=address --filter FuzzTests`), and by Scripts/fuzz.
struct FuzzTests {
    @Test(arguments: Fuzzed.allCases)
    func seedsBreakNoPromise(reader: Fuzzed) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzzing/Seeds/\(reader.rawValue)")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            let input = [UInt8](try Data(contentsOf: file))
            #expect(throws: Never.self, "\(file.lastPathComponent)") { try reader.read(input) }
        }
    }

    /// Where the time grows by the square of the length, most of these would take hours.
    @Test(.timeLimit(.minutes(1)), arguments: LongInput.all)
    func longInputsAreReadToTheirEnd(input: LongInput) {
        #expect(throws: Never.self) { try input.reader.read(input.bytes) }
    }
}
