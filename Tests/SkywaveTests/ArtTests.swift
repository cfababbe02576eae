import Foundation
import Glibc
import TestSupport
import Testing

/// `art`: in a pipe, and at a terminal with and without chafa.
@Suite struct Art {
    /// A program with a listing, and what stands for chafa on its PATH.
    private struct Stage {
        let skywave: Skywave
        let tools: TemporaryFolder
        let terminal: PseudoTerminal

        /// Without a script there is no chafa.
        init(chafa script: String?, _ environment: [String: String] = [:]) async throws {
            tools = try TemporaryFolder()
            if let script {
                let path = try tools.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "chafa")
                chmod(path, 0o755)
            }
            let path = script == nil ? tools.path : tools.path + ":/usr/bin:/bin"
            skywave = try Skywave(["PATH": path, "TERM": "xterm-256color"].merging(environment) { $1 })
            terminal = try #require(PseudoTerminal(columns: 60, rows: 21))
            try await skywave("charts hot")
        }

        /// Runs it with standard output at the terminal; gives what stands there, with plain line ends.
        func run(_ arguments: [String], input: String? = nil) async throws -> (screen: String, run: Skywave.Run) {
            let run = try await skywave.run(arguments, input: input, output: .file(terminal.path))
            _ = Glibc.write(terminal.line, "end", 3)
            let terminal = terminal
            let screen = await offPool { terminal.read { $0.hasSuffix("end") } }
            return (try #require(screen).dropLast(3).replacingOccurrences(of: "\r\n", with: "\n"), run)
        }
    }

    private static let url = "demo:/image/2001.png"

    @Test func aPipeGetsTheAddress() async throws {
        let stage = try await Stage(chafa: "echo never")
        #expect(try await stage.skywave("art 1").out == Self.url + "\n")
        let objects = try await stage.skywave.objects("art 1")
        #expect(objects.map(\.type) == ["art", "result"])
        #expect(objects[0].text("id") == "e1" && objects[0].text("url") == Self.url)
        #expect(objects.result?.text("action") == "art" && objects.result?.count("items") == 1)
        #expect(try await stage.skywave("art nothing").status == 3)
        #expect(try await stage.skywave("art").status == 2)
    }

    @Test func atATerminalItIsDrawnToItsSize() async throws {
        let stage = try await Stage(chafa: #"echo "$*" > "$HOME/words"; cat > /dev/null; printf '\033[31mpicture\033[0m\n'"#)
        let (screen, run) = try await stage.run(["art", "1"])
        #expect((run.status, run.errors) == (0, ""))
        #expect(screen == "\u{1B}[31mpicture\u{1B}[0m\n")
        let words = String(decoding: stage.skywave.folder.read("words") ?? [], as: UTF8.self).split(separator: " ")
        #expect(words.dropLast() == ["--size", "60x10", "--animate", "off"])
        let path = try #require(words.last).dropLast()
        #expect(path.hasPrefix(stage.skywave.folder.file("cache_home/skywave/images/")))
        #expect(FileManager.default.contents(atPath: String(path))?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
        // With --json nothing is drawn.
        #expect(try await stage.run(["art", "1", "--json"]).screen.hasPrefix("{\"type\":\"art\""))
    }

    @Test(arguments: [["--no-color"], []]) func withoutColoursItIsToldSo(_ options: [String]) async throws {
        let stage = try await Stage(chafa: #"echo "$*""#, options.isEmpty ? ["NO_COLOR": "1"] : [:])
        #expect(try await stage.run(["art", "1"] + options).screen.contains(" --colors none /"))
    }

    @Test func aTerminalWithoutSequencesGetsTheAddress() async throws {
        let stage = try await Stage(chafa: "echo never", ["TERM": "dumb"])
        #expect(try await stage.run(["art", "1"]).screen == Self.url + "\n")
    }

    @Test func withoutChafaTheAddressIsPrintedAndOneNote() async throws {
        let stage = try await Stage(chafa: nil)
        let (screen, run) = try await stage.run([], input: "art 1\nart 1\n")
        #expect(screen == "\(Self.url)\n\(Self.url)\n")
        #expect(run.errors == "chafa isn't installed; apt install chafa shows pictures here\n")
        #expect(run.status == 0)
        #expect(try await stage.run(["art", "1", "--quiet"]).run.errors == "")
    }

    @Test func whatCannotBeDrawnIsOneLine() async throws {
        let stage = try await Stage(chafa: "echo half; exit 2")
        let (screen, run) = try await stage.run(["art", "1"])
        #expect(screen == "")
        #expect(run.errors == "error: \(Self.url): chafa can't show it (it ended with 2)\n")
        #expect(run.status == 1)
        let page = try stage.skywave.folder.write(Array("<html></html>".utf8), to: "page.png")
        let refused = try await stage.run(["art", page]).run
        #expect(refused.errors == "error: \(page) is no picture that could be shown\n")
        #expect(refused.status == 1)
        let server = try LoopbackServer { _ in .text("", status: 404) }
        #expect(try await stage.run(["art", server.url + "/x.png"]).run.status == 4)
    }

    @Test func controlCEndsWhatDraws() async throws {
        let stage = try await Stage(chafa: #"echo $$ > "$HOME/begun"; exec sleep 90"#)
        let process = try stage.skywave.start(["art", "1"], output: .file(stage.terminal.path))
        #expect(await eventually { stage.skywave.folder.read("begun")?.last == UInt8(ascii: "\n") })
        let chafa = try #require(Int32(String(decoding: stage.skywave.folder.read("begun") ?? [], as: UTF8.self).dropLast()))
        process.signal(SIGINT)
        #expect(await process.finish().status == 130)
        #expect(kill(chafa, 0) == -1 && errno == ESRCH)
    }
}
