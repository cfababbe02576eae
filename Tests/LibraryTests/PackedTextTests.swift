import Catalogue
import Testing

@testable import Library

@Suite struct PackedTexts {
    @Test(arguments: [[], [""], ["", ""], ["a"], ["a", "b"], ["\u{1f}", "\u{1b}\u{1e}^", "_["], ["\u{301}", "夜听"]])
    func listsReadBackEqual(_ list: [String]) {
        #expect(PackedText.list(PackedText.pack(list)) == list)
        #expect(PackedText.counters(PackedText.pack(list.map { Counter(name: $0, text: $0) })) == list.map { Counter(name: $0, text: $0) })
        let audio = list.map { AudioFile(url: $0, mime: $0, bitrate: -1, size: .max, sizeIsEstimate: true, isDefault: true) }
        #expect(PackedText.audio(PackedText.pack(audio)) == audio)
        #expect(PackedText.audio(PackedText.pack(list.map { AudioFile(url: $0) })) == list.map { AudioFile(url: $0) })
    }

    @Test func anEmptyListIsNothing() {
        #expect(PackedText.pack([String]()) == nil)
    }
}
