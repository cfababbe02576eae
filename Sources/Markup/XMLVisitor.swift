/// Takes what `XMLReader` finds in a document. Every element that was begun is ended, also where the document forgot to.
public protocol XMLVisitor: AnyObject {
    /// The visitor's own number for a kind of element; the reader hands it back. Called once for each different name in a document.
    func tag(for name: XMLName) -> Int
    /// An element begins; the answer says what of its contents is wanted.
    func begin(_ tag: Int, _ attributes: XMLAttributes) -> XMLContent
    /// An element ends; `text` is empty unless its text was wanted.
    func end(_ tag: Int, text: String)
    /// Whether elements of this kind lie neither inside one another nor inside a text: where one seems to, tags before it were not closed.
    func interrupts(_ tag: Int) -> Bool
    /// The values of `xml:base` that hold here, the outermost first, as they were written. Kept up to date by the reader.
    var bases: [String] { get set }
}

/// What a visitor wants of an element.
public enum XMLContent: Sendable {
    /// The elements in it.
    case elements
    /// Its text. Elements in it, which shouldn't be there, are written out as tags.
    case text
    /// Its text as markup: elements are written out as tags, and what stands between them is escaped.
    case markup
    /// Nothing.
    case nothing
    /// Nothing, neither of this element nor of the rest of the document.
    case end
}

/// The name of an element. All parts are as the document has them; absent ones are empty.
public struct XMLName: Hashable, Sendable {
    public var local: String
    public var prefix: String
    /// The namespace's URI; empty where the prefix was not declared.
    public var namespace: String
}

/// An element's attributes in the document's order.
public struct XMLAttributes: Sendable {
    struct Pair: Sendable {
        var name: String
        var value: String
    }

    var pairs: [Pair] = []

    /// The first attribute of that name, whatever its case; with a prefix as written (`rdf:about`), without one only where it has none.
    public subscript(_ name: String) -> String? {
        for pair in pairs where pair.name == name { return pair.value }
        guard pairs.contains(where: { $0.name.utf8.count == name.utf8.count }) else { return nil }
        let wanted = name.lowercased()
        return pairs.first { $0.name.lowercased() == wanted }?.value
    }
}

/// Why a document can't be read at all.
public struct XMLError: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// There is no libxml2, or one that is too old.
        case libraryMissing
        /// Nothing but white space.
        case empty
        /// No element was found.
        case noElement
        /// More than `XMLReader.depthLimit` elements inside one another.
        case tooDeep
        /// More than `XMLProlog.attributeLimit` attributes in one tag.
        case tooManyAttributes
        /// 1 GB and more.
        case tooLarge
    }

    public var reason: Reason

    public init(_ reason: Reason) { self.reason = reason }
}
