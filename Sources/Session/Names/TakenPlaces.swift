/// Which places in the download folder are taken: by downloads, whether they are there yet or not, and by whatever files lie there.
///
/// A place is taken whatever the ending, since that may change when the file is there, and for names that differ only in case or in how their
/// letters are composed, since on other systems they are the same.
struct TakenPlaces {
    private var taken: Set<String>
    /// Folders whose files are among them.
    private var folders: Set<String> = []
    /// From which number on a place was last free.
    private var numbers: [String: Int] = [:]

    init(_ paths: [String] = []) { taken = Set(paths.map(Self.key)) }

    /// The path `stem` + `ending`, or where that is taken, with a number between the two. It is taken from then on.
    mutating func free(_ stem: String, _ ending: String) -> String {
        look(into: String(stem.prefix(stem.count - Self.name(stem).count)))
        let key = Self.folded(stem)
        var number = numbers[key] ?? 1
        while true {
            let path = number == 1 ? stem + ending : "\(stem) (\(number))\(ending)"
            number += 1
            let places = ["", ".part", Recorder.ending].map { path + $0 }
            guard taken.insert(Self.key(path)).inserted, !places.contains(where: LocalFile.isThere) else { continue }
            numbers[key] = number
            return path
        }
    }

    private mutating func look(into folder: String) {
        guard folders.insert(folder).inserted else { return }
        for name in LocalFile.names(in: folder) { taken.insert(Self.key(folder + name)) }
    }

    private static func key(_ path: String) -> String {
        var path = path[...]
        for ending in [".info", ".next", ".part", Recorder.ending] where path.hasSuffix(ending) { path = path.dropLast(ending.count) }
        if let ending = AudioEnding.of(name(path)) { path = path.dropLast(ending.count + 1) }
        return folded(path)
    }

    private static func folded(_ text: some StringProtocol) -> String { text.uppercased().lowercased() }

    private static func name(_ path: some StringProtocol) -> Substring { path.split(separator: "/").last.map { Substring($0) } ?? "" }
}
