/// Tells pictures from other things by their first bytes: servers' content types lie both ways.
enum PictureKind {
    /// How many bytes are enough to tell.
    static let enough = 4096

    /// Whether a file that begins so is a picture of a form that programs for pictures know.
    static func isPicture(_ bytes: [UInt8]) -> Bool {
        if signatures.contains(where: { bytes.starts(with: $0) }) { return true }
        if bytes.starts(with: Array("RIFF".utf8)) { return bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) }
        let brand = bytes.dropFirst(8).prefix(4)
        if bytes.dropFirst(4).starts(with: Array("ftyp".utf8)) { return brands.contains { brand.elementsEqual($0.utf8) } }
        return isSVG(bytes)
    }

    private static let signatures: [[UInt8]] = [
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],  // PNG
        [0xFF, 0xD8, 0xFF],  // JPEG
        Array("GIF87a".utf8), Array("GIF89a".utf8), Array("BM".utf8),
        [0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A],  // TIFF
        [0x00, 0x00, 0x01, 0x00],  // ICO, as favicons are
    ]

    /// ISO/IEC 23008-12: AVIF and HEIC.
    private static let brands = ["avif", "avis", "heic", "heix", "mif1"]

    /// XML whose first lines hold an `<svg`; a web page may have one too, but begins otherwise.
    private static func isSVG(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes.prefix(enough), as: UTF8.self).lowercased()
        let body = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard ["<?xml", "<svg", "<!--", "<!doctype svg"].contains(where: { body.hasPrefix($0) }) else { return false }
        return body.contains("<svg") && !body.contains("<html")
    }
}
