import Foundation
import TestSupport
import Testing

/// What wrong commands, arguments and options get: a line that says what to do, and the status of the interface.
@Suite struct CommandLineFaults {
    struct Fault: Sendable, CustomTestStringConvertible {
        let words: [String]
        let status: Int32
        let code: String
        var testDescription: String { words.joined(separator: " ") }

        init(_ words: [String], _ status: Int32, _ code: String) { (self.words, self.status, self.code) = (words, status, code) }
        init(_ line: String, _ status: Int32, _ code: String) { self.init(line.split(separator: " ").map(String.init), status, code) }
    }

    static let usage: [Fault] = [
        "quue", "p", "QUEUE", "open", "open 1 2", "queue more", "move 1", "move a b", "swap 1", "del", "del one", "del 2-1", "add",
        "favourite",
        "random maybe", "seek", "seek abc", "seek 1:2:3:4", "volume loud", "volume 1 2", "browse", "browse 11 best", "search", "more 2",
        "help quue", "source add x", "source what", "source add x http://127.0.0.1 --kind tape",
        "source add a.b http://127.0.0.1 --kind fm",
        "set transfers many", "set a b c", "--nonsense queue", "queue --nonsense", "queue --kind fm", "--output tape queue", "--output",
        "--json=yes queue", "--output wav:sound.wav play",
    ].map { Fault($0, 2, "usage") }
    static let missing: [Fault] = [
        "open 1", "add 1-3", "add all", "open e999", "open p999", "info e1", "play .", "charts nothing", "browse nothing", "more",
        "search zzzz",
        "del 1", "move 1 2", "swap 1 2", "next", "prev", "play", "seek 10", "set nonsense", "set nonsense 1", "source use nowhere",
        "source remove nowhere", "--source nowhere featured", "favourite e999", "download e999", "cancel e999", "delete e999", "open 0",
        "add 99999999999999999999",
    ].map { Fault($0, 3, "not-found") }
    static let failed: [Fault] = [
        Fault("inspect nosuch.json", 1, "io"), Fault("add nosuch.mp3", 1, "io"), Fault("--output null play nosuch.mp3", 1, "io"),
        Fault("pause", 1, "audio"), Fault("toggle", 1, "audio"), Fault("source remove demo", 1, "usage"),
        Fault("source add demo http://127.0.0.1 --kind fm", 1, "usage"),
    ]

    @Test(arguments: usage + missing + failed) func aFaultHasItsStatusAndItsLine(_ fault: Fault) async throws {
        let skywave = try Skywave()
        let run = try await skywave.run(fault.words)
        #expect(run.status == fault.status)
        #expect(run.out == "")
        #expect(run.errors.hasPrefix("error: "))
        #expect(run.errors.split(separator: "\n").count == 1)
        let isAnOption = fault.words.contains { $0.hasPrefix("--json") || $0.hasPrefix("--nonsense") || $0 == "--output" }
        guard !isAnOption else { return }
        let json = try await skywave.run(["--json"] + fault.words)
        #expect(json.status == fault.status)
        #expect(json.out == "")
        let error = try #require(try JSONObject.lines(json.errors).first)
        #expect(error.type == "error")
        #expect(error.object("error")?.text("code") == fault.code)
        #expect(error.object("error")?.text("message")?.isEmpty == false)
    }

    @Test func anAmbiguousWordListsItsChoicesAndAWholeWordWins() async throws {
        let skywave = try Skywave()
        let run = try await skywave("p")
        #expect(run.errors.contains("play, pause, prev"))
        #expect(try await skywave("statu").status == 0)
        #expect(try await skywave("fav").status == 2)
        #expect(try await skywave("set").status == 0)
        #expect(try await skywave("play").status == 3)
    }

    @Test func optionsStandBeforeOrAfterTheCommand() async throws {
        let skywave = try Skywave()
        let before = try await skywave("--json charts hot")
        let after = try await skywave("charts hot --json")
        #expect(before.out == after.out)
        #expect(before.out.hasPrefix("{"))
        #expect(try await skywave("charts --quiet hot").out.isEmpty == false)
        #expect(try await skywave.run(["add", "--", "--odd.mp3"]).status == 1)
    }

    @Test func helpAndVersionNeedNoLibrary() async throws {
        let skywave = try Skywave()
        for call in ["help", "--help", "-h", "help play", "play --help", "--version", "help items"] {
            let run = try await skywave(call)
            #expect(run.status == 0)
            #expect(!run.out.isEmpty)
            #expect(run.errors == "")
        }
        #expect(skywave.folder.names.isEmpty)
    }

    @Test func theFirstFailureOfSeveralItemsIsTheStatusAfterAllWereTried() async throws {
        let skywave = try Skywave()
        try skywave.folder.write(Array(#"{"code":"0","data":[]}"#.utf8), to: "fine.json")
        let run = try await skywave("--json inspect nosuch.json fine.json nosuch2.json")
        #expect(run.status == 1)
        #expect(try JSONObject.lines(run.out).result?.text("action") == "inspect")
        #expect(run.errors.split(separator: "\n").count == 2)
    }
}

/// Commands from standard input.
@Suite struct Scripts {
    @Test func commentsBlanksAndALastLineWithoutAnEndAreRead() async throws {
        let skywave = try Skywave()
        let run = try await skywave.script("\u{FEFF}# a radio\n\n   \ncharts hot   # the first\r\nadd 1 '2'\nqueue")
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(run.out.contains("added 2 items"))
        #expect(try await skywave.objects("queue").of("entry").count == 2)
    }

    @Test func aScriptGoesOnAfterAFailureAndEndsWithTheFirstOnesStatus() async throws {
        let skywave = try Skywave()
        let run = try await skywave.script("charts hot\nopen 99\nnonsense\nadd 1\nadd 'one\n")
        #expect(run.status == 3)
        #expect(run.errors.split(separator: "\n").count == 3)
        #expect(try await skywave.objects("queue").of("entry").count == 1)
    }

    @Test func quitEndsAtOnceAndTheRestIsNotRead() async throws {
        let skywave = try Skywave()
        let run = try await skywave.script("charts hot\nadd 1\nquit\nadd 2\n")
        #expect(run.status == 0)
        #expect(try await skywave.objects("queue").of("entry").count == 1)
        #expect(try await skywave.script("bye\nnonsense\n").status == 0)
        #expect(try await skywave.script("nonsense\nexit\n").status == 2)
    }

    @Test func anEmptyScriptDoesNothing() async throws {
        let skywave = try Skywave()
        let run = try await skywave.script("")
        #expect(run.status == 0)
        #expect(run.out == "" && run.errors == "")
    }

    @Test func bytesThatAreNoTextDoNoHarm() async throws {
        let skywave = try Skywave()
        let path = try skywave.folder.write([0x00, 0xFF, 0xFE, 0x0A, 0x61, 0x00, 0x0A] + Array("charts hot\n".utf8), to: "script")
        let run = try await skywave.run(
            [], input: String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self))
        #expect(run.status == 2)
        #expect(run.out.contains("hot"))
        #expect(!run.errors.utf8.contains(0))
    }

    @Test func optionsOfTheCallHoldForEachLineAndThoseOfALineForThatLine() async throws {
        let skywave = try Skywave()
        let run = try await skywave.script("charts hot\nadd 1 --quiet\nadd 2\n", ["--json"])
        let objects = try JSONObject.lines(run.out)
        #expect(objects.of("result").map { $0.text("action") ?? "" } == ["charts", "add", "add"])
        let quiet = try await skywave.script("add 1 --quiet\nadd 2\n")
        #expect(quiet.lines.count == 1)
    }
}
