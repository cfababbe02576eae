import Markup

/// Puts a story's text together, element by element.
final class StoryBuilder: HTMLVisitor {
    var blocks: [RichText.Block] = []
    var paragraph = StoryParagraph()
    var links: StoryAddresses
    var pictures: StoryAddresses
    /// Pictures of a paragraph in which nothing else stood so far.
    var waiting: [(number: Int, text: String)] = []
    var link: StoryLink?
    /// Where the open figure's blocks begin.
    var figure: Int?
    var caption = ""
    private var captions = 0
    private var authors: [String] = []
    private var authorStart: Int?
    private var isByline = false
    private var headings = 0
    private var quotes = 0
    /// The open lists: the next number, nil where entries have none.
    private var lists: [Int?] = []
    /// What stands before the next block.
    private var marker: String?
    private var open: [(name: String, element: StoryElement)] = []
    /// How many elements were open when a hidden one began.
    private var hiddenFrom: Int?

    init(addresses: StoryAddresses, room: Int) {
        links = addresses
        pictures = addresses
        blocks.reserveCapacity(room)
    }

    func finish() -> (text: RichText, authors: [String]) {
        while !open.isEmpty { close() }
        flush()
        return (RichText(blocks: blocks, links: links.all, images: pictures.all), authors)
    }

    func add(_ text: String) {
        if hiddenFrom == nil { addText(text) }
    }

    func begin(_ name: String, _ attributes: XMLAttributes) {
        guard hiddenFrom == nil else { return open.append((name, .inline)) }
        let element = StoryElement(name, attributes)
        open.append((name, element))
        switch element {
        case .inline: break
        case .hidden:
            if name == "div" { flush() }
            hiddenFrom = open.count
        case .lineBreak: if waiting.isEmpty { paragraph.addBreak() } else { flush() }
        case .cell: paragraph.addBlank()
        case .link(let address): beginLink(address)
        case .picture(let picture): add(picture)
        case .author: authorStart = paragraph.count
        case .bio: if isByline { paragraph.addDot() }
        default: beginBlock(element)
        }
    }

    func end(_ name: String) {
        guard let index = open.lastIndex(where: { $0.name == name }) else { return }
        while open.count > index { close() }
    }

    private func beginBlock(_ element: StoryElement) {
        flush()
        switch element {
        case .heading: headings += 1
        case .quote: quotes += 1
        case .preformatted: paragraph.isPreformatted = true
        case .list(let first): lists.append(first)
        case .item(let value): marker = nextMarker(value)
        case .rule: if blocks.last?.kind != .rule { blocks.append(block(.rule, "")) }
        case .byline: isByline = true
        case .figure: figure = blocks.count
        case .caption: captions += 1
        default: break
        }
    }

    private func close() {
        guard let element = open.popLast()?.element else { return }
        if let from = hiddenFrom {
            if open.count < from { hiddenFrom = nil }
            return
        }
        switch element {
        case .inline, .hidden, .lineBreak, .cell, .picture, .bio: break
        case .link: endLink()
        case .author: takeAuthor()
        default: endBlock(element)
        }
    }

    private func endBlock(_ element: StoryElement) {
        if case .byline = element { paragraph.dropComma() }
        flush()
        switch element {
        case .heading: headings -= 1
        case .quote: quotes -= 1
        case .preformatted: paragraph.isPreformatted = open.contains { if case .preformatted = $0.element { true } else { false } }
        case .list: lists.removeLast()
        case .item: marker = nil
        case .byline: isByline = false
        case .figure: endFigure()
        case .caption:
            captions -= 1
            if figure == nil { endFigure() }
        default: break
        }
    }

    private func nextMarker(_ value: Int?) -> String {
        guard let next = lists.last, let number = next.map({ value ?? $0 }) else { return "•" }
        lists[lists.count - 1] = number &+ 1
        return "\(number)."
    }

    private func takeAuthor() {
        guard let start = authorStart, isByline, start <= paragraph.count else { return }
        authorStart = nil
        var name = StoryParagraph()
        name.add(paragraph.text(from: start))
        name.dropComma()
        let author = name.take()
        if !author.isEmpty { authors.append(author) }
    }

    /// Ends the block that is being put together, if there is anything in it.
    func flush() {
        noteLink()
        let text = paragraph.take()
        if captions > 0 {
            caption += caption.isEmpty || text.isEmpty ? text : " " + text
        } else if !text.isEmpty {
            blocks.append(block(kind, text))
            marker = nil
        }
        // Text that came behind them has called them already.
        for picture in waiting { blocks.append(block(.image(number: picture.number), picture.text)) }
        waiting = []
    }

    func block(_ kind: RichText.Block.Kind, _ text: String) -> RichText.Block {
        RichText.Block(kind, text, quotes: quotes, depth: lists.count)
    }

    private var kind: RichText.Block.Kind {
        if let marker { return .item(marker: marker) }
        if paragraph.isPreformatted { return .preformatted }
        return isByline ? .byline : headings > 0 ? .heading : .paragraph
    }
}
