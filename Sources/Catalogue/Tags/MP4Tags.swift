/// What an MPEG-4 file says of itself in its `moov` box: iTunes' names, and chapters as Nero wrote them.
enum MP4Tags {
    /// A box's size with its head, and where its content begins; nil where no box is. A size of 0 is the rest of the file.
    static func box(_ bytes: TagBytes, at place: Int = 0) -> (name: TagBytes, head: Int, size: Int)? {
        guard let size = bytes.bigEndian(place), let name = bytes.part(place + 4, 4) else { return nil }
        if size == 1 {
            // Eight bytes more; a size that needs the highest is none.
            guard bytes[place + 8] == 0, let size = bytes.bigEndian(place + 9, 7), size >= 16 else { return nil }
            return (name, 16, size)
        }
        if size == 0 { return (name, 8, Int.max) }
        return size >= 8 ? (name, 8, size) : nil
    }

    /// `moov`: the content of that box.
    static func tags(moov: TagBytes) -> AudioTags {
        guard let data = child("udta", of: moov) else { return AudioTags() }
        var tags = AudioTags()
        // Four bytes of version and flags stand before the boxes in `meta`.
        if let list = child("meta", of: data).flatMap({ child("ilst", of: $0.rest(from: 4)) }) {
            tags.title = fact("©nam", of: list)
            tags.artist = fact("©ART", of: list) ?? fact("aART", of: list)
            tags.album = fact("©alb", of: list)
        }
        if let list = child("chpl", of: data) { tags.chapters = chapters(list) }
        return tags
    }

    private static func child(_ name: String, of box: TagBytes) -> TagBytes? {
        // The © of these names is a byte of Latin-1.
        let name = name.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        var at = 0
        while let next = self.box(box, at: at) {
            let size = min(next.size, box.count - at)
            if next.name.all.elementsEqual(name) { return box.part(at + next.head, size - next.head) }
            at += size
        }
        return nil
    }

    private static func fact(_ name: String, of list: TagBytes) -> AudioTags.Fact? {
        // A type and a locale stand before the text; type 1 is UTF-8.
        guard let data = child(name, of: list).flatMap({ child("data", of: $0) }), data.bigEndian(0) == 1 else { return nil }
        return TagText(data.rest(from: 8), encoding: 3, isList: true).line(nil).map { AudioTags.Fact($0, .mp4) }
    }

    /// Version, flags, (in version 1 four bytes more), a count, then start in 100 ns, length and text of each. They end where the next begins.
    private static func chapters(_ list: TagBytes) -> [AudioChapter] {
        guard let version = list[0] else { return [] }
        var at = version == 0 ? 4 : 8
        guard let count = list[at] else { return [] }
        at += 1
        var chapters: [AudioChapter] = []
        for _ in 0..<count {
            guard list[at] == 0, let start = list.bigEndian(at + 1, 7), let size = list[at + 8], let title = list.part(at + 9, Int(size))
            else { break }
            let line = TagText(title, encoding: 3, isList: false).line(nil)
            chapters.append(AudioChapter(start: Double(start) / 1e7, title: line ?? ""))
            at += 9 + Int(size)
        }
        return chapters.inOrder
    }
}
