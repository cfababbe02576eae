import Catalogue

/// Finds out what an address in a list means: relative ones are meant from where the list itself lies.
struct PlaylistPlace {
    /// The absolute path or the URL of the list.
    let base: String
    /// Whether there is a file at an absolute path.
    let exists: (String) -> Bool
    /// The folder that a list of this machine lies in, without a slash at its end.
    private let folder: [UInt8]

    init(base: String, exists: @escaping (String) -> Bool) {
        self.base = base
        self.exists = exists
        let slash = UInt8(ascii: "/")
        let end = base.utf8.lastIndex(of: slash) ?? base.utf8.startIndex
        folder = base.utf8[..<end].split(separator: slash).reduce(into: []) { $0 += [slash] + $1 }
    }

    /// The absolute path or URL; nil for what can't be meant, such as a file of this machine in a list from the web. `isURI`: by its format the
    /// list holds URIs, where a blank is `%20`; other lists hold names as they are, and some of these write them so too.
    func resolve(_ written: String, isURI: Bool = false) -> String? {
        let name = written.unpadded
        if name.isEmpty { return nil }
        if name.utf8.starts(with: "demo:/".utf8) { return name }
        if Self.isURL(name) {
            guard name.prefix(5).lowercased() == "file:" else { return name }
            return isRemote ? nil : FileURL.path(of: name) ?? name
        }
        return isRemote ? WebAddress.absolute(slashed(name), base: base) : local(written, name, isURI: isURI)
    }

    private var isRemote: Bool { !base.isPath }

    /// The first reading that is a file, else the likeliest.
    private func local(_ written: String, _ name: String, isURI: Bool) -> String {
        if name.utf8.count == written.utf8.count, !name.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") }) {
            // There is one reading only, as usual.
            let path = absolute(name)
            return isWindowsPath(name) && !exists(path) ? "/" + name : path
        }
        let decoded = FileURL.decoded(name)
        var readings: [String] = []
        let asWritten = isURI ? [decoded, name] : [written, name, decoded]
        for reading in asWritten + asWritten.map(slashed) where !readings.contains(reading) { readings.append(reading) }
        if let found = readings.map(absolute).first(where: exists) { return found }
        let likely = isURI ? decoded : name
        if isWindowsPath(name) { return "/" + slashed(likely) }
        return absolute(likely.isPath ? likely : slashed(likely))
    }

    private func absolute(_ name: String) -> String {
        if name.isPath { return name }
        let slash = UInt8(ascii: "/")
        var path = folder
        var rest = name.utf8[...]
        while !rest.isEmpty {
            let part = rest.prefix { $0 != slash }
            rest = rest[part.endIndex...].dropFirst()
            if part.elementsEqual("..".utf8) {
                path.removeLast(path.count - (path.lastIndex(of: slash) ?? 0))
            } else if !part.isEmpty, !part.elementsEqual(".".utf8) {
                path.append(slash)
                path.append(contentsOf: part)
            }
        }
        return path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
    }

    private func slashed(_ name: String) -> String {
        name.utf8.contains(0x5C) ? String(decoding: name.utf8.map { $0 == 0x5C ? 0x2F : $0 }, as: UTF8.self) : name
    }

    static func isURL(_ name: String) -> Bool {
        guard let colon = name.utf8.firstIndex(of: 0x3A), name.utf8[colon...].starts(with: "://".utf8), let first = name.utf8.first else {
            return false
        }
        return (0x61...0x7A).contains(first | 0x20)
            && name[..<colon].utf8.allSatisfy {
                (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0)
            }
    }

    /// `C:\Music\one.mp3`.
    private func isWindowsPath(_ name: String) -> Bool {
        let start = Array(name.utf8.prefix(3))
        return start.count == 3 && (0x61...0x7A).contains(start[0] | 0x20) && start[1] == 0x3A && (start[2] == 0x5C || start[2] == 0x2F)
    }
}
