import Catalogue
import Foundation
import Testing

/// The public JSON test suite, where its folder is given: `y_` files must be read, `n_` files refused, the others must not crash.
struct JSONSuiteTests {
    @Test func agreesWithThePublicSuite() throws {
        guard let folder = ProcessInfo.processInfo.environment["SKYWAVE_VECTORS"] else {
            print("SKYWAVE_VECTORS is unset: the JSON suite was not run")
            return
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/json").filter { $0.hasSuffix(".json") }
        #expect(names.count > 100)
        for name in names {
            let body = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/json/\(name)")))
            let isRead = (try? JSON.parse(body)) != nil
            if name.hasPrefix("y_") { #expect(isRead, "\(name)") }
            if name.hasPrefix("n_") { #expect(!isRead, "\(name)") }
        }
    }

    @Test func noDamageCrashesTheReaders() {
        let seed = Array(
            #"""
            {"code":"0","data":{"programInfo":{"id":1,"programName":"é<b>"},"resourceList":[{"id":"7","title":"\u4e2d&amp;\uD83D","duration":"1:02",
            "audiolist":[{"filePath":"//h/a.mp3","size":"4.6M","audioStream":"64"}],"publishTime":"1479783600"},null,{"0":[1e9,-0.5,true]}]}}
            """#.utf8)
        var random = SeededGenerator(state: 42)
        for _ in 0..<3000 {
            var body = seed
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let at = Int.random(in: 0..<body.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: body[at] = UInt8.random(in: 0...255, using: &random)
                case 1: body.remove(at: at)
                case 2: body.insert(contentsOf: Array("{}[],:\"\\<0".utf8).shuffled(using: &random).prefix(2), at: at)
                default: body = Array(body.prefix(max(at, 1)))
                }
            }
            _ = try? Inspection.read(body, base: "http://h/")
            _ = try? FMReader.leaderboard(body)
        }
    }
}

/// The same numbers in every run.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
