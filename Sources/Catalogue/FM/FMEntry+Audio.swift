/// The files of an episode: their sizes and bit rates are text without units, so they are judged by plausibility (reference section A6).
extension FMEntry {
    func audio(duration: Double?) -> [AudioFile] {
        var files: [AudioFile] = []
        let listed = list(.audiolist, .audioList).filter { $0.kind == .object }
        for json in listed {
            if let file = FMEntry(json: json, base: base).audioFile(duration: duration) { files.append(file) }
        }
        if listed.isEmpty, has(.filePath, .filepath), let file = audioFile(duration: duration) { files.append(file) }
        return files
    }

    /// Nil without a usable address: the oldest answers hold encrypted ones.
    private func audioFile(duration: Double?) -> AudioFile? {
        guard let url = address(.filePath, .filepath, .url) else { return nil }
        let bitrate = raw(.audioStream).flatMap(Self.bitrate)
        let size = raw(.size).flatMap { Self.size($0, duration: duration, bitrate: bitrate) }
        return AudioFile(url: url, bitrate: bitrate, size: size, sizeIsEstimate: size != nil, isDefault: flag(.isDefault) ?? false)
    }

    /// kbit/s of `64`, `64kbps` or `64000`; nil outside 8 to 512.
    static func bitrate(_ text: String) -> Int? {
        let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
        guard digits.count <= 9, let number = wholeNumber(text) ?? Int(Substring(digits)) else { return nil }
        let kilobits = number >= 8000 ? number / 1000 : number
        return (8...512).contains(kilobits) ? kilobits : nil
    }

    /// Bytes of `4.6M`, `4600K`, or of a bare number: where length and bit rate are known, bytes or KB, whichever comes within a factor of
    /// two of what they make; else bytes from 200 000 on and KB below.
    static func size(_ text: String, duration: Double?, bitrate: Int?) -> Int64? {
        if let number = wholeNumber(text) { return number > 0 ? size(Double(number), duration: duration, bitrate: bitrate) : nil }
        let number = Substring(text.utf8.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
        guard let value = Double(number), value.isFinite, value > 0 else { return nil }
        let suffix = text[number.endIndex...].trimmed
        if let unit = unit(suffix) { return rounded(value * unit) }
        return suffix.isEmpty ? size(value, duration: duration, bitrate: bitrate) : nil
    }

    private static func size(_ value: Double, duration: Double?, bitrate: Int?) -> Int64? {
        if let duration, let bitrate {
            let expected = duration * Double(bitrate) * 125
            for candidate in [value, value * 1024] where candidate >= expected / 2 && candidate <= expected * 2 {
                return rounded(candidate)
            }
        }
        return rounded(value >= 200_000 ? value : value * 1024)
    }

    private static func unit(_ suffix: String) -> Double? {
        switch suffix.lowercased() {
        case "b", "bytes": 1
        case "k", "kb", "kib": 1024
        case "m", "mb", "mib": 1024 * 1024
        case "g", "gb", "gib": 1024 * 1024 * 1024
        default: nil
        }
    }

    private static func rounded(_ bytes: Double) -> Int64? { Int64(exactly: bytes.rounded()) }
}
