// How values stand in a library's export: whole, and so that exactly the same comes back. Nothing is cleaned or guessed here, as it is with what
// services send.

extension JSONLine {
    /// A time in seconds since 1970: as ISO 8601, or as a number where it is none that can be written so.
    public mutating func add(_ key: String, time: Int64?) {
        guard let time else { return }
        let text = Timestamp.iso8601(time)
        if Timestamp.feedDate(text) == time { add(key, text) } else { add(key, time) }
    }

    /// A record of an archive: `type` where it has one.
    static func archived(_ type: String, ref: String, title: String) -> JSONLine {
        var line = JSONLine(type: type)
        line.add("ref", ref)
        line.add("title", title)
        return line
    }

    mutating func add(counters: [Counter]) {
        add(
            "counters",
            counters.map { counter -> JSONLine in
                var line = JSONLine()
                line.add("name", counter.name)
                line.add("text", counter.text)
                return line
            })
    }

    mutating func add(audio: [AudioFile]) {
        add(
            "audio",
            audio.map { file -> JSONLine in
                var line = JSONLine()
                line.add("url", file.url)
                line.add("mime", file.mime)
                line.add("bitrate", file.bitrate)
                line.add("size", file.size)
                line.add("sizeIsEstimate", file.sizeIsEstimate ? true : nil)
                line.add("isDefault", file.isDefault ? true : nil)
                return line
            })
    }
}

extension JSON {
    /// A text exactly as it was written, also an empty one; nil for anything else.
    public func exact(_ key: String) -> String? {
        guard let value = self[key], value.kind == .string else { return nil }
        return value.exactText
    }

    /// Texts exactly as they were written.
    public func texts(_ key: String) -> [String] { self[key]?.elements.compactMap { $0.kind == .string ? $0.exactText : nil } ?? [] }

    /// What `JSONLine.add(_:time:)` has written.
    public func time(_ key: String) -> Int64? {
        guard let value = self[key] else { return nil }
        return value.kind == .string ? value.exactText.flatMap(Timestamp.feedDate) : value.int64
    }

    /// `true`; anything else is no.
    public func isSet(_ key: String) -> Bool { self[key]?.kind == .true }

    /// A bool, where there is one.
    func bool(_ key: String) -> Bool? {
        switch self[key]?.kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    var archivedCounters: [Counter] {
        self["counters"]?.elements.map { Counter(name: $0.exact("name") ?? "", text: $0.exact("text") ?? "") } ?? []
    }

    var archivedAudio: [AudioFile] {
        self["audio"]?.elements.compactMap { file in
            file.exact("url").map {
                AudioFile(
                    url: $0, mime: file.exact("mime"), bitrate: file["bitrate"]?.int, size: file["size"]?.int64,
                    sizeIsEstimate: file.isSet("sizeIsEstimate"), isDefault: file.isSet("isDefault"))
            }
        } ?? []
    }
}
