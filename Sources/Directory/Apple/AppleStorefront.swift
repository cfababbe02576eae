import Catalogue

/// The countries whose charts are offered as categories. Apple has more: any two letters can be asked for.
enum AppleStorefront {
    /// Where neither the settings nor the locale say another.
    static let standard = "us"

    static let all = [
        ("cn", "China"), ("tw", "Taiwan"), ("hk", "Hong Kong"), ("mo", "Macao"), ("sg", "Singapore"), ("my", "Malaysia"),
        ("us", "United States"),
        ("ca", "Canada"), ("gb", "United Kingdom"), ("ie", "Ireland"), ("au", "Australia"), ("nz", "New Zealand"), ("de", "Germany"),
        ("at", "Austria"), ("ch", "Switzerland"), ("fr", "France"), ("it", "Italy"), ("es", "Spain"), ("nl", "Netherlands"),
        ("se", "Sweden"),
        ("pl", "Poland"), ("jp", "Japan"), ("kr", "South Korea"), ("in", "India"), ("br", "Brazil"), ("mx", "Mexico"),
    ].map { Category(ref: $0.0, title: $0.1) }

    /// The two letters in lower case; nil for anything else.
    static func code(_ text: String) -> String? {
        text.utf8.count == 2 && text.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) } ? text.lowercased() : nil
    }

    /// The country's name, or its letters where it isn't one of the offered.
    static func name(_ code: String) -> String { all.first { $0.ref == code }?.title ?? code.uppercased() }
}
