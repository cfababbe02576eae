/// What an audio file says of itself in its tags.
///
/// Where several tags say something, ID3v2 counts before what else stands at the beginning, that before APE, and that before ID3v1: the later a kind was made, the more it can say in full.
/// Of two ID3v2 tags in a row the first counts, as programs put a new one in front. What one tag leaves out another may fill in.
public struct AudioTags: Hashable, Sendable {
    /// What kind of tag something stands in.
    public enum Kind: String, Sendable {
        case id3v2, ape, id3v1, mp4, vorbis
    }

    /// A fact and where it stands.
    public struct Fact: Hashable, Sendable {
        /// One line, never empty. Several values are parted by ` / `.
        public var text: String
        public var kind: Kind

        public init(_ text: String, _ kind: Kind) {
            (self.text, self.kind) = (text, kind)
        }
    }

    public var title: Fact?
    /// Who plays or speaks; where that isn't said, whose album it is.
    public var artist: Fact?
    public var album: Fact?
    /// In the order of their start.
    public var chapters: [AudioChapter]

    public init(title: Fact? = nil, artist: Fact? = nil, album: Fact? = nil, chapters: [AudioChapter] = []) {
        self.title = title
        self.artist = artist
        self.album = album
        self.chapters = chapters
    }

    /// The chapters that the table of contents lists, numbered from 1.
    public var listedChapters: [Chapter] {
        chapters.filter { !$0.isHidden }.enumerated().map { index, chapter in
            Chapter(number: index + 1, title: chapter.title, start: chapter.start, end: chapter.end)
        }
    }

    /// Takes what another tag says and this one doesn't.
    public mutating func add(_ other: AudioTags) {
        title = title ?? other.title
        artist = artist ?? other.artist
        album = album ?? other.album
        if chapters.isEmpty { chapters = other.chapters }
    }
}

/// A chapter as a file itself has it.
public struct AudioChapter: Hashable, Sendable {
    /// Seconds from the file's start.
    public var start: Double
    /// Seconds; nil where it isn't said.
    public var end: Double?
    /// One line; empty where it has none.
    public var title: String
    /// Where it points, as the file has it.
    public var url: String?
    /// There is a table of contents, and it leaves this one out.
    public var isHidden: Bool

    public init(start: Double, end: Double? = nil, title: String, url: String? = nil, isHidden: Bool = false) {
        self.start = start
        self.end = end
        self.title = title
        self.url = url
        self.isHidden = isHidden
    }
}

extension [AudioChapter] {
    /// By start; of equal starts the first stays first.
    var inOrder: [AudioChapter] {
        indices.sorted { (self[$0].start, $0) < (self[$1].start, $1) }.map { self[$0] }
    }
}
