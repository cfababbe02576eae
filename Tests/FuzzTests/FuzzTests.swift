import Foundation
import Fuzzing
import Testing

/// Every seed of the fuzzer, and all it has ever found, read again in every way.
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
}
