import Glibc

/// Text of other charsets as UTF-8, by iconv.
public enum Charset {
    /// The bytes as UTF-8; nil where the charset is unknown or a byte doesn't belong to it, which when `replacing` gives U+FFFD instead.
    /// A character cut off at the very end is dropped. `name` is an IANA name in any case (`GBK`, `utf-16le`). May be called from any thread.
    public static func utf8(_ bytes: [UInt8], from name: String, replacing: Bool = false) -> [UInt8]? {
        // iconv takes options after a slash; a server's word must not set any.
        guard !name.isEmpty, !name.contains("/"), let converter = iconv_open("UTF-8", name), converter != Self.failed else { return nil }
        defer { iconv_close(converter) }
        var input = bytes
        return input.withUnsafeMutableBytes { convert($0, with: converter, replacing: replacing) }
    }

    private static var failed: iconv_t? { iconv_t(bitPattern: -1) }

    private static func convert(
        _ input: UnsafeMutableRawBufferPointer, with converter: iconv_t, replacing: Bool
    ) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(input.count + input.count / 2)
        var chunk = [UInt8](repeating: 0, count: 16384)
        var source = input.baseAddress?.assumingMemoryBound(to: CChar.self)
        var left = input.count
        while left > 0 {
            var code: Int32 = 0
            let written = chunk.withUnsafeMutableBytes { room in
                var target = room.baseAddress?.assumingMemoryBound(to: CChar.self)
                var free = room.count
                if iconv(converter, &source, &left, &target, &free) == -1 { code = errno }
                return room.count - free
            }
            result.append(contentsOf: chunk[..<written])
            if code == EINVAL { break }
            if code == EILSEQ, replacing {
                result.append(contentsOf: [0xEF, 0xBF, 0xBD])
                source = source.map { $0 + 1 }
                left -= 1
            } else if code != 0 && code != E2BIG {
                return nil
            }
        }
        return result
    }
}
