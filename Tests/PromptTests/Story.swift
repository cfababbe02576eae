import Foundation
import Testing

/// A transcript of the prompt: a text file of commands and what must follow.
///
///     # a remark
///     > featured              a command
///     1  Night Tides          a line of standard output
///     ! error: no such thing  a line of standard error
///     ~ ▶ Low Water           a line of standard output that comes by itself: before, between or after the others
///     ~! skipped “x”: …       the same on standard error
///     = 3                     the status, where it isn't 0
///
/// `…` stands for any text, `FOLDER` for the story's own folder. What isn't typed but done begins with `@`:
///
///     @ restart               the program ends, and starts again on the same library
///     @ time DAY HH:MM        the library's clock (UTC) stands at that time from now on
///     @ write NAME TEXT       makes a file in the story's folder
///     @ silence NAME SECONDS  makes an MP3 file without sound
///     @ chapters NAME SECONDS TITLE…  makes one with chapters of so many seconds each
///     @ remove NAME           takes away a file or folder
struct Story: Sendable, CustomTestStringConvertible {
    struct Step: Sendable {
        enum Kind: Sendable, Equatable {
            case command, action
        }

        var kind: Kind
        /// The line in the file, from 1.
        var line: Int
        var text: String
        var output: [String] = []
        var errors: [String] = []
        var lateOutput: [String] = []
        var lateErrors: [String] = []
        var status: Int32 = 0
    }

    let name: String
    let steps: [Step]

    var testDescription: String { name }

    /// The stories in the folder beside this file, by name.
    static let all: [Story] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Transcripts")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }.compactMap { file in
            (try? String(contentsOf: file, encoding: .utf8)).map {
                Story(name: file.deletingPathExtension().lastPathComponent, text: $0)
            }
        }
    }()

    init(name: String, text: String) {
        self.name = name
        var steps: [Step] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("#") { continue }
            let mark = line.prefix { $0 != " " }
            let rest = String(line.dropFirst(mark.count + 1))
            if mark == ">" || mark == "@" {
                steps.append(Step(kind: mark == ">" ? .command : .action, line: index + 1, text: rest))
                continue
            }
            guard !steps.isEmpty else { continue }
            let last = steps.count - 1
            switch mark {
            case "!": steps[last].errors.append(rest)
            case "~": steps[last].lateOutput.append(rest)
            case "~!": steps[last].lateErrors.append(rest)
            case "=": steps[last].status = Int32(rest) ?? -1
            default: steps[last].output.append(String(line))
            }
        }
        // Blank lines before the next command only part them.
        for index in steps.indices {
            while steps[index].output.last?.isEmpty == true { steps[index].output.removeLast() }
        }
        self.steps = steps
    }
}

/// What a command has really said.
struct Said {
    var output: [String]
    var errors: [String]
    var status: Int32

    /// Nil where all is as the step has it; else what isn't.
    func difference(from step: Story.Step) -> String? {
        guard let output = Self.without(step.lateOutput, output), let errors = Self.without(step.lateErrors, errors) else {
            return "a line that comes by itself is missing"
        }
        if !Self.match(step.output, output) { return "another output" }
        if !Self.match(step.errors, errors) { return "other errors" }
        return status == step.status ? nil : "status \(status), not \(step.status)"
    }

    /// Whether all that comes by itself has come.
    func isWhole(for step: Story.Step) -> Bool {
        Self.without(step.lateOutput, output) != nil && Self.without(step.lateErrors, errors) != nil
    }

    /// As a story has it, each line with its end.
    func text(of step: Story.Step) -> String {
        let lines = ["\(step.kind == .command ? ">" : "@") \(step.text)"] + output + errors.map { "! \($0)" }
        return (lines + (status == 0 ? [] : ["= \(status)"])).map { $0 + "\n" }.joined()
    }

    private static func without(_ late: [String], _ lines: [String]) -> [String]? {
        var lines = lines
        for pattern in late {
            guard let index = lines.firstIndex(where: { fits($0, pattern) }) else { return nil }
            lines.remove(at: index)
        }
        return lines
    }

    private static func match(_ patterns: [String], _ lines: [String]) -> Bool {
        patterns.count == lines.count && zip(lines, patterns).allSatisfy(fits)
    }

    static func fits(_ line: String, _ pattern: String) -> Bool {
        let parts = pattern.components(separatedBy: "…")
        guard parts.count > 1 else { return line == pattern }
        guard line.hasPrefix(parts[0]) else { return false }
        var rest = line.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.range(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(parts[parts.count - 1])
    }
}
