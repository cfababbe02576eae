import CUTF8Proc

/// The columns that one grapheme cluster takes on a terminal: utf8proc's width of its scalars, with the rules for what is
/// drawn as one picture (UTS #51): a flag, a joined family, a skin tone and a sign with U+FE0F take two columns in all.
func characterWidth(_ character: Character) -> Int {
    var (total, isJoined, previous) = (0, false, Unicode.Scalar(0) as Unicode.Scalar)
    for scalar in character.unicodeScalars {
        switch scalar.value {
        case 0x200D: isJoined = true  // ZERO WIDTH JOINER: the next one is drawn in the same place
        case 0xFE0F where previous.properties.isEmoji: total = max(total, 2)
        case 0x1F3FB...0x1F3FF where total > 0: break
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: break  // vowels and finals of Hangul, drawn in the syllable
        default:
            if !isJoined { total += scalarWidth(scalar) }
            isJoined = false
        }
        previous = scalar
    }
    return total
}

/// utf8proc does not know characters younger than itself: what Unicode sets aside for ideographs and emoji is wide.
private func scalarWidth(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F ? 0 : 1 }
    let code = Int32(bitPattern: scalar.value)
    if utf8proc_category(code) != UTF8PROC_CATEGORY_CN { return Int(utf8proc_charwidth(code)) }
    switch scalar.value {
    case 0x20000...0x3FFFD, 0x1F300...0x1F64F, 0x1F900...0x1FAFF: return 2
    default: return scalar.properties.isEmojiPresentation ? 2 : 1
    }
}
