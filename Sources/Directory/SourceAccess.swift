public import Catalogue

/// A source and what the user's settings say about asking it.
///
/// `appid`, `sign` and `key` go into requests only: they are in no answer's key, no error and no description.
public struct SourceAccess: Sendable, CustomStringConvertible {
    public var source: Source
    public var appid: String?
    /// A ready-made signature, sent as it is.
    public var sign: String?
    /// The secret that a signature is made with where `sign` is nil; never sent.
    public var key: String?
    /// Lets redirects of this source go from https to http.
    public var allowHTTP: Bool
    /// The two letters of the country whose charts and shop are asked, for kinds that have one for each; nil leaves it to the kind.
    public var country: String?

    public init(
        source: Source, appid: String? = nil, sign: String? = nil, key: String? = nil, allowHTTP: Bool = false, country: String? = nil
    ) {
        self.source = source
        self.appid = appid
        self.sign = sign
        self.key = key
        self.allowHTTP = allowHTTP
        self.country = country
    }

    /// The source's name and kind, without anything secret.
    public var description: String { "\(source.name) (\(source.kind.rawValue))" }
}
