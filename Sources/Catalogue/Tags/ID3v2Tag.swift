/// An ID3v2 tag (id3.org: v2.2, v2.3, v2.4): the frames in it that tell something this program wants to know.
struct ID3v2Tag {
    struct Frame {
        /// As v2.3 and v2.4 call it.
        var id: String
        var content: TagBytes
    }

    /// 2, 3 or 4.
    let version: Int
    private(set) var frames: [Frame] = []

    static let headerSize = 10

    /// The whole size of the tag that begins with these bytes, header and footer included; nil where there is none.
    static func size(_ head: TagBytes) -> Int? {
        guard head.has("ID3"), let major = head[3], let minor = head[4], major < 0xFF, minor < 0xFF, let flags = head[5],
            let body = head.sevenBits(6)
        else { return nil }
        return headerSize + body + (major >= 4 && flags & 0x10 != 0 ? headerSize : 0)
    }

    /// Reads a tag from its header on; where the bytes end before it does, as far as they go. Nil for a version that isn't known.
    init?(_ bytes: TagBytes) {
        guard let major = bytes[3], (2...4).contains(major), let flags = bytes[5], let size = bytes.sevenBits(6) else { return nil }
        version = Int(major)
        // In v2.2 this flag said that all was compressed, by means that were never settled.
        if version == 2, flags & 0x40 != 0 { return }
        let isUnsynchronised = flags & 0x80 != 0
        var body = bytes.rest(from: Self.headerSize)
        body = body.part(0, size) ?? body
        if version < 4, isUnsynchronised { body = Self.synchronised(body) }
        if version > 2, flags & 0x40 != 0 { body = body.rest(from: Self.extendedSize(body, version)) }
        frames = Self.frames(in: body, version, isUnsynchronised: version == 4 && isUnsynchronised)
    }

    /// The extended header's size; 0 where there is none though the flag says so.
    private static func extendedSize(_ body: TagBytes, _ version: Int) -> Int {
        if isID(body, 0, 4) { return 0 }
        let size = version == 3 ? body.bigEndian(0).map { $0 + 4 } : body.sevenBits(0)
        return size.flatMap { $0 <= body.count ? $0 : nil } ?? 0
    }

    /// Goes from frame to frame, up to the padding; those that aren't wanted, pictures above all, are stepped over.
    static func frames(in body: TagBytes, _ version: Int, isUnsynchronised: Bool = false) -> [Frame] {
        var frames: [Frame] = []
        let (idSize, headSize) = version == 2 ? (3, 6) : (4, 10)
        var at = 0
        while isID(body, at, idSize), let size = size(of: body, at, version), let content = body.part(at + headSize, size) {
            let flags = version == 2 ? 0 : body[at + 9] ?? 0
            let id = body.part(at, idSize).map { String(decoding: $0.all, as: UTF8.self) } ?? ""
            if let known = wanted[id], let plain = plain(content, version, flags, isUnsynchronised) {
                frames.append(Frame(id: known, content: plain))
            }
            at += headSize + size
        }
        return frames
    }

    private static let wanted: [String: String] = [
        "TT2": "TIT2", "TP1": "TPE1", "TP2": "TPE2", "TAL": "TALB", "TIT2": "TIT2", "TPE1": "TPE1", "TPE2": "TPE2", "TALB": "TALB",
        "CHAP": "CHAP", "CTOC": "CTOC", "WXXX": "WXXX",
    ]

    private static func isID(_ body: TagBytes, _ place: Int, _ count: Int) -> Bool {
        guard let id = body.part(place, count) else { return false }
        return id.all.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
    }

    /// In v2.4 sizes have seven bits a byte; some programs wrote eight all the same, which shows by where the next frame is.
    private static func size(of body: TagBytes, _ at: Int, _ version: Int) -> Int? {
        if version == 2 { return body.bigEndian(at + 3, 3) }
        guard let plain = body.bigEndian(at + 4), version == 4 else { return body.bigEndian(at + 4) }
        guard let right = body.sevenBits(at + 4) else { return plain }
        if right == plain || isBorder(body, at + 10 + right) || !isBorder(body, at + 10 + plain) { return right }
        return plain
    }

    private static func isBorder(_ body: TagBytes, _ place: Int) -> Bool {
        place == body.count || body[place] == 0 || isID(body, place, 4)
    }

    /// A frame's content without what stands before it; nil where it is compressed or encrypted.
    private static func plain(_ content: TagBytes, _ version: Int, _ flags: UInt8, _ isUnsynchronised: Bool) -> TagBytes? {
        switch version {
        case 3:
            if flags & 0xC0 != 0 { return nil }
            return content.rest(from: flags & 0x20 != 0 ? 1 : 0)
        case 4:
            if flags & 0x0C != 0 { return nil }
            let plain = content.rest(from: (flags & 0x40 != 0 ? 1 : 0) + (flags & 0x01 != 0 ? 4 : 0))
            return isUnsynchronised || flags & 0x02 != 0 ? synchronised(plain) : plain
        default: return content
        }
    }

    /// Without the zero that was put behind each FF, lest a decoder take it for the start of sound.
    private static func synchronised(_ bytes: TagBytes) -> TagBytes {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var last: UInt8 = 0
        for byte in bytes.all {
            if last != 0xFF || byte != 0 { result.append(byte) }
            last = byte
        }
        return TagBytes(result[...])
    }
}

extension ID3v2Tag {
    /// What the frames say. Of several of a kind the first that isn't empty counts.
    var tags: AudioTags {
        let named = Dictionary(grouping: frames.filter { $0.id.hasPrefix("T") }, by: \.id).mapValues { $0.compactMap { text($0.content) } }
        let chapters = ID3Chapters(frames, version)
        let texts = TagTexts(Array(named.values.joined()) + chapters.titles)
        func fact(_ ids: String...) -> AudioTags.Fact? {
            for id in ids {
                for text in named[id] ?? [] {
                    if let line = texts.line(text) { return AudioTags.Fact(line, .id3v2) }
                }
            }
            return nil
        }
        return AudioTags(
            title: fact("TIT2"), artist: fact("TPE1", "TPE2"), album: fact("TALB"), chapters: chapters.chapters(titled: texts.line))
    }

    private func text(_ content: TagBytes) -> TagText? { TagText(frame: content, version) }
}

extension TagText {
    /// Of a text frame; nil where it is empty.
    init?(frame content: TagBytes, _ version: Int) {
        guard content.count > 1, let encoding = content[0] else { return nil }
        self.init(content.rest(from: 1), encoding: encoding, isList: version == 4)
    }
}
