import Catalogue
import Queue

/// Lists of tracks, whatever they are called and wherever they lie.
enum ReadingPlaylists {
    static func check(_ input: [UInt8], charset: String?) throws(Finding) {
        for name in ["list", "list.m3u", "list.pls", "list.xspf", "list.csv"] {
            _ = PlaylistReader.format(of: Array(input.prefix(1024)), name: name)
        }
        // What says nothing of itself is read by its name: one of the three that need no mark, chosen by the input.
        let ending = ["m3u8", "pls", "csv"][input.count % 3]
        try check(input, base: "/music/list.\(ending)", charset: charset)
        try check(input, base: "https://radio.example/lists/list.\(ending)", charset: charset)
    }

    private static func check(_ input: [UInt8], base: String, charset: String?) throws(Finding) {
        let read = try Cost.of(input.count, base) {
            try? PlaylistReader.read(input, base: base, charset: charset, isWanted: true) { $0.utf8.count % 2 == 0 }
        }
        guard let list = read else { return }
        try Soundness.line(list.title, "a list's title")
        for reason in list.skipped { try Soundness.line(reason, "a reason for leaving out") }
        for entry in list.entries {
            for text in [entry.title, entry.creator, entry.album] { try Soundness.line(text, "an entry's fact") }
            try expect(!entry.location.isEmpty, "an entry without a place")
            try expect(entry.duration.map { $0 > 0 && $0.isFinite } ?? true, "a length of \(entry.duration ?? 0)")
        }
        // Short ones only, as the time allowed is that of reading.
        if input.count < 8192 { try checkWritten(list) }
    }

    /// What was written is the same list.
    private static func checkWritten(_ list: Playlist) throws(Finding) {
        guard !list.entries.isEmpty else { return }
        let written = [
            ("m3u8", PlaylistWriter.m3u8(list)), ("xspf", PlaylistWriter.xspf(list)), ("csv", PlaylistWriter.csv(list)),
        ]
        for (name, text) in written {
            guard let again = try? PlaylistReader.read(Array(text.utf8), base: "/music/again.\(name)") else {
                throw Finding("the \(name) that was written can't be read: \(text.debugDescription)")
            }
            try expect(again.entries.count == list.entries.count, "entries are lost in writing \(name): \(text.debugDescription)")
            for (new, old) in zip(again.entries, list.entries) {
                try expect(new.title == old.title, "a title changes in writing \(name): \(text.debugDescription)")
            }
        }
    }
}
