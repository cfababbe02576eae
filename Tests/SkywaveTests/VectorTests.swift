import Foundation
import TestSupport
import Testing

/// The public audio vectors through the program: exactly the right samples, or an error and no file.
@Suite struct AudioVectors {
    private struct Row {
        let name: String
        private let cells: [String: String]

        init(_ titles: [String], _ line: Substring) {
            cells = Dictionary(
                zip(titles, line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)), uniquingKeysWith: { $1 })
            name = cells["file"] ?? ""
        }

        var isPlayable: Bool { cells["mpeg_audio_file"] == "yes" && cells["mpg123_no_pcm"] == "no" }
        var changesFormat: Bool { cells["format_changes_midstream"] == "yes" }
        func number(_ name: String) -> Int? { cells[name].flatMap { Int($0) } }
        func text(_ name: String) -> String? { cells[name] }
    }

    private static func rows(_ folder: String) throws -> [Row] {
        let lines = try String(contentsOfFile: folder + "/audio/expected.tsv", encoding: .utf8).split(separator: "\n")
        let titles = lines[0].split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        return lines.dropFirst().map { Row(titles, $0) }
    }

    @Test func eachPlayableRowGivesExactlyItsSamples() async throws {
        guard let folder = vectorsFolder else { return }
        let skywave = try Skywave()
        let rows = try Self.rows(folder).filter(\.isPlayable)
        #expect(rows.count > 20)
        for row in rows {
            let path = "\(folder)/audio/\(row.name)"
            let raw = try await skywave.run(["--output", "raw:-", "play", path])
            #expect(raw.status == 0, "\(row.name): \(raw.errors)")
            let wave = try await skywave.run(["--output", "wav:" + skywave.folder.file("out.wav"), "play", path])
            #expect(wave.status == 0, "\(row.name): \(wave.errors)")
            let file = try #require(WaveFile(skywave.folder.read("out.wav") ?? []), "\(row.name)")
            #expect(file.samples == raw.bytes[...], "\(row.name)")
            #expect(file.rate == row.number("rate_hz"), "\(row.name)")
            #expect(file.channels == row.number("channels"), "\(row.name)")
            let inspected = try await skywave.objects(["inspect", path])
            for fact in ["title", "artist", "album"] where row.text(fact)?.isEmpty == false {
                #expect(inspected.first?.text(fact) == row.text(fact)?.trimmingCharacters(in: .whitespaces), "\(row.name): \(fact)")
            }
            if row.changesFormat {
                #expect(raw.bytes.count == row.number("raw_s_bytes"), "\(row.name)")
                #expect(raw.errors.contains("warning: "), "\(row.name)")
            } else {
                let frames = try #require(row.number("pcm_frames_gapless"))
                #expect(raw.bytes.count == frames * 2 * file.channels, "\(row.name)")
                #expect(inspected.first?.count("frames") == frames, "\(row.name)")
                #expect(try await sha256(raw.bytes) == row.text("pcm_sha256_gapless"), "\(row.name)")
            }
        }
        #expect(!FileManager.default.fileExists(atPath: skywave.library), "nothing is stored")
    }

    @Test func chaptersAreRead() async throws {
        guard let folder = vectorsFolder else { return }
        let skywave = try Skywave()
        let podcast = "\(folder)/audio/AntennaPod__mp3chaps-py.mp3"
        #expect(try await skywave.objects(["inspect", podcast]).first?.count("chapters") == 4)
        let chapters = try await skywave.objects(["chapters", podcast]).of("chapter")
        #expect(chapters.map { $0.text("title") } == ["Start", "Chapter 1", "Chapter 2", "Chapter 3"])
        #expect(chapters.map { $0.number("start") } == [0, 7, 9, 11])
        let book = try await skywave.objects(["chapters", "\(folder)/audio/AntennaPod__nero-chapters.m4a"]).of("chapter")
        #expect(book.map { $0.text("title") } == ["Chapter 1 - ❤️😊", "Chapter 2 - ßöÄ", "Chapter 3 - 爱", "Chapter 4"])
        #expect(book.map { $0.number("start") } == [0, 3, 6, 9])
    }

    /// Where no other program helps out.
    @Test func eachOtherRowIsAnErrorAndLeavesNoFile() async throws {
        guard let folder = vectorsFolder else { return }
        let skywave = try Skywave(["PATH": "/nowhere"])
        for row in try Self.rows(folder).filter({ !$0.isPlayable }) {
            let path = "\(folder)/audio/\(row.name)"
            let wave = try await skywave.run(["--output", "wav:" + skywave.folder.file("out.wav"), "play", path])
            #expect(wave.status == 1, "\(row.name)")
            #expect(wave.errors.hasPrefix("error: "), "\(row.name): \(wave.errors)")
            #expect(!wave.errors.contains("unexpected"), "\(row.name): \(wave.errors)")
            #expect(skywave.folder.names.isEmpty, "\(row.name)")
            let raw = try await skywave.run(["--output", "raw:-", "play", path])
            #expect(raw.status == 1 && raw.bytes.isEmpty, "\(row.name)")
            let inspected = try await skywave.run(["--json", "inspect", path])
            #expect(inspected.status == 1 && inspected.out == "", "\(row.name): \(inspected.out)")
        }
    }
}

/// Writing sound to files and pipes, with the tests' own sound.
@Suite struct WrittenSound {
    @Test func severalItemsAreWrittenOneAfterTheOtherAndNothingIsStored() async throws {
        let skywave = try Skywave()
        try skywave.folder.write(SilentMP3.bytes(frames: 40), to: "one.mp3")
        try skywave.folder.write(SilentMP3.bytes(frames: 25), to: "two two.mp3")
        let run = try await skywave.run(["--output", "raw:-", "play", "one.mp3", "two two.mp3", "one.mp3"])
        #expect(run.status == 0)
        #expect(run.bytes.count == 105 * SilentMP3.frameSamples * 2)
        let wave = try await skywave.run(["--output", "wav:out.wav", "--json", "play", "one.mp3"])
        #expect(try JSONObject.lines(wave.out).result?.text("action") == "play")
        let file = try #require(WaveFile(skywave.folder.read("out.wav") ?? []))
        #expect(file.samples.count == 40 * SilentMP3.frameSamples * 2)
        #expect(file.rate == 44100 && file.channels == 1)
        #expect(skywave.folder.names == ["one.mp3", "out.wav", "two two.mp3"])
    }

    @Test func aFaultyItemLeavesNoFileAndTheOldOneStays() async throws {
        let skywave = try Skywave()
        try skywave.folder.write(SilentMP3.bytes(frames: 40), to: "one.mp3")
        try skywave.folder.write([], to: "empty.mp3")
        try skywave.folder.write(Array("<html><body>sign in</body></html>".utf8), to: "page.mp3")
        try skywave.folder.write([7], to: "old.wav")
        for (name, words) in [("empty.mp3", "empty"), ("page.mp3", "HTML")] {
            let run = try await skywave.run(["--output", "wav:old.wav", "play", "one.mp3", name])
            #expect(run.status == 1)
            #expect(run.errors.contains(words) && run.errors.contains(name), "\(run.errors)")
            #expect(skywave.folder.read("old.wav") == [7])
            #expect(skywave.folder.names.count == 4)
        }
    }

    @Test func aFolderThatIsNotThereIsAnError() async throws {
        let skywave = try Skywave()
        try skywave.folder.write(SilentMP3.bytes(frames: 40), to: "one.mp3")
        let run = try await skywave.run(["--output", "wav:no/such/out.wav", "play", "one.mp3"])
        #expect(run.status == 1)
        #expect(run.errors.contains("no/such/out.wav"))
    }

    @Test func aReaderThatHasGoneIsNoError() async throws {
        let skywave = try Skywave()
        try skywave.folder.write(SilentMP3.bytes(frames: 2000), to: "one.mp3")
        let run = try await skywave.run(["--output", "raw:-", "play", "one.mp3"], output: .leavingReader(early: false))
        #expect(run.status == 0 || run.status == 141)
        #expect(run.errors == "")
    }

    @Test func itemsOfAListingAreWrittenFromTheirStartAndStoreNothing() async throws {
        let skywave = try Skywave()
        try await skywave("charts hot")
        let before = try await skywave("--json status").out
        let first = try await skywave.run(["--output", "raw:-", "play", "1"])
        let again = try await skywave.run(["--output", "raw:-", "play", "1"])
        #expect(first.status == 0)
        #expect(first.bytes.count > 100_000)
        #expect(first.bytes == again.bytes)
        #expect(try await skywave("--json status").out == before)
        #expect(try await skywave.objects("history").of("listen").isEmpty)
    }
}
