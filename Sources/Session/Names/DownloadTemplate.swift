/// How downloaded files are named (`set download-name`): folders and a name, with placeholders, such as `{program}/{date} {title}.{ext}`.
struct DownloadTemplate: Sendable {
    /// What a placeholder stands for.
    enum Part: String, CaseIterable, Sendable {
        case program, title, date, year, number, season, host, source, id
    }

    enum Piece: Sendable {
        case text(String)
        case part(Part)
    }

    /// Folders within the downloads folder, outermost first.
    let folders: [[Piece]]
    /// The file's name, without its ending.
    let name: [Piece]

    static let standard = DownloadTemplate(
        folders: [[.part(.program)]], name: [.part(.date), .text(" "), .part(.title)])
    static let standardText = "{program}/{date} {title}.{ext}"

    /// In words.
    static let expected =
        "folders and a name within the downloads folder, ending in .{ext}, made of "
        + Part.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ") + " and text, such as \(standardText)"

    private init(folders: [[Piece]], name: [Piece]) { (self.folders, self.name) = (folders, name) }

    /// Nil where it is wrong: an unknown placeholder, no `.{ext}` at its end, no placeholder in the name, or a folder that can't be one
    /// there, such as `..`.
    init?(_ text: String) {
        let ending = ".{ext}"
        guard text.hasSuffix(ending), !text.hasPrefix("~/") else { return nil }
        let components = text.dropLast(ending.count).unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
        let read = components.map { Self.pieces(String($0)) }
        let known = read.compactMap { $0 }
        guard known.count == read.count, known.count <= Self.most + 1, let name = known.last, name.contains(where: \.isPart) else {
            return nil
        }
        self.init(folders: known.dropLast(), name: name)
    }

    private static let most = 8

    private static func pieces(_ text: String) -> [Piece]? {
        var (pieces, rest) = ([Piece](), text[...])
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}"),
                let part = Part(rawValue: String(rest[rest.index(after: brace)..<end]))
            else { return nil }
            if brace > rest.startIndex { pieces.append(.text(String(rest[..<brace]))) }
            pieces.append(.part(part))
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        return isUsable(pieces) ? pieces : nil
    }

    /// Text alone has to be a name as it stands; no text may hold what names can't.
    private static func isUsable(_ pieces: [Piece]) -> Bool {
        if pieces.count == 1, case .text(let text) = pieces[0] { return SafeName.of(text, room: 200) == text }
        return !pieces.isEmpty
            && pieces.allSatisfy { piece in
                if case .text(let text) = piece { !text.unicodeScalars.contains(where: SafeName.forbidden.contains) } else { true }
            }
    }
}

extension DownloadTemplate {
    /// A component as it reads with these values; nil where it is made of what isn't known alone.
    ///
    /// What isn't known takes the blanks, dashes and brackets with it that set it off from the rest.
    static func text(of pieces: [Piece], _ known: (Part) -> String?) -> String? {
        var (text, isAfterGap, hasAny) = ("", false, false)
        for piece in pieces {
            switch piece {
            case .part(let part):
                let value = known(part)
                text += value ?? ""
                isAfterGap = value == nil
                if value != nil { hasAny = true }
            case .text(var written):
                if isAfterGap, let last = text.last, let bracket = brackets[last], written.first == bracket {
                    text.removeLast()
                    written.removeFirst()
                }
                let isOpen = text.last.map(isSeparator) ?? true
                text += isAfterGap && isOpen ? String(written.drop(while: isSeparator)) : written
                isAfterGap = false
            }
        }
        if !hasAny, pieces.contains(where: \.isPart) { return nil }
        while isAfterGap, let last = text.last, isSeparator(last) { text.removeLast() }
        return text
    }

    private static let brackets: [Character: Character] = ["(": ")", "[": "]"]

    private static func isSeparator(_ character: Character) -> Bool { " -_.,·".contains(character) }
}

extension DownloadTemplate.Piece {
    var isPart: Bool { if case .part = self { true } else { false } }
}
