import Catalogue

/// JSON, every way of asking for its values, and the answers of an FM-style service.
enum ReadingJSON {
    static func check(_ input: [UInt8], charset: String?) throws(Finding) {
        let parsed = try Cost.of(input.count, "JSON") {
            Result { () throws(JSONError) in try JSON.parse(input, charset: charset, mayBeCall: true) }
        }
        switch parsed {
        case .failure(let error):
            // In UTF-8 a character has at most twice the bytes that it has in any other charset, plus U+FFFD for each wrong one.
            let isInside = (0...input.count * 4).contains(error.position) && error.line >= 1 && error.column >= 1
            try expect(isInside, "the error is at \(error.position), \(error.line):\(error.column)")
            if (try? JSON.parse(input, charset: charset)) != nil { throw Finding("strict reading takes what the other refuses") }
        case .success(let value):
            try look(at: value)
            try checkSurvival(value, size: input.count)
        }
        try checkAnswers(input, charset: charset)
    }

    private static func checkAnswers(_ input: [UInt8], charset: String?) throws(Finding) {
        let page = try Cost.of(input.count, "Inspection") { try? Inspection.read(input, base: "https://radio.example/", charset: charset) }
        if let page { try Soundness.page(page) }
        let base = "https://radio.example/"
        let ways: [(String, () -> Page?)] = [
            ("play list", { (try? FMReader.playList(input, base: base)).map { pageOf($0.program, $0.episodes.map(Item.episode)) } }),
            (
                "programmes",
                { (try? FMReader.programList(input, list: .new, base: base)).map { pageOf(nil, $0.programs.map(Item.program)) } }
            ),
            ("search", { (try? FMReader.search(input, base: base)).map { pageOf(nil, $0.items) } }),
            ("cards", { (try? FMReader.cards(input, base: base)).map { Page(sections: $0.cards) } }),
            ("carousel", { (try? FMReader.banner(input, base: base)).map { pageOf(nil, $0.activities.map(Item.activity)) } }),
            ("charts", { (try? FMReader.leaderboard(input, base: base)).map { Page(sections: $0.charts) } }),
            ("categories", { (try? FMReader.categories(input, base: base)).map { pageOf(nil, $0.categories.map(Item.category)) } }),
            ("details", { (try? FMReader.programDetails(input, base: base)).map { pageOf($0, []) } }),
            ("resource", { (try? FMReader.resource(input, base: base)).map { pageOf(nil, [.episode($0)]) } }),
        ]
        // One more of them with each input: all of them with all would be slow.
        let (name, way) = ways[input.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % ways.count]
        if let page = try Cost.of(input.count, name, way) { try Soundness.page(page) }
        if let url = try? FMReader.signedAudio(input) { try Soundness.address(url, "a signed address") }
    }

    private static func pageOf(_ program: Program?, _ items: [Item]) -> Page {
        Page(program: program, sections: [Section(.plain, items: items)])
    }
}

extension ReadingJSON {
    /// Asks each value for everything, to the bottom.
    private static func look(at value: JSON) throws(Finding) {
        try expect(value.double?.isFinite ?? true, "a number is not finite")
        try expect(value.int == nil || value.double != nil, "a whole number is no number")
        try expect(value.text?.isEmpty != true, "a text is empty")
        _ = value.flag
        _ = value.objectOrNil
        let elements = value.elements
        let members = value.members
        try expect(value.list.count <= max(elements.count, members.count, 1), "a list has more than its value")
        for element in elements { try look(at: element) }
        for (place, member) in members.enumerated() {
            if place < 16 { try checkLast(of: member.key, in: members, of: value) }
            try look(at: member.value)
        }
    }

    /// Of equal keys the last counts.
    private static func checkLast(of key: String, in members: [(key: String, value: JSON)], of value: JSON) throws(Finding) {
        let last = members.last { $0.key.utf8.elementsEqual(key.utf8) }
        guard let found = value[key], let last else { throw Finding("nothing is under a key that is there") }
        try expect(
            found.kind == last.value.kind && found.exactText == last.value.exactText,
            "another than the last is under \(key.debugDescription)")
    }

    /// A value that is written out and read again is the same.
    private static func checkSurvival(_ value: JSON, size: Int) throws(Finding) {
        var text = ""
        write(value, to: &text)
        guard let again = try? JSON.parse(Array(text.utf8)) else {
            throw Finding("what was written can't be read: \(text.debugDescription)")
        }
        let isSame = try Cost.of(max(size, text.utf8.count), "==") { again == value }
        try expect(isSame, "a value changes: \(text.debugDescription)")
    }

    private static func write(_ value: JSON, to text: inout String) {
        switch value.kind {
        case .null: text += "null"
        case .true: text += "true"
        case .false: text += "false"
        case .number: text += value.exactText ?? ""
        case .string: text += JSONLine.quoted(value.exactText ?? "")
        case .array:
            text += "["
            for (place, element) in value.elements.enumerated() {
                if place > 0 { text += "," }
                write(element, to: &text)
            }
            text += "]"
        case .object:
            text += "{"
            for (place, member) in value.members.enumerated() {
                text += (place > 0 ? "," : "") + JSONLine.quoted(member.key) + ":"
                write(member.value, to: &text)
            }
            text += "}"
        }
    }
}
