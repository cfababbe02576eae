import Glibc

/// Paths of local files and their `file://` URLs.
enum LocalFile {
    /// An absolute path, `~/` and the working folder filled in; `.` and `..` are taken out by the system where the file exists.
    static func absolute(_ path: String) -> String {
        var full = path
        if path.hasPrefix("~/"), let home = environment("HOME") { full = home + path.dropFirst() }
        if let real = unsafe realpath(full, nil) {
            defer { unsafe free(real) }
            return unsafe String(cString: real)
        }
        return full.hasPrefix("/") ? full : workingFolder + "/" + full
    }

    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

    /// An ordinary file, or a link to one: no folder, pipe or device.
    static func isRegular(_ path: String) -> Bool { kind(path) == S_IFREG }

    static func isFolder(_ path: String) -> Bool { kind(path) == S_IFDIR }

    private static func kind(_ path: String) -> mode_t? {
        var facts = stat()
        return unsafe stat(path, &facts) == 0 ? facts.st_mode & S_IFMT : nil
    }

    static func remove(_ path: String) -> Bool { unsafe unlink(path) == 0 }

    static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    static var workingFolder: String {
        guard let folder = unsafe getcwd(nil, 0) else { return "/" }
        defer { unsafe free(folder) }
        return unsafe String(cString: folder)
    }

    /// `file:///music/%E4%B8%80.mp3`.
    static func url(_ path: String) -> String {
        let plain = Set("/-._~".utf8)
        let coded = path.utf8.map { byte -> String in
            let isLetter = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            if isLetter || plain.contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
        }
        return "file://" + coded.joined()
    }

    /// The path of a `file://` URL of this machine; nil for one of another host.
    static func path(ofURL url: String) -> String? {
        guard url.lowercased().hasPrefix("file://") else { return nil }
        var rest = String(url.dropFirst(7))
        if rest.lowercased().hasPrefix("localhost/") { rest.removeFirst("localhost".count) }
        return rest.hasPrefix("/") ? percentDecoded(rest) : nil
    }

    static func percentDecoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
