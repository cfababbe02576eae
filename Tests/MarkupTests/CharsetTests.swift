import Markup
import Testing

struct CharsetTests {
    @Test func readsGB18030AndBig5() {
        #expect(Charset.utf8([0xD2, 0xB9, 0xCC, 0xFD], from: "GB18030").map { String(decoding: $0, as: UTF8.self) } == "夜听")
        #expect(Charset.utf8([0xA4, 0xA4, 0xA4, 0xE5], from: "big5").map { String(decoding: $0, as: UTF8.self) } == "中文")
    }

    @Test func readsTextLongerThanItsBuffer() {
        let bytes = (0..<50_000).flatMap { _ in [0xD2, 0xB9] as [UInt8] }
        #expect(Charset.utf8(bytes, from: "GBK")?.count == 150_000)
    }

    @Test func refusesUnknownCharsetsAndForeignBytes() {
        #expect(Charset.utf8([0x41], from: "no-such-charset") == nil)
        #expect(Charset.utf8([0x41], from: "") == nil)
        #expect(Charset.utf8([0x41], from: "ASCII//TRANSLIT") == nil)
        #expect(Charset.utf8([0x41, 0xFF, 0xFF], from: "GB18030") == nil)
    }

    @Test func dropsACharacterCutOffAtTheEnd() {
        #expect(Charset.utf8([0x41, 0xD2], from: "GB18030") == [0x41])
        #expect(Charset.utf8([], from: "GB18030") == [])
    }
}
