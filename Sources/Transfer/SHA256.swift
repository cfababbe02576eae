import CCrypto

/// The SHA-256 of bytes that come bit by bit, by OpenSSL's EVP (1 GB/s where the processor helps), which is opened at first use.
///
/// Made, fed and finished on one thread or serial queue.
public final class SHA256 {
    private let digest = Digest(ccrypto_sha256())

    public init() {}

    /// Takes the next bytes.
    public func update(_ bytes: UnsafeRawBufferPointer) { digest.update(bytes) }

    /// The hash as 64 small hexadecimal digits; nil if there is no OpenSSL or it refused to work (no memory, no such digest). Call it once.
    public func finish() -> String? { digest.finish() }
}

/// The SHA-256 of bytes at hand, as 64 small hexadecimal digits; nil if OpenSSL refused to work.
public func sha256Hex(_ bytes: [UInt8]) -> String? { Digest(ccrypto_sha256()).hex(bytes) }

/// The MD5 of bytes at hand, as 32 small hexadecimal digits: for services that still sign by it. Nil where OpenSSL has none (FIPS).
public func md5Hex(_ bytes: [UInt8]) -> String? { Digest(ccrypto_md5()).hex(bytes) }

/// A message digest of OpenSSL's.
private final class Digest {
    private let context: OpaquePointer?
    private var isSound: Bool

    init(_ type: OpaquePointer?) {
        context = ccrypto_begin(type)
        isSound = context != nil
    }

    deinit { ccrypto_free(context) }

    func update(_ bytes: UnsafeRawBufferPointer) {
        guard isSound, let context, !bytes.isEmpty else { return }
        isSound = ccrypto_update(context, bytes.baseAddress, bytes.count) == 1
    }

    func finish() -> String? {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard isSound, let context, ccrypto_finish(context, &digest, &count) == 1 else { return nil }
        isSound = false
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest[..<Int(count)].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    func hex(_ bytes: [UInt8]) -> String? {
        bytes.withUnsafeBytes { update($0) }
        return finish()
    }
}
