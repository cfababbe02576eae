import Testing

@testable import Prompt

/// The country that a locale names.
@Suite struct CountryTests {
    @Test(arguments: [
        ("zh_CN.UTF-8", "cn"), ("de_AT", "at"), ("ca_ES@valencia", "es"), ("zh_Hant_TW.Big5", "tw"), ("C", nil), ("C.UTF-8", nil),
        ("en", nil),
        ("POSIX", nil), ("es_419.UTF-8", nil), ("_", nil), ("en_X1", nil),
    ])
    func isBehindTheLanguage(locale: String, country: String?) {
        #expect(Country.ofLocale { $0 == "LANG" ? locale : nil } == country)
    }

    @Test func theStrongestVariableCounts() {
        let environment = ["LC_ALL": "de_DE", "LC_MESSAGES": "fr_FR", "LANG": "zh_CN"]
        #expect(Country.ofLocale { environment[$0] } == "de")
        #expect(Country.ofLocale { $0 == "LC_ALL" ? nil : environment[$0] } == "fr")
        #expect(Country.ofLocale { $0 == "LC_ALL" ? "C" : environment[$0] } == nil)
        #expect(Country.ofLocale { _ in nil } == nil)
    }
}
