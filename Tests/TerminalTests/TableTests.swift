import Testing

@testable import Terminal

@Suite struct TableTests {
    private var table: Table {
        var table = Table([
            .init("#", .right, style: .dim), .init("TITLE", isStretchable: true), .init("PROGRAM"), .init("TIME", .right),
        ])
        table.add(["1", "夜听：历史故事与人物", "历史", "3:05"])
        table.add(["12", "A short one", "News", "1:02:03"])
        table.add(["13", "No time", "", ""], style: .bold)
        return table
    }

    @Test func columnsAreAlignedForChineseToo() {
        #expect(
            table.lines(width: nil) == [
                " #  TITLE                 PROGRAM     TIME",
                " 1  夜听：历史故事与人物  历史        3:05",
                "12  A short one           News     1:02:03",
                "13  No time",
            ])
    }

    @Test func aCellMayHaveALookOfItsOwn() {
        var table = Table([.init(style: .dim), .init()])
        table.add(["a", "b"], cellStyles: [nil, .red])
        #expect(table.lines(width: nil, palette: Palette(isOn: true)) == ["\u{1B}[2ma\u{1B}[0m  \u{1B}[31mb\u{1B}[0m"])
    }

    @Test func theStretchableColumnGivesWay() {
        #expect(
            table.lines(width: 34) == [
                " #  TITLE         PROGRAM     TIME",
                " 1  夜听：历史…   历史        3:05",
                "12  A short one   News     1:02:03",
                "13  No time",
            ])
    }

    @Test func noLineIsLongerThanTheTerminal() {
        for width in 1...60 { #expect(table.lines(width: width).allSatisfy { Columns.width($0) <= width }) }
    }

    @Test func aTableWithoutHeadingsHasNoHeadAndNoEmptyColumns() {
        var table = Table([.init(), .init(), .init()])
        table.add(["a", "", "line1\nline2"])
        table.add(["b"])
        #expect(table.lines(width: 80) == ["a  line1 line2", "b"])
        #expect(Table([.init()]).lines(width: 80).isEmpty)
    }

    @Test func stylesDoNotCountAsColumns() {
        let lines = table.lines(width: 34, palette: Palette(isOn: true))
        #expect(lines[1] == " \u{1B}[2m1\u{1B}[0m  夜听：历史…   历史        3:05")
        #expect(lines[3] == "\u{1B}[1m13\u{1B}[0m  \u{1B}[1mNo time\u{1B}[0m")
    }

    @Test func coloursAreOffWhereNobodyWantsThem() {
        func isOn(_ terminal: Bool, _ wanted: Bool, _ noColor: String?, _ term: String?) -> Bool {
            Palette(isTerminal: terminal, isWanted: wanted, noColor: noColor, term: term).isOn
        }
        #expect(isOn(true, true, nil, "xterm"))
        #expect(isOn(true, true, "", "xterm"))
        #expect(!isOn(false, true, nil, "xterm"))
        #expect(!isOn(true, false, nil, "xterm"))
        #expect(!isOn(true, true, "1", "xterm"))
        #expect(!isOn(true, true, nil, "dumb"))
        #expect(!isOn(true, true, nil, nil))
        #expect(Palette.off.paint("x", .bold.and(.red)) == "x")
        #expect(Palette(isOn: true).paint("x", .bold.and(.red)) == "\u{1B}[1;31mx\u{1B}[0m")
    }
}
