import Markup

/// What an element of a story's HTML is to its text (reference section C, "Body HTML").
enum StoryElement {
    /// Nobody reads what is in it.
    case hidden
    case inline
    /// Stands by itself.
    case block
    case heading, quote, preformatted, rule, lineBreak, cell
    /// `first`: an ordered list's first number.
    case list(first: Int?)
    /// `value`: the number that it has against the order.
    case item(value: Int?)
    case link(String)
    case picture(StoryPicture)
    case figure, caption
    /// Who says what follows: with a name (`author`) and what else is told of them (`bio`).
    case byline, author, bio

    init(_ name: String, _ attributes: XMLAttributes) {
        switch name {
        case "a": self = attributes["href"].map { .link($0) } ?? .inline
        case "img": self = Self.picture(attributes)
        case "ul", "menu", "dir": self = .list(first: nil)
        case "ol": self = .list(first: attributes["start"].flatMap { wholeNumber($0.trimmed) } ?? 1)
        case "li": self = .item(value: attributes["value"].flatMap { wholeNumber($0.trimmed) })
        default: self = Self.classified(attributes["class"]) ?? Self.named[name] ?? .inline
        }
    }

    private static func classified(_ names: String?) -> StoryElement? {
        guard let names else { return nil }
        for name in names.split(whereSeparator: \.isWhitespace) {
            switch name {
            case "img-place-holder": return .hidden
            case "meta": return .byline
            case "author": return .author
            case "bio": return .bio
            default: break
            }
        }
        return nil
    }

    private static func picture(_ attributes: XMLAttributes) -> StoryElement {
        let classes = (attributes["class"] ?? "").split(whereSeparator: \.isWhitespace)
        if classes.contains("avatar") { return .inline }
        let sources = ["src", "data-original", "data-actualsrc", "data-src"].compactMap { attributes[$0] }
        var picture = StoryPicture(sources: sources, text: attributes["alt"] ?? "")
        picture.standsAlone = classes.contains("content-image")
        picture.isEquation =
            attributes["eeimg"] != nil || classes.contains("eeimg") || sources.first?.contains("equation?tex=") == true
        return .picture(picture)
    }

    private static let named: [String: StoryElement] = {
        let groups: [(StoryElement, [String])] = [
            (
                .hidden,
                ["script", "style", "head", "title", "template", "noscript", "iframe", "object", "svg", "select", "textarea", "button"]
            ),
            (
                .block,
                [
                    "p", "div", "section", "article", "header", "footer", "main", "aside", "dl", "dt", "dd", "table", "tr", "address",
                    "center",
                ]
            ),
            (.heading, ["h1", "h2", "h3", "h4", "h5", "h6"]), (.quote, ["blockquote"]), (.preformatted, ["pre"]), (.rule, ["hr"]),
            (.lineBreak, ["br"]), (.cell, ["td", "th"]), (.figure, ["figure"]), (.caption, ["figcaption"]),
        ]
        var named: [String: StoryElement] = [:]
        for (element, names) in groups {
            for name in names { named[name] = element }
        }
        return named
    }()
}

/// An `img`.
struct StoryPicture {
    /// Where it may be found, the best first: a page that loads pictures late has something else in `src`.
    var sources: [String]
    /// What the page says of it.
    var text: String
    /// A formula: its text is what it shows.
    var isEquation = false
    /// As wide as the page.
    var standsAlone = false
}
