import Catalogue

/// What a station says to be playing.
enum ReadingTitles {
    static func check(_ input: [UInt8]) throws(Finding) {
        guard let title = try Cost.of(input.count, "a stream's title", { StreamTitle.read(input) }) else { return }
        try expect(PlainText.verbatim(title) == title, "a title that is not on one line, or not plain")
        try expect(title.utf8.count <= input.count * 3, "a title that is longer than what it was made of")
    }
}
