import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Prompt
@testable import Terminal

/// What Tab offers behind a command.
@Suite struct CompletionsTests {
    private func with(_ body: (CommandPrompt, TemporaryFolder) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let pipe = try Pipe()
            let (out, said) = (Out(descriptor: pipe.input), Out(descriptor: pipe.input))
            let arguments = ["--library", folder.file("library"), "--output", "null"]
            let invocation = try #require(
                Invocation(arguments, isTerminal: true, errors: said, environment: { $0 == "HOME" ? folder.path : nil }))
            let prompt = CommandPrompt(invocation, out: out, errors: said, mailbox: TerminalMailbox())
            try await body(prompt, folder)
            await prompt.close()
            withExtendedLifetime(pipe) {}
        }
    }

    @Test func playlistsAreOfferedByName() async throws {
        try await with { prompt, folder in
            try folder.write(Silence.mp3(seconds: 1), to: "one.mp3")
            for line in ["add \(folder.file("one.mp3"))", "save morning", "save evening"] { _ = await prompt.run(line: line) }
            #expect(prompt.completions(for: "rm ") == ["evening", "morning"])
            #expect(prompt.completions(for: "load mo") == ["morning"])
            #expect(prompt.completions(for: "load \(folder.path)/on") == [folder.file("one.mp3")])
            _ = await prompt.run(line: "rm morning")
            #expect(prompt.completions(for: "rm ") == ["evening"])
        }
    }

    @Test func filesAreOfferedWhereOneIsTaken() async throws {
        try await with { prompt, folder in
            try folder.write([], to: "list.m3u8")
            let (start, file) = (folder.path + "/li", folder.file("list.m3u8"))
            for command in ["import", "inspect", "export m3u8", "load", "art"] {
                #expect(prompt.completions(for: "\(command) \(start)").contains(file), "\(command)")
            }
            #expect(prompt.completions(for: "export ") == ["csv", "json", "m3u8", "markdown", "opml", "xspf"])
        }
    }

    @Test func kindsOfSourcesAreOffered() async throws {
        try await with { prompt, _ in
            let kinds = Source.Kind.allCases.map(\.rawValue).sorted()
            #expect(prompt.completions(for: "source add x http://h/ --kind ") == kinds)
            #expect(prompt.completions(for: "source add x http://h/ --kind=").allSatisfy { $0.hasPrefix("--kind=") })
            #expect(prompt.completions(for: "source add x http://h/ --kind=").count == kinds.count)
        }
    }
}
