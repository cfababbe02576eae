import CEdit
import Glibc

/// Makes characters of the bytes that a terminal sends, in the character set of LC_CTYPE.
struct KeyDecoder {
    private var state = mbstate_t()

    /// The character that `byte` completes. What is not UTF-8 is left out; a sequence cut short does not eat the byte after it.
    mutating func take(_ byte: UInt8) -> wchar_t? {
        var (character, byte) = (wchar_t(0), CChar(bitPattern: byte))
        var length = mbrtowc(&character, &byte, 1, &state)
        if length == -1 {
            state = mbstate_t()
            length = mbrtowc(&character, &byte, 1, &state)
            if length == -1 { state = mbstate_t() }
        }
        return length < 0 ? nil : character
    }
}
