import CCrypto

/// The SHA-256 of bytes that come bit by bit, by OpenSSL's EVP (1 GB/s where the processor helps).
///
/// Made, fed and finished on one thread or serial queue.
public final class SHA256 {
    private let context: OpaquePointer?
    private var isSound: Bool

    public init() {
        context = EVP_MD_CTX_new()
        isSound = context != nil && EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Takes the next bytes.
    public func update(_ bytes: UnsafeRawBufferPointer) {
        guard isSound, !bytes.isEmpty else { return }
        isSound = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
    }

    /// The hash as 64 small hexadecimal digits; nil if OpenSSL refused to work (no memory, no such digest). Call it once.
    public func finish() -> String? {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard isSound, EVP_DigestFinal_ex(context, &digest, &count) == 1 else { return nil }
        isSound = false
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest[..<Int(count)].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// The SHA-256 of bytes at hand, as 64 small hexadecimal digits.
public func sha256Hex(_ bytes: [UInt8]) -> String? {
    let hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.finish()
}
