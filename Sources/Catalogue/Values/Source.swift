/// A catalogue that can be asked.
public struct Source: Hashable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        case station, fm, daily, radio, apple, fyyd
    }

    public var name: String
    public var kind: Kind
    /// The service's base (`https://…/`, `file:///…/`, `demo:/`), or nil for a built-in service that knows its own hosts.
    public var url: String?
    public var isBuiltIn: Bool

    public init(name: String, kind: Kind, url: String? = nil, isBuiltIn: Bool = false) {
        self.name = name
        self.kind = kind
        self.url = url
        self.isBuiltIn = isBuiltIn
    }

    /// Whether an added source may be called so. Names are words that stand for nothing else, and a setting is named `NAME.key`.
    public static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: ".") && $0 != 0x7F } && ItemID(name) == nil
            && Int(name) == nil
    }

    /// Whether an added source can be at an address: what is asked over http(s), or a folder.
    public static func isBase(_ url: String) -> Bool {
        ["http", "https", "file"].contains(url.prefix { $0 != ":" }.lowercased()) && url.contains(":")
    }

    /// The sources that every library has.
    public static let builtIn = [
        Source(name: "demo", kind: .station, url: "demo:/", isBuiltIn: true), Source(name: "fm", kind: .fm, isBuiltIn: true),
        Source(name: "daily", kind: .daily, isBuiltIn: true), Source(name: "radio", kind: .radio, isBuiltIn: true),
        Source(name: "apple", kind: .apple, isBuiltIn: true), Source(name: "fyyd", kind: .fyyd, isBuiltIn: true),
    ]
}

/// What a server once said, kept with what is needed to ask whether it still holds.
public struct Answer: Hashable, Sendable {
    /// Names the request within its source, without anything secret.
    public var key: String
    public var body: [UInt8]
    public var etag: String?
    public var lastModified: String?
    /// Seconds since 1970, UTC.
    public var seen: Int64

    public init(key: String, body: [UInt8], etag: String? = nil, lastModified: String? = nil, seen: Int64) {
        self.key = key
        self.body = body
        self.etag = etag
        self.lastModified = lastModified
        self.seen = seen
    }
}
