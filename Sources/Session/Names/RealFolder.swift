import Glibc

/// Folders that are folders: a link might lead anywhere.
enum RealFolder {
    /// The folder of that name in another, which need not be there; where something else bears the name, one with a number.
    static func free(_ name: String, in folder: String) -> String {
        var number = 1
        while true {
            let path = number == 1 ? "\(folder)/\(name)" : "\(folder)/\(name) (\(number))"
            if isFolderOrFree(path) { return path }
            number += 1
        }
    }

    /// Whether a file of that path lies in `folder`, and no link is between the two.
    static func holds(_ path: String, in folder: String) -> Bool {
        guard path.utf8.starts(with: (folder + "/").utf8) else { return false }
        let names = path.utf8.dropFirst(folder.utf8.count + 1).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var place = folder
        for name in names.dropLast().map({ String(Substring($0)) }) {
            place += "/" + name
            if name.isEmpty || name == "." || name == ".." || !isFolderOrFree(place) { return false }
        }
        return true
    }

    private static func isFolderOrFree(_ path: String) -> Bool {
        var facts = stat()
        return unsafe lstat(path, &facts) != 0 || facts.st_mode & S_IFMT == S_IFDIR
    }
}
