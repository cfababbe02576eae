extension PlainText {
    /// An address on one line that shows all of itself: control characters and marks that turn the direction of what follows are escaped.
    public static func address(_ url: String) -> String {
        guard url.unicodeScalars.contains(where: hidesInAddress) else { return url }
        var result = ""
        for scalar in url.unicodeScalars {
            if hidesInAddress(scalar) {
                for byte in String(scalar).utf8 { result += escaped(byte) }
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func hidesInAddress(_ scalar: Unicode.Scalar) -> Bool {
        isUnwanted(scalar) || ["\u{61C}", "\u{2028}", "\u{2029}"].contains(scalar)
    }

    /// A byte as it stands in an address: `%0A`.
    public static func escaped(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "%0" + digits : "%" + digits
    }
}
