import Catalogue
import Testing

struct JSONTests {
    @Test func readsEveryKindOfValue() throws {
        let json = try parse(#" {"t":"a\"\\\/\b\f\n\r\té","n":-1.50e+3,"y":true,"f":false,"z":null,"l":[1,[],{}],"o":{"k":"v"}} "#)
        #expect(json["t"]?.exactText == "a\"\\/\u{8}\u{C}\n\r\té")
        #expect(json["n"]?.exactText == "-1.50e+3")
        #expect(json["y"]?.kind == .true && json["f"]?.kind == .false && json["z"]?.kind == .null)
        #expect(json["l"]?.elements.map(\.kind) == [.number, .array, .object])
        #expect(json["o"]?["k"]?.exactText == "v")
        #expect(json["nothing"] == nil)
        #expect(json.members.map(\.key) == ["t", "n", "y", "f", "z", "l", "o"])
    }

    @Test func keepsEveryDigitOfANumber() throws {
        let json = try parse(#"{"id":1234567890123456789012345}"#)
        #expect(json["id"]?.text == "1234567890123456789012345")
    }

    @Test func theLastOfEqualKeysCounts() throws {
        let json = try parse(#"{"a":1,"b":2,"a":{"x":[]},"\u0061":3,"b":4}"#)
        #expect(json["a"]?.text == "3")
        #expect(json["b"]?.text == "4")
        #expect(try json == parse(#"{"b":4,"a":3}"#))
    }

    @Test func keysThatLookAlikeAreDifferent() throws {
        // An accent of its own and one that is part of the letter, with and without escapes.
        for text in [#"{"\u00e9":1,"e\u0301":2}"#, "{\"\u{E9}\":1,\"e\u{301}\":2}"] {
            let json = try parse(text)
            #expect(json["\u{E9}"]?.text == "1")
            #expect(json["e\u{301}"]?.text == "2")
            #expect(try json != parse("{\"\u{E9}\":2}"))
        }
    }

    @Test(arguments: [
        (#""\uD83D\uDE00""#, "😀"), (#""\uD83D""#, "\u{FFFD}"), (#""\uDE00x""#, "\u{FFFD}x"), (#""\uD83D\uD83D\uDE00""#, "\u{FFFD}😀"),
        (#""\uD83D\n""#, "\u{FFFD}\n"), (#""\u0000""#, "\u{0}"), (#""\u4e2d""#, "中"),
    ])
    func readsEscapedCharacters(source: String, expected: String) throws {
        #expect(try parse(source).exactText == expected)
    }

    @Test func nestsAsDeepAsTheLimitAndNoDeeper() throws {
        let limit = JSON.depthLimit
        #expect(try parse(String(repeating: "[", count: limit) + String(repeating: "]", count: limit)).kind == .array)
        #expect(reason(String(repeating: "[", count: limit + 1)) == .tooDeep)
        #expect(reason(String(repeating: #"{"a":"#, count: 100_000)) == .tooDeep)
    }

    @Test(arguments: [
        ("", JSONError.Reason.empty), (" \r\n\t", .empty), ("[0,", .truncated), (#"{"a":"b"#, .truncated), (#"{"a":60"#, .truncated),
        ("tru", .truncated), ("-", .truncated), ("[1]x", .trailing), ("1 2", .trailing), ("[1,]", .unexpected("]")),
        (#"{"a":1,}"#, .unexpected("}")), ("{a:1}", .unexpected("a")), ("[1 2]", .unexpected("2")), (#"{"a" 1}"#, .unexpected("1")),
        ("[01]", .badNumber), ("[1.]", .badNumber), ("[.5]", .unexpected(".")), ("[+1]", .unexpected("+")), ("[1e]", .badNumber),
        ("[NaN]", .unexpected("N")), (#"["\x"]"#, .badEscape), (#"["\u12g4"]"#, .badEscape), ("[\"a\tb\"]", .controlCharacter(9)),
        ("['a']", .unexpected("'")), ("[天]", .unexpected("天")), ("<html>", .webPage), ("\n<!DOCTYPE html>", .webPage),
        ("cb({})", .jsonp), ("/**/ a.b_1 ([]);", .jsonp), (")]}',\n{}", .jsonp),
    ])
    func refusesWithAReason(source: String, expected: JSONError.Reason) {
        #expect(reason(source) == expected)
    }

    @Test(arguments: [
        "cb({\"a\":1})", " /**/ a.b_1 ( {\"a\":1} );\n", "({\"a\":1})", ")]}',\n{\"a\":1}", "{\"a\":1}", "\u{FEFF}j({\"a\":1});;",
    ])
    func takesOffACallWhereItMayBeOne(source: String) throws {
        #expect(try JSON.parse(Array(source.utf8), mayBeCall: true)["a"]?.int == 1)
    }

    @Test func aTextMayHoldWhatEndsACall() throws {
        #expect(try JSON.parse(Array(#"cb({"a":"x;b)c"});"#.utf8), mayBeCall: true)["a"]?.text == "x;b)c")
    }

    @Test(arguments: [
        ("cb({\"a\":1}", JSONError.Reason.truncated), ("cb({\"a\":1}]", .unexpected("]")), ("cb({}); alert(1)", .trailing),
        ("cb()", .unexpected(")")),
        ("cb(alert(1))", .unexpected("a")), ("cb(", .truncated),
    ])
    func readsNothingElseOfAScript(source: String, expected: JSONError.Reason) {
        do {
            _ = try JSON.parse(Array(source.utf8), mayBeCall: true)
            Issue.record("read: \(source)")
        } catch {
            #expect(error.reason == expected)
        }
    }

    @Test func endsATextWhereverItStandsInItsWord() throws {
        for length in 0...40 {
            let text = String(repeating: "é", count: length / 3) + String(repeating: "x", count: length)
            #expect(try parse("[\"\(text)\",\"\(text)\\n\"]").elements.map(\.exactText) == [text, text + "\n"])
            #expect(reason("[\"\(text)\u{1F}\"]") == .controlCharacter(0x1F))
            #expect(reason("[\"\(text)") == .truncated)
        }
    }

    @Test func saysWhereAnErrorIs() {
        #expect(failure("{\"标题\": 1,\n \"二\": x}") == JSONError(.unexpected("x"), position: 22, line: 2, column: 7))
    }
}

struct JSONEncodingTests {
    private let text = #"{"t":"夜听电台第三期"}"#

    @Test func readsAByteOrderMarkAndUTF16() throws {
        let units = Array(text.utf16)
        let little = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let big = units.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        for body in [[0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big] {
            #expect(try JSON.parse(body)["t"]?.text == "夜听电台第三期")
        }
    }

    @Test func readsGBKWithAndWithoutTheServersWord() throws {
        let body: [UInt8] = Array(#"{"t":""#.utf8) + [0xD2, 0xB9, 0xCC, 0xFD] + Array(#""}"#.utf8)
        #expect(try JSON.parse(body)["t"]?.text == "夜听")
        #expect(try JSON.parse(body, charset: "gbk")["t"]?.text == "夜听")
        #expect(try JSON.parse(body, charset: "no-such")["t"]?.text == "夜听")
    }

    @Test func theBytesOutweighTheServersWord() throws {
        #expect(try JSON.parse(Array(text.utf8), charset: "gbk")["t"]?.text == "夜听电台第三期")
    }

    @Test func aStrayByteCostsOneCharacter() throws {
        let body = Array(#"{"t":"夜听"#.utf8) + [0xFF] + Array(#"","n":1}"#.utf8)
        let json = try JSON.parse(body)
        #expect(json["t"]?.text == "夜听\u{FFFD}")
        #expect(json["n"]?.int == 1)
    }
}

func parse(_ text: String) throws -> JSON { try JSON.parse(Array(text.utf8)) }

private func failure(_ text: String) -> JSONError? {
    do {
        _ = try JSON.parse(Array(text.utf8))
        return nil
    } catch { return error }
}

private func reason(_ text: String) -> JSONError.Reason? { failure(text)?.reason }
