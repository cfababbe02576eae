/// URLs whose query holds a signature that changes from day to day.
enum SignedURL {
    private static let signing: Set<String> = [
        "sign", "signature", "sig", "token", "access_token", "auth", "auth_key", "expires", "expire", "e", "t", "ts", "timestamp", "kid",
        "key", "key-pair-id", "policy", "nonce", "hmac", "hash",
    ]

    /// The URL without the parameters that only sign it, and without a fragment: what names the same sound tomorrow.
    static func identity(_ url: String) -> String {
        let whole = url.prefix { $0 != "#" }
        guard let mark = whole.firstIndex(of: "?") else { return String(whole) }
        let kept = whole[whole.index(after: mark)...].split(separator: "&").filter { !isSigning($0) }
        let path = whole[..<mark]
        return kept.isEmpty ? String(path) : path + "?" + kept.joined(separator: "&")
    }

    private static func isSigning(_ parameter: Substring) -> Bool {
        let name = parameter.prefix { $0 != "=" }.lowercased()
        return signing.contains(name) || name.hasPrefix("x-amz-") || name.hasPrefix("x-goog-")
    }
}
