extension StringProtocol {
    /// Without white space at both ends.
    var trimmed: String {
        let view = unicodeScalars
        guard let first = view.first, let last = view.last else { return "" }
        guard first.isBlank || last.isBlank else { return String(self) }
        let start = view.firstIndex { !$0.isBlank } ?? view.endIndex
        let end = view[start...].lastIndex { !$0.isBlank }.map { view.index(after: $0) } ?? start
        return String(self[start..<end])
    }
}

extension Unicode.Scalar {
    /// Whether it is white space (Unicode's White_Space), without the slow way through the property tables.
    var isBlank: Bool {
        switch value {
        case 0x20, 0x09...0x0D: true
        case ..<0x85: false
        case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }
}
