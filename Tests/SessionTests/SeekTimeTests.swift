import Testing

@testable import Session

/// Places in an item as a listener writes them.
@Suite struct SeekTimeTests {
    @Test(arguments: [
        ("0", SeekTime.absolute(0)), ("90", .absolute(90)), ("1.5", .absolute(1.5)), ("1:30", .absolute(90)), ("01:02:03", .absolute(3723)),
        ("30m", .absolute(1800)), ("1h30m", .absolute(5400)), ("1h", .absolute(3600)), ("1h5s", .absolute(3605)), ("45s", .absolute(45)),
        ("+30", .relative(30)), ("-10", .relative(-10)), ("+1:30", .relative(90)), ("-1m", .relative(-60)), ("80%", .fraction(0.8)),
        ("0%", .fraction(0)), ("100%", .fraction(1)), ("12.5%", .fraction(0.125)),
    ])
    func eachFormIsRead(_ text: String, _ time: SeekTime) {
        #expect(SeekTime(text) == time)
    }

    @Test(arguments: [
        "", "+", "-", "--5", "+-5", "abc", "m", "1m1h", "1h1h", "1h30", "1:2:3:4", ":", "1:", ":30", "1:-3", "101%", "-5%", "+80%", "%",
        "1e5",
        "inf", "nan", "0x10", "9999999999", "1 0", "１:３０", ".",
    ])
    func whatIsNoneOfThemIsRefused(_ text: String) {
        #expect(SeekTime(text) == nil)
    }

    @Test func aPlaceStaysInsideTheItem() {
        #expect(SeekTime.relative(30).place(from: 10, duration: 35) == 35)
        #expect(SeekTime.relative(-30).place(from: 10, duration: 35) == 0)
        #expect(SeekTime.absolute(20).place(from: 10, duration: 35) == 20)
        #expect(SeekTime.absolute(99).place(from: 10, duration: 35) == 35)
        #expect(SeekTime.absolute(99).place(from: 10, duration: 35, isOpen: true) == 99)
        #expect(SeekTime.fraction(0.5).place(from: 10, duration: 35, isOpen: true) == 17.5)
        #expect(SeekTime.fraction(0.5).place(from: 10, duration: 40) == 20)
        #expect(SeekTime.absolute(5).place(from: 0, duration: 0) == 0)
    }

    @Test func withoutADurationAPartOfItIsWhereItStands() {
        #expect(SeekTime.fraction(0.5).place(from: 10, duration: nil) == 10)
        #expect(SeekTime.relative(-30).place(from: 10, duration: nil) == 0)
        #expect(SeekTime.absolute(500).place(from: 10, duration: nil) == 500)
    }
}
