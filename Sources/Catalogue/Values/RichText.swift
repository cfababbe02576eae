/// A text of several blocks, made from HTML for a terminal: no markup is left in it. Where a link stood, the text has its number as `[1]`.
public struct RichText: Hashable, Sendable {
    public struct Block: Hashable, Sendable {
        public enum Kind: Hashable, Sendable {
            case heading
            /// Who says what follows.
            case byline
            case paragraph
            /// An entry of a list; `marker` is what stands before it: "•", "3.".
            case item(marker: String)
            /// Lines that stay as they are.
            case preformatted
            /// A picture; `number` counts from 1 in `images`, the text is what the page says of it.
            case image(number: Int)
            case rule
        }

        public var kind: Kind
        public var text: String
        /// How many quotations it stands in.
        public var quotes: Int
        /// How many lists it stands in, the innermost one included.
        public var depth: Int

        public init(_ kind: Kind, _ text: String = "", quotes: Int = 0, depth: Int = 0) {
            self.kind = kind
            self.text = text
            self.quotes = quotes
            self.depth = depth
        }
    }

    public var blocks: [Block]
    /// Absolute URLs; the first is `[1]` in the text.
    public var links: [String]
    public var images: [String]

    public init(blocks: [Block] = [], links: [String] = [], images: [String] = []) {
        self.blocks = blocks
        self.links = links
        self.images = images
    }

    public var isEmpty: Bool { blocks.isEmpty }
}
