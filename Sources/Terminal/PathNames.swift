import Glibc

/// File names for completion.
public enum PathNames {
    /// The paths that begin with `text`, at most 500, sorted; folders end in `/`. Hidden ones only where the name begins with a dot.
    /// A `~/` at the beginning stays as it was typed.
    public static func beginning(_ text: String) -> [String] {
        let end = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
        let (typed, start) = (String(text[..<end]), String(text[end...]))
        guard let folder = opendir(place(typed)) else { return [] }
        defer { closedir(folder) }
        var found: [String] = []
        while let entry = readdir(folder), found.count < 500 {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { names in
                names.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasPrefix(start), name != ".", name != "..", start.hasPrefix(".") || !name.hasPrefix(".") else { continue }
            found.append(typed + name + (isFolder(place(typed) + "/" + name) ? "/" : ""))
        }
        return found.sorted()
    }

    private static func place(_ typed: String) -> String {
        if typed.isEmpty { return "." }
        guard typed.hasPrefix("~/"), let home = getenv("HOME") else { return typed }
        return String(cString: home) + typed.dropFirst()
    }

    private static func isFolder(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }
}
