import Foundation

/// Sound whose minute can be told by its pitch: 400 Hz, and 20 Hz more each minute; stereo at 44.1 kHz. Under it is a little noise: of bare tones an
/// encoder's variable bit rate would make next to nothing.
enum RisingTone {
    static func write(seconds: Int, to path: String) throws {
        let rate = 44100
        guard seconds > 0, seconds < 36_000, FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw Failure("\(path) can't be made") }
        try file.write(contentsOf: head(frames: UInt32(seconds * rate), rate: UInt32(rate)))
        var noise = UInt64(1)
        for second in 0..<seconds {
            let step = 2 * Double.pi * Double(400 + 20 * (second / 60)) / Double(rate)
            var samples: [Int16] = []
            samples.reserveCapacity(rate * 2)
            for frame in 0..<rate {
                noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let sample = (Int16(12_000 * sin(step * Double(frame))) + Int16(noise >> 56) - 128).littleEndian
                samples.append(sample)
                samples.append(sample)
            }
            try file.write(contentsOf: samples.withUnsafeBytes { Data($0) })
        }
    }

    private static func head(frames: UInt32, rate: UInt32) -> Data {
        var data = Data("RIFF".utf8)
        func add(_ number: UInt32) { withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) } }
        func add(_ number: UInt16) { withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) } }
        add(36 + frames * 4)
        data += Data("WAVEfmt ".utf8)
        add(UInt32(16))
        add(UInt16(1))
        add(UInt16(2))
        add(rate)
        add(rate * 4)
        add(UInt16(4))
        add(UInt16(16))
        data += Data("data".utf8)
        add(frames * 4)
        return data
    }
}

/// Figures of several programs at several works.
struct Medians {
    private var works: [String] = []
    private var names: [String] = []
    private var runs: [String: [Double]] = [:]

    /// Of lines "WORK|NAME|figure".
    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "|").map(String.init)
            guard parts.count == 3, let figure = Double(parts[2]) else { continue }
            if !works.contains(parts[0]) { works.append(parts[0]) }
            if !names.contains(parts[1]) { names.append(parts[1]) }
            runs[parts[0] + "|" + parts[1], default: []].append(figure)
        }
    }

    var lines: [String] {
        works.flatMap { work in
            let own = runs[work + "|skywave"].map(median)
            return ["  " + work]
                + names.compactMap { name in
                    guard let figures = runs[work + "|" + name] else { return nil }
                    let spread = String(
                        format: "%10.3f   (%.3f-%.3f, %ld)", median(figures), figures.min() ?? 0, figures.max() ?? 0, figures.count)
                    let ratio = name == "skywave" ? "" : own.map { String(format: "   skywave / it: %.2f", $0 / median(figures)) } ?? ""
                    return "    " + name.padding(toLength: 22, withPad: " ", startingAt: 0) + spread + ratio
                }
        }
    }

    private func median(_ figures: [Double]) -> Double { figures.sorted()[figures.count / 2] }
}
