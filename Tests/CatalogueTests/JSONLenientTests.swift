import Catalogue
import Testing

struct JSONLenientTests {
    @Test(arguments: [
        ("2016", "2016"), (#"" 7 ""#, "7"), ("1620.0", "1620.0"), (#""""#, nil), ("null", nil), ("true", nil), ("[]", nil),
        (#""null""#, "null"),
    ])
    func text(source: String, expected: String?) throws {
        #expect(try parse(source).text == expected)
    }

    @Test(arguments: [
        ("12", 12), (#""12""#, 12), ("12.0", 12), (#""12.0""#, 12), ("1e3", 1000), (#""""#, nil), ("null", nil), ("true", nil),
        ("12.5", nil),
        (#""abc""#, nil), (#""nan""#, nil), (#""0x10""#, nil), ("99999999999999999999", nil), ("-3", -3),
    ])
    func int(source: String, expected: Int?) throws {
        #expect(try parse(source).int == expected)
    }

    @Test(arguments: [("1.5", 1.5), (#""1.5""#, 1.5), ("1e999", nil), (#""inf""#, nil), ("false", nil)])
    func double(source: String, expected: Double?) throws {
        #expect(try parse(source).double == expected)
    }

    @Test(arguments: [
        ("true", true), ("false", false), ("1", true), ("0", false), (#""1""#, true), (#""FALSE""#, false), (#""yes""#, true),
        (#""n""#, false),
        ("2", nil), (#""2""#, nil), (#""""#, nil), ("null", nil),
    ])
    func flag(source: String, expected: Bool?) throws {
        #expect(try parse(source).flag == expected)
    }

    @Test(arguments: [
        ("[1,2]", ["1", "2"]), (#"{"10":"c","2":"b","0":"a"}"#, ["a", "b", "c"]), ("null", []), (#""""#, []), ("{}", []), ("[]", []),
        ("false", []), (#"{"0":"a","0":"b"}"#, ["b"]),
    ])
    func list(source: String, expected: [String]) throws {
        #expect(try parse(source).list.compactMap(\.text) == expected)
    }

    @Test func oneObjectIsAListOfOne() throws {
        #expect(try parse(#"{"id":1}"#).list == parse(#"[{"id":1}]"#).list)
    }

    @Test func nothingStandsForNoObject() throws {
        for source in [#""""#, "[]", "null", "{}", "0"] { #expect(try parse(source).objectOrNil == nil) }
        #expect(try parse(#"{"a":1}"#).objectOrNil?["a"]?.int == 1)
        #expect(try parse(#"[{"a":1}]"#).objectOrNil?["a"]?.int == 1)
    }
}

struct JSONLineTests {
    @Test func writesFieldsInOrderAndLeavesOutWhatIsAbsent() {
        var counters = JSONLine()
        counters.add("listens", "1.2万")
        var line = JSONLine(type: "episode")
        line.add("id", "e1")
        line.add("title", nil as String?)
        line.add("duration", 600.0)
        line.add("position", 1.5)
        line.add("favourite", false)
        line.add("n", 3)
        line.add("speed", Double.nan)
        line.add("hosts", ["甲", "b\"c"])
        line.add("tags", [] as [String])
        line.add("counters", counters)
        line.add("empty", JSONLine())
        #expect(
            line.text
                == #"{"type":"episode","id":"e1","duration":600,"position":1.5,"favourite":false,"n":3,"hosts":["甲","b\"c"],"counters":{"listens":"1.2万"}}"#
        )
    }

    @Test func writesNoControlCharacterAndReadsBackTheSame() throws {
        let text = "a\u{0}\u{1B}\u{7F}\u{9B}\n\t\r\\\"\u{2028}\u{202E}\u{FEFF}😀é"
        let quoted = JSONLine.quoted(text)
        #expect(quoted.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.value != 0x202E })
        #expect(try parse(quoted).exactText == text)
    }
}
