import Catalogue

/// Finds out what an address in a list means: relative ones are meant from where the list itself lies.
struct PlaylistPlace {
    /// The absolute path or the URL of the list.
    var base: String
    /// Whether there is a file at an absolute path.
    var exists: (String) -> Bool

    /// The absolute path or URL; nil for what can't be meant, such as a file of this machine in a list from the web. `isURI`: by its format the
    /// list holds URIs, where a blank is `%20`; other lists hold names as they are, and some of these write them so too.
    func resolve(_ written: String, isURI: Bool = false) -> String? {
        let name = written.unpadded
        if name.isEmpty { return nil }
        if name.hasPrefix("demo:/") { return name }
        if Self.isURL(name) {
            guard name.prefix(5).lowercased() == "file:" else { return name }
            return isRemote ? nil : FileURL.path(of: name) ?? name
        }
        return isRemote ? WebAddress.absolute(slashed(name), base: base) : local(written, name, isURI: isURI)
    }

    private var isRemote: Bool { !base.hasPrefix("/") }

    /// The first reading that is a file, else the likeliest.
    private func local(_ written: String, _ name: String, isURI: Bool) -> String {
        let decoded = FileURL.decoded(name)
        var readings = isURI ? [decoded, name] : [written, name, decoded]
        readings += readings.map(slashed)
        if let found = readings.map(absolute).first(where: exists) { return found }
        let likely = isURI ? decoded : name
        if isWindowsPath(name) { return "/" + slashed(likely) }
        return absolute(likely.hasPrefix("/") ? likely : slashed(likely))
    }

    private func absolute(_ name: String) -> String {
        if name.hasPrefix("/") { return name }
        var parts = base.split(separator: "/", omittingEmptySubsequences: true)
        if !base.hasSuffix("/") { parts = parts.dropLast() }
        for part in name.split(separator: "/", omittingEmptySubsequences: true) where part != "." {
            if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    private func slashed(_ name: String) -> String { String(name.map { $0 == "\\" ? "/" : $0 }) }

    static func isURL(_ name: String) -> Bool {
        guard let colon = name.firstIndex(of: ":"), name[colon...].hasPrefix("://"), let first = name.utf8.first else { return false }
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
