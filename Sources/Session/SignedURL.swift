/// URLs whose query holds a signature that changes from day to day.
enum SignedURL {
    /// Parameters that do nothing but sign.
    private static let signing: Set<String> = [
        "sign", "signature", "sig", "hmac", "policy", "expires", "expire", "key-pair-id", "auth_key", "access_token",
    ]
    /// Those that belong to a signature where there is one; elsewhere they may say which sound is meant.
    private static let accompanying: Set<String> = ["token", "auth", "e", "t", "ts", "timestamp", "kid", "key", "nonce", "hash"]

    /// The URL without the parameters that only sign it, and without a fragment: what names the same sound tomorrow.
    static func identity(_ url: String) -> String {
        let whole = url.prefix { $0 != "#" }
        guard let mark = whole.firstIndex(of: "?") else { return String(whole) }
        let parameters = whole[whole.index(after: mark)...].split(separator: "&")
        let isSigned = parameters.contains { isSigning(name(of: $0)) }
        let kept = parameters.filter { !isSigned || !belongsToSignature(name(of: $0)) }
        let path = whole[..<mark]
        return kept.isEmpty ? String(path) : path + "?" + kept.joined(separator: "&")
    }

    private static func name(of parameter: Substring) -> String { parameter.prefix { $0 != "=" }.lowercased() }

    private static func isSigning(_ name: String) -> Bool {
        signing.contains(name) || name.hasPrefix("x-amz-") || name.hasPrefix("x-goog-")
    }

    private static func belongsToSignature(_ name: String) -> Bool { isSigning(name) || accompanying.contains(name) }
}
