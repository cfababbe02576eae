import Catalogue

/// Lists of text as one text: fields end at U+001F, records at U+001E; where a value holds one of these, U+001B and a letter stand for it. An empty list
/// is nil (NULL in the library).
enum PackedText {
    private static let escape: UInt8 = 0x1b
    private static let recordMark: UInt8 = 0x1e
    private static let fieldMark: UInt8 = 0x1f

    static func pack(_ list: [String]) -> String? {
        if list.isEmpty { return nil }
        return list.count == 1 ? escaped(list[0]) : list.map(escaped).joined(separator: "\u{1f}")
    }

    static func list(_ text: String?) -> [String] {
        text.map { fields(Substring($0)) } ?? []
    }

    /// A record is a counter's name and text.
    static func pack(_ counters: [Counter]) -> String? {
        packRecords(counters.map { [$0.name, $0.text] })
    }

    static func counters(_ text: String?) -> [Counter] {
        records(text).map { fields in Counter(name: fields.first ?? "", text: fields.count > 1 ? fields[1] : "") }
    }

    /// A record is a file; each field begins with a letter that names it, and an absent fact has no field.
    static func pack(_ audio: [AudioFile]) -> String? {
        if audio.isEmpty { return nil }
        var text: [UInt8] = []
        pack(audio, into: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The same, added to what is there.
    static func pack(_ audio: [AudioFile], into text: inout [UInt8]) {
        for (index, file) in audio.enumerated() {
            if index > 0 { text.append(recordMark) }
            text.append(UInt8(ascii: "u"))
            add(file.url, to: &text)
            if let mime = file.mime { add("m", mime, to: &text) }
            if let bitrate = file.bitrate { add("b", String(bitrate), to: &text) }
            if let size = file.size { add("s", String(size), to: &text) }
            if file.sizeIsEstimate { add("e", "", to: &text) }
            if file.isDefault { add("d", "", to: &text) }
        }
    }

    private static func add(_ letter: Unicode.Scalar, _ value: String, to text: inout [UInt8]) {
        text.append(fieldMark)
        text.append(UInt8(ascii: letter))
        add(value, to: &text)
    }

    static func audio(_ text: String?) -> [AudioFile] { records(text).map(audioFile) }

    /// A record is a transcript's URL, type and language, the last two empty where they aren't known.
    static func pack(_ transcripts: [Transcript]) -> String? {
        packRecords(transcripts.map { [$0.url, $0.mime ?? "", $0.language ?? ""] })
    }

    static func transcripts(_ text: String?) -> [Transcript] {
        records(text).map { fields in
            let fields = fields.map { $0.isEmpty ? nil : $0 } + [nil, nil, nil]
            return Transcript(url: fields[0] ?? "", mime: fields[1], language: fields[2])
        }
    }
}

extension PackedText {
    private static func audioFile(_ fields: [String]) -> AudioFile {
        var file = AudioFile(url: "")
        for field in fields {
            // By bytes: a value that begins with a combining mark would melt into the letter.
            let value = Substring(field.utf8.dropFirst())
            switch field.utf8.first {
            case UInt8(ascii: "u"): file.url = String(value)
            case UInt8(ascii: "m"): file.mime = String(value)
            case UInt8(ascii: "b"): file.bitrate = Int(value)
            case UInt8(ascii: "s"): file.size = Int64(value)
            case UInt8(ascii: "e"): file.sizeIsEstimate = true
            case UInt8(ascii: "d"): file.isDefault = true
            default: break
            }
        }
        return file
    }

    private static func packRecords(_ records: [[String]]) -> String? {
        records.isEmpty ? nil : records.map { $0.map(escaped).joined(separator: "\u{1f}") }.joined(separator: "\u{1e}")
    }

    private static func records(_ text: String?) -> [[String]] {
        guard let text else { return [] }
        return text.utf8.split(separator: recordMark, omittingEmptySubsequences: false).map { fields(Substring($0)) }
    }

    private static func fields(_ text: Substring) -> [String] {
        text.utf8.split(separator: fieldMark, omittingEmptySubsequences: false).map { plain(Substring($0)) }
    }

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: isMark) else { return text }
        var bytes: [UInt8] = []
        add(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Escaped.
    private static func add(_ text: String, to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        guard bytes[start...].contains(where: isMark) else { return }
        bytes.removeSubrange(start...)
        for byte in text.utf8 {
            if isMark(byte) { bytes.append(escape) }
            bytes.append(isMark(byte) ? byte ^ 0x40 : byte)
        }
    }

    private static func plain(_ text: Substring) -> String {
        guard text.utf8.contains(escape) else { return String(text) }
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in text.utf8 {
            if byte == escape {
                isEscaped = true
            } else {
                bytes.append(isEscaped ? byte ^ 0x40 : byte)
                isEscaped = false
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isMark(_ byte: UInt8) -> Bool { byte == escape || byte == recordMark || byte == fieldMark }
}
