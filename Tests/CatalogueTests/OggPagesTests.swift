import Catalogue
import TestSupport
import Testing

/// The pages of an Ogg stream, however they come.
@Suite struct OggPagesTests {
    private let opus = OggSample.page(2, place: 0, Array("OpusHead".utf8))
    private let tags = OggSample.page(0, place: 0, Array("OpusTags".utf8) + [UInt8](repeating: 7, count: 600))
    private let sound = (1...4).map { OggSample.page(0, place: UInt64($0) * 960, [UInt8](repeating: UInt8($0), count: 1000)) }

    @Test(arguments: [1, 7, 100, 10_000]) func pagesAreWholeHoweverTheyCome(step: Int) {
        var pages = OggPages()
        let all = opus + tags + sound.joined()
        var given: [UInt8] = []
        for start in stride(from: 0, to: all.count, by: step) { given += pages.take(all[start..<min(start + step, all.count)]) }
        #expect(given == all)
        #expect(pages.head == opus + tags)
    }

    @Test func aBreakAmidAPageCostsThatPageAlone() {
        var pages = OggPages()
        let again = OggSample.page(2, place: 0, Array("OpusHead, another".utf8))
        let given = pages.take(opus + tags + sound[0] + sound[1].prefix(500) + again + tags + sound[2])
        #expect(given == opus + tags + sound[0] + again + tags + sound[2])
        #expect(pages.head == again + tags)
        // And so does a place elsewhere.
        #expect(pages.take(sound[3].prefix(700)) == [])
        pages.jump()
        #expect(pages.take(sound[0].suffix(30) + sound[1]) == sound[1])
    }

    @Test func whatIsNoOggGivesNothing() {
        var pages = OggPages()
        #expect(!OggPages.begin([0xFF, 0xFB, 0x90, 0x64]) && OggPages.begin(opus))
        #expect(pages.take([UInt8](repeating: 0x4F, count: 100_000)) == [] && pages.head == [])
    }

    @Test func whoWantsToKeepUsBusyIsGivenUp() {
        // Each 27 bytes a page's head, of a page that is as long as it can be and never right.
        let head = Array("OggS".utf8) + [0, 0] + [UInt8](repeating: 0xF0, count: 20) + [255]
        // And behind each a right one, which is as short as can be.
        let short = OggSample.page(0, place: .max, [], goesOn: true)
        #expect(short.count == 27)
        for unit in [head, head + short] {
            var pages = OggPages()
            let whole = Array([[UInt8]](repeating: unit, count: 8_000).joined())
            for start in stride(from: 0, to: whole.count, by: 50_000) { _ = pages.take(whole[start..<min(start + 50_000, whole.count)]) }
            // What is there when it is given up goes with it.
            _ = pages.take([UInt8](repeating: 0, count: 70_000))
            #expect(pages.take(opus) == opus)
        }
    }
}
