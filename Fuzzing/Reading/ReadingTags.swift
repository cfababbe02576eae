import Catalogue
import Markup

/// Tags of audio files, at either end, and text whose charset is guessed.
enum ReadingTags {
    static func check(_ input: [UInt8]) throws(Finding) {
        let length = Int64(input.count)
        let ways: [(String, AudioTagReading)] = [
            ("beginning", AudioTagReading(length: length)), ("beginning of unknown length", AudioTagReading(length: nil)),
            ("end", AudioTagReading(endOf: length)),
        ]
        for (name, reading) in ways {
            let read = try Cost.of(input.count, name) { Result { () throws(Finding) in try taken(by: reading, of: input) } }
            try check(read.get())
        }
        let text = try Cost.of(input.count, "GuessedCharset") { GuessedCharset.text(input, GuessedCharset.of([input])) }
        try expect(text.utf8.count <= input.count * 4, "the text is longer than what it was made of")
    }

    private static func taken(by reading: AudioTagReading, of input: [UInt8]) throws(Finding) -> AudioTags {
        var (reading, taken, steps) = (reading, 0, 0)
        while let wanted = reading.wanted {
            try expect(!wanted.isEmpty && wanted.lowerBound >= 0 && wanted.count <= 8 << 20, "bytes \(wanted) are wanted")
            let piece = Array(input.dropFirst(Int(clamping: wanted.lowerBound)).prefix(wanted.count))
            reading.take(piece)
            (taken, steps) = (taken + piece.count, steps + 1)
            try expect(steps < 200, "it never ends")
        }
        // A box's head may be looked at before its content is read.
        try expect(taken <= input.count * 2 + 16 * steps, "\(taken) bytes are read of \(input.count)")
        return reading.tags
    }

    private static func check(_ tags: AudioTags) throws(Finding) {
        for fact in [tags.title, tags.artist, tags.album] {
            try Soundness.line(fact?.text, "a tag's fact")
            try expect(fact?.text.isEmpty != true, "a fact is empty")
        }
        var last = 0.0
        for chapter in tags.chapters {
            try Soundness.line(chapter.title, "a chapter's title")
            try Soundness.address(chapter.url, "a chapter's address")
            try expect(chapter.start.isFinite && chapter.start >= last, "a chapter starts at \(chapter.start), after \(last)")
            try expect(chapter.end.map { $0 > chapter.start } ?? true, "a chapter ends before it starts")
            last = chapter.start
        }
        let numbers = tags.listedChapters.map(\.number)
        try expect(numbers == Array(1...max(numbers.count, 1)).prefix(numbers.count).map { $0 }, "chapters are numbered \(numbers)")
    }
}
