import Catalogue

/// A name in a folder, made of any text: one that every usual file system takes, and that stays in the folder.
enum SafeName {
    /// What no name may hold on some system, besides control characters.
    static let forbidden = Set("/\\:*?\"<>|".unicodeScalars)

    /// At most `room` bytes, cut at a character; nil where nothing is left of the text.
    ///
    /// By scalars, not by characters: a mark behind a slash makes another character of it, and the system sees the slash all the same.
    static func of(_ text: String, room: Int) -> String? {
        let scalars = PlainText.verbatim(text).unicodeScalars.filter { !isUnseen($0) }.map { forbidden.contains($0) ? "_" : $0 }
        var whole = String.UnicodeScalarView()
        whole.append(contentsOf: scalars.drop { ".-".unicodeScalars.contains($0) || $0.properties.isWhitespace || joins("/", $0) })
        var name = ""
        for character in String(whole) {
            if name.utf8.count + character.utf8.count > room { break }
            name.append(character)
        }
        while let last = name.unicodeScalars.last, last == "." || last.properties.isWhitespace || joins(last, "/") {
            name.unicodeScalars.removeLast()
        }
        if name.isEmpty { return nil }
        return isReserved(name) ? of("_" + name, room: room) : name
    }

    /// What turns the direction of the rest, or can't be seen, so that two names would look the same. Joiners are a part of writing and of
    /// pictures, tags of flags.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200C, 0x200D, 0xE0020...0xE007F: return false
        default: break
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .format: return properties.isDefaultIgnorableCodePoint || properties.isBidiControl
        case .control: return true
        default: return properties.isNoncharacterCodePoint
        }
    }

    /// They would be one character, and a path would have no slash there for who goes by characters.
    private static func joins(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        var pair = String.UnicodeScalarView()
        pair.append(first)
        pair.append(second)
        return String(pair).count == 1
    }

    /// Names of devices on Windows, with whatever ending.
    private static func isReserved(_ name: String) -> Bool {
        var base = name.prefix { $0 != "." }.uppercased()
        while base.last == " " { base.removeLast() }
        return ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(base)
            || base.count == 4 && (base.hasPrefix("COM") || base.hasPrefix("LPT"))
                && "0123456789¹²³".contains(base.last ?? " ")
    }
}
