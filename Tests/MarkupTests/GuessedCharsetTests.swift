import Markup
import Testing

/// Text that says it is Latin-1, or says nothing.
struct GuessedCharsetTests {
    private func guessed(_ bytes: [UInt8]) -> String { GuessedCharset.text(bytes, GuessedCharset.of([bytes])) }

    @Test(arguments: [
        "café", "Café Müller", "Motörhead", "Größe", "GRÖßE", "50 µs", "créée", "Ääni", "ÄÄNI", "naïve", "¿Qué tal?", "¿Él?", "«Été»",
        "50° Nord", "Señor",
        "Ärzte",
        "São Paulo – ao vivo", "It’s “été” …", "Œuvres", "Beyoncé", "Þórr", "© Radio", "Ångström", "plain",
    ]) func westernTextStays(text: String) throws {
        let table: [Unicode.Scalar: UInt8] = ["’": 0x92, "“": 0x93, "”": 0x94, "–": 0x96, "…": 0x85, "Œ": 0x8C]
        let bytes = text.unicodeScalars.map { table[$0] ?? UInt8(truncatingIfNeeded: $0.value) }
        #expect(guessed(bytes) == text)
    }

    @Test(
        arguments: [
            ([0xC9, 0xEE, 0xD2, 0xB9, 0xB5, 0xE7, 0xCC, 0xA8], "深夜电台"), ([0xB0, 0xAE], "爱"), ([0xBA, 0xC3], "好"),
            ([0x44, 0x4A, 0xC4, 0xE3, 0xBA, 0xC3], "DJ你好"), ([0xA1, 0xB6, 0xBA, 0xEC, 0xC2, 0xA5, 0xC3, 0xCE, 0xA1, 0xB7], "《红楼梦》"),
            ([0xA4, 0x40, 0xA4, 0x48], "一人"), ([0xB9, 0x71, 0xA5, 0x78], "電台"), ([0xA4, 0xA4, 0xB0, 0xEA, 0xA4, 0x48], "中國人"),
            ([0x93, 0xFA, 0x96, 0x7B], "日本"), ([0x83, 0x65, 0x83, 0x58, 0x83, 0x67], "テスト"), ([0x96, 0xE9, 0x82, 0xCC, 0x95, 0xFA], "夜の放"),
            ([0xC9, 0xEE, 0xD2, 0xB9, 0xB5], "深夜"), ([0xE7, 0x94, 0xB5, 0xE5, 0x8F], "电"),
        ] as [([UInt8], String)]) func whatIsChineseOrJapaneseIsRead(bytes: [UInt8], text: String)
    { #expect(guessed(bytes) == text) }

    @Test func textsOfOneOriginAreReadAlike() {
        // By itself each may be either; the longer one tells.
        let (short, long): ([UInt8], [UInt8]) = ([0xB0, 0xEA], [0xA4, 0xA4, 0xA4, 0x48, 0xB9, 0x71])
        #expect(GuessedCharset.of([short, long]) == "BIG5-HKSCS")
        #expect(GuessedCharset.text(short, "BIG5-HKSCS") == "國")
        let western: [UInt8] = [0x63, 0x61, 0x66, 0xE9]
        #expect(GuessedCharset.text(western, GuessedCharset.of([long, western])) == "café")
        #expect(GuessedCharset.of([western, []]) == nil)
    }
}
