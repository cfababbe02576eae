import CCurl

/// An absolute http or https URL, taken apart by libcurl, so that it means here what it will mean there.
struct WebAddress: Equatable {
    /// The whole, with what isn't ASCII escaped, and without a fragment.
    let url: String
    /// "http" or "https".
    let scheme: String
    let host: String
    let port: Int

    /// The server in the sense of limits: host:port.
    var server: String { "\(host):\(port)" }
    var isSecure: Bool { scheme == "https" }
    /// The URL up to the query: what stays when a signature in the query changes.
    var resource: String { String(url.prefix { $0 != "?" }) }

    /// Throws `badURL`, `unsupportedScheme` or `libraryMissing`.
    init(_ text: String) throws(TransferError) {
        try self.init(text, against: nil)
    }

    /// Where a `Location` header leads from here: absolute, scheme-relative, by path or by query only.
    func resolve(_ location: String) throws(TransferError) -> WebAddress {
        try WebAddress(location, against: url)
    }

    private init(_ text: String, against base: String?) throws(TransferError) {
        try CurlLibrary.open()
        guard let handle = ccurl_url() else { throw .badURL(text) }
        defer { ccurl_url_cleanup(handle) }
        do {
            let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE | CURLU_ALLOW_SPACE)
            if let base { try check(ccurl_url_set(handle, CURLUPART_URL, base, flags)) }
            try check(ccurl_url_set(handle, CURLUPART_URL, text, flags))
            let scheme = try Self.part(CURLUPART_SCHEME, of: handle).lowercased()
            guard scheme == "http" || scheme == "https" else { throw TransferError.unsupportedScheme(url: text) }
            self.scheme = scheme
            // A fragment is the client's affair.
            try check(ccurl_url_set(handle, CURLUPART_FRAGMENT, nil, 0))
            host = try Self.part(CURLUPART_HOST, of: handle).lowercased()
            port = Int(try Self.part(CURLUPART_PORT, of: handle, UInt32(CURLU_DEFAULT_PORT))) ?? 0
            url = try Self.part(CURLUPART_URL, of: handle)
        } catch let error as TransferError {
            throw error
        } catch {
            throw .badURL(text)
        }
        guard !host.isEmpty, port > 0 else { throw .badURL(text) }
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer, _ flags: UInt32 = 0) throws(CurlURLCode) -> String {
        var text: UnsafeMutablePointer<CChar>?
        try check(ccurl_url_get(handle, part, &text, flags))
        defer { ccurl_free(text) }
        return text.map { String(cString: $0) } ?? ""
    }
}

/// The rules of following a redirect.
enum Redirect {
    /// The address a redirect leads to, or why it isn't followed.
    static func target(from: WebAddress, location: String, allowDowngrade: Bool) throws(TransferError) -> WebAddress {
        let next: WebAddress
        do {
            next = try from.resolve(location)
        } catch .unsupportedScheme {
            throw .redirectToForeignScheme(to: location)
        } catch {
            throw error
        }
        if from.isSecure && !next.isSecure && !allowDowngrade { throw .downgradeRefused(from: from.url, to: next.url) }
        return next
    }

    /// Statuses that send elsewhere when they bring a `Location`.
    static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }
    /// Statuses that say the old address is done with.
    static func isPermanent(_ status: Int) -> Bool { status == 301 || status == 308 }
    /// Whether a POST stays one: only where the status was made for that.
    static func keepsMethod(_ status: Int) -> Bool { status == 307 || status == 308 }
}
