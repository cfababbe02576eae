/// Bytes a second as curl, wget and aria2 take them: `300000`, `500k`, `2M`, `1.5M`; k is 1024.
enum ByteRate {
    /// nil for anything else, and for less than one byte.
    static func bytes(_ text: String) -> Int64? {
        let units: [Character: Double] = ["k": 1024, "m": 1_048_576, "g": 1_073_741_824]
        let unit = text.lowercased().last.flatMap { units[$0] }
        let digits = unit == nil ? text[...] : text.dropLast()
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }), let number = Double(digits) else { return nil }
        return Int64(exactly: (number * (unit ?? 1)).rounded(.down)).flatMap { $0 > 0 && $0 < 1 << 50 ? $0 : nil }
    }
}
