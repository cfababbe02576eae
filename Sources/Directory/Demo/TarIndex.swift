/// Where the files of a ustar archive lie within it (POSIX.1-1988, "ustar Interchange Format").
struct TarIndex: Sendable {
    private static let block = 512

    /// Each regular file's path, without a leading `./`, and its bytes' place.
    private(set) var files: [String: Range<Int>] = [:]

    /// Reads the headers only. `bytes` gives a part of the archive, nil past its end. A damaged archive gives the files before the damage.
    init(count: Int, bytes: (Range<Int>) -> [UInt8]?) {
        var offset = 0
        while offset <= count - Self.block, let header = bytes(offset..<offset + Self.block), header[0] != 0 {
            let start = offset + Self.block
            guard let size = Self.octal(header[124..<136]), size <= count - start else { return }
            // '0' and NUL are regular files; folders, links and extended headers hold nothing of the station.
            if header[156] == UInt8(ascii: "0") || header[156] == 0 {
                files[Self.path(header)] = start..<start + size
            }
            offset = start + (size + Self.block - 1) / Self.block * Self.block
        }
    }

    private static func path(_ header: [UInt8]) -> String {
        let name = text(header[0..<100])
        let isUstar = header[257..<262].elementsEqual("ustar".utf8)
        let prefix = isUstar ? text(header[345..<500]) : ""
        let path = prefix.isEmpty ? name : prefix + "/" + name
        return path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String {
        String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// A number of at most eleven octal digits, with blanks around it.
    private static func octal(_ field: ArraySlice<UInt8>) -> Int? {
        Int(text(field).filter { $0 != " " }, radix: 8).flatMap { $0 >= 0 ? $0 : nil }
    }
}
