import Markup

/// A text of a feed and how it is to be read.
struct FeedText {
    enum Kind {
        /// RSS doesn't say: markup where there is some, entities decoded once.
        case either
        /// What it holds means itself.
        case plain

        /// By Atom's `type`, which is `text` where it is absent.
        init(type: String?, inAtom: Bool) {
            let isText = type.map { $0 == "text" || $0 == "text/plain" } ?? inAtom
            self = isText && inAtom ? .plain : .either
        }
    }

    var raw = ""
    var kind = Kind.either

    /// Takes the text unless there is one already.
    mutating func fill(_ text: FeedText) {
        if raw.isEmpty, text.raw.utf8.contains(where: { $0 > 0x20 }) { self = text }
    }

    /// On one line.
    var line: String { kind == .plain ? PlainText.verbatim(raw) : PlainText.clean(raw) }

    /// With its paragraphs; nil where nothing is left.
    var paragraphs: String? {
        guard !raw.isEmpty else { return nil }
        // What is plain by its own word is escaped, as the reader of paragraphs takes it for markup.
        let source = kind == .plain ? raw.replacing("&", with: "&amp;").replacing("<", with: "&lt;") : raw
        let text = PlainText.paragraphs(source)
        return text.isEmpty ? nil : text
    }
}

/// A file that a feed names.
struct FeedFile {
    /// As written until it is made absolute.
    var url: String?
    var mime: String?
    var size: Int64?
    var bitrate: Int?
    var isDefault = false

    init(_ attributes: XMLAttributes, url: String?, type: String? = nil, length: String? = nil) {
        self.url = url
        let type = (type ?? attributes["type"])?.trimmed
        mime = type.flatMap { $0.isEmpty ? nil : PlainText.verbatim($0) }
        // Zero stands for a length that nobody measured.
        size = (length ?? attributes["length"]).flatMap { Int64($0.trimmed) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// podcast:alternateEnclosure; its address comes later.
    init(alternate attributes: XMLAttributes) {
        self.init(attributes, url: nil)
        bitrate = attributes["bitrate"].flatMap { Double($0.trimmed) }.flatMap { Int(exactly: ($0 / 1000).rounded()) }
            .flatMap { $0 > 0 ? $0 : nil }
        isDefault = attributes["default"]?.lowercased() == "true"
    }

    var isAudio: Bool { mime.map { $0.lowercased().contains("audio") } ?? true }

    var isVideo: Bool { mime?.lowercased().hasPrefix("video/") == true }
}

/// What a feed says of its channel or of an item, before it is put together.
struct FeedFields {
    var title = FeedText()
    var otherTitle = FeedText()
    var description = FeedText()
    var content = FeedText()
    var summary = FeedText()
    var subtitle = FeedText()
    var guid: String?
    var web: String?
    var published: Int64?
    var updated: Int64?
    var language: String?
    var image: String?
    /// itunes:image, which is the larger one.
    var artwork: String?
    /// As written: names, addresses, or both. `hosts` are those that podcast:person calls so.
    var people: [String] = []
    var hosts: [String] = []
    var owner: String?
    var tags: [String] = []
    var duration: Double?
    var number: Int?
    var season: Int?
    /// itunes:episodeType, itunes:explicit and itunes:type, as written.
    var kind: String?
    var explicit: String?
    var order: String?
    var chapters: String?
    var transcripts: [Transcript] = []
    var newFeed: String?
    var feedID: String?
    var selfURL: String?
    var files: [FeedFile] = []
    var alternates: [FeedFile] = []
    /// Media RSS's sound, which counts only where there is no enclosure.
    var media: [FeedFile] = []
    var hasUnusableFile = false

    /// The address of the last alternate file, if it has none yet.
    mutating func nameAlternate(_ url: String) {
        if let last = alternates.indices.last, alternates[last].url == nil { alternates[last].url = url }
    }

    /// `base`: the document's own (xml:base). The address that the feed has today is no part of an identity.
    mutating func setGUID(_ text: String, isPermalink: Bool, base: String?) {
        let text = PlainText.verbatim(text)
        guard !text.isEmpty else { return }
        guid = isPermalink && base != nil ? WebAddress.absolute(text, base: base) ?? text : text
    }
}
