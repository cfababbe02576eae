extension Columns {
    /// The lines of a paragraph folded at `columns`: at blanks, and between two characters where one of them is wide.
    ///
    /// A word longer than a line is cut. Line ends in `text` stay line ends.
    public static func wrap(_ text: String, _ columns: Int) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { wrapLine(plain(String($0)), max(columns, 2)) }
    }

    /// `items` side by side in as many columns as `width` allows, read from top to bottom, as `ls` does.
    public static func grid(_ items: [String], width: Int) -> [String] {
        let widths = items.map(Columns.width)
        guard let widest = widths.max() else { return [] }
        let across = max((width + 2) / (min(widest, width) + 2), 1)
        let rows = (items.count + across - 1) / across
        return (0..<rows).map { row in
            let cells = stride(from: row, to: items.count, by: rows).map { items[$0] }
            let padded = cells.dropLast().map { left($0, widest) + "  " }
            return padded.joined() + fit(cells.last ?? "", width)
        }
    }

    private static func wrapLine(_ text: String, _ columns: Int) -> [String] {
        var lines: [String] = []
        var (line, used, isFresh) = ("", 0, true)
        for piece in pieces(of: text) {
            let (blank, width) = (piece.allSatisfy { $0 == " " }, width(piece))
            if used + width > columns, !isFresh {
                lines.append(trimmed(line))
                (line, used, isFresh) = ("", 0, true)
            }
            if blank && isFresh && !lines.isEmpty { continue }
            var rest = piece
            while self.width(rest) > columns {
                let head = beginning(of: rest, columns)
                lines.append(head)
                rest.removeFirst(max(head.count, 1))
            }
            line += rest
            used += self.width(rest)
            isFresh = isFresh && rest.isEmpty
        }
        return lines + (line.isEmpty && !lines.isEmpty ? [] : [trimmed(line)])
    }

    /// Words, runs of blanks, and each wide character by itself, as Chinese is folded anywhere.
    private static func pieces(of text: String) -> [String] {
        var (result, kind) = ([String](), 0)
        for character in text {
            let next = character == " " ? 1 : characterWidth(character) > 1 ? 2 : 3
            if next == kind && next != 2 || isClosing(character) && kind != 1, let last = result.indices.last {
                result[last].append(character)
            } else {
                result.append(String(character))
            }
            kind = next
        }
        return result
    }

    /// Punctuation that does not begin a line.
    private static func isClosing(_ character: Character) -> Bool { "，。、；：？！）》」』】”’…".contains(character) }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
