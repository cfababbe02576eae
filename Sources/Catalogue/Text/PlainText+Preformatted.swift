extension PlainText {
    /// Lines that stay as they are but for tabs, which become four blanks, and for what a terminal would obey. No empty lines at the ends, no
    /// blanks at a line's.
    static func preformatted(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where previous == "\r": break
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": endLine(&kept)
            case "\t": for _ in 0..<4 { kept.append(" ") }
            case _ where isUnwanted(scalar): break
            default: kept.append(scalar)
            }
            previous = scalar
        }
        while kept.last?.isBlank == true { kept.removeLast() }
        return String(kept)
    }

    private static func endLine(_ kept: inout String.UnicodeScalarView) {
        while let last = kept.last, last != "\n", last.isBlank { kept.removeLast() }
        if !kept.isEmpty { kept.append("\n") }
    }
}
