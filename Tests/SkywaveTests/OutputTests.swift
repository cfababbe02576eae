import Foundation
import TestSupport
import Testing

/// What goes out, and where to.
@Suite struct Outputs {
    /// The fields of each object, as the interface lists them; `n` and a heading's own come on top.
    static let fields: [String: Set<String>] = [
        "program": [
            "id", "source", "title", "hosts", "summary", "image", "feed", "web", "episodes", "updated", "language", "subscribed",
            "favourite",
            "counters", "card", "chart", "rank", "movement",
        ],
        "episode": [
            "id", "program", "programTitle", "source", "title", "guid", "summary", "published", "duration", "number", "season", "audio",
            "image",
            "web", "favourite", "liked", "played", "position", "downloaded", "counters", "card", "chart", "rank", "movement",
        ],
        "activity": ["title", "image", "target"],
        "card": ["title", "category", "items"],
        "chart": ["name", "title", "entries"],
        "category": ["id", "title", "group"],
        "entry": ["position", "title", "url", "id", "duration", "current"],
        "audio": [
            "path", "url", "codec", "mpeg", "sampleRate", "channels", "frames", "duration", "bitrate", "vbr", "title", "artist", "album",
            "chapters", "formatChanges", "bytes", "warnings",
        ],
        "download": ["id", "state", "received", "size", "path", "sha256", "error"],
        "status": [
            "state", "id", "title", "position", "duration", "speed", "volume", "output", "device", "queuePosition", "queueLength", "random",
            "repeat", "single", "consume", "sleep", "error",
        ],
        "source": ["name", "kind", "url", "current", "builtin"],
        "setting": ["key", "value", "default"],
        "listen": ["id", "title", "from", "to", "position"],
        "bookmark": ["id", "item", "title", "position", "note"],
        "stats": ["period", "from", "id", "title", "heard", "listens"],
        "result": ["action", "items", "skipped", "offline", "seen"],
    ]

    static let commands = [
        "featured", "charts", "charts hot", "categories", "browse 11", "browse 中文 hot", "open 1", "info 1", "search tea", "charts hot",
        "add 1-2", "queue",
        "favourite 1", "favourites", "history", "download 1", "downloads", "delete 1", "source list", "set", "set volume", "volume 40",
        "status",
        "move 1 2", "shuffle", "random on", "next", "bookmark here", "bookmarks", "stats", "clear", "inspect tone.mp3", "unfavourite 1",
    ]

    @Test func eachJSONLineIsAnObjectOfTheInterface() async throws {
        let skywave = try Skywave()
        try skywave.folder.write(SilentMP3.bytes(frames: 50), to: "tone.mp3")
        for command in Self.commands {
            let run = try await skywave("--json " + command)
            #expect(run.status == 0, "\(command): \(run.errors)")
            let objects = try JSONObject.lines(run.out)
            #expect(!objects.isEmpty, "\(command)")
            for object in objects {
                let known = try #require(Self.fields[object.type], "\(command): \(object)")
                #expect(object.names.subtracting(known).isSubset(of: ["type", "n"]), "\(command): \(object)")
                #expect(!object.hasNull, "\(command): \(object)")
            }
            // One thing's facts are not a list.
            let single = ["info", "status", "inspect"].contains { command.hasPrefix($0) }
            #expect(single || objects.result?.text("action") != nil, "\(command)")
            #expect(objects.of("result").count == (single ? 0 : 1), "\(command)")
            if let items = objects.result?.count("items"), let last = objects.compactMap({ $0.count("n") }).max() {
                #expect(items == last, "\(command)")
            }
        }
    }

    @Test func featuredAndChartsAreInTheOrderOfTheInterface() async throws {
        let skywave = try Skywave()
        let featured = try await skywave.objects("featured")
        let types = featured.map(\.type)
        #expect(types.first == "activity")
        let firstCard = try #require(types.firstIndex(of: "card"))
        #expect(!types[firstCard...].contains("activity"))
        for (place, card) in featured.enumerated() where card.type == "card" {
            let items = featured[(place + 1)...].prefix { $0.type != "card" && $0.type != "result" }
            #expect(items.count == card.count("items"))
            #expect(items.allSatisfy { $0.text("card") == card.text("title") })
        }
        #expect(featured.compactMap { $0.count("n") } == Array(1...(featured.result?.count("items") ?? 0)))
        let charts = try await skywave.objects("charts")
        #expect(charts.of("chart").compactMap { $0.text("name") } == ["hot", "liked", "subscribed", "new", "albums"])
        for chart in charts.of("chart") {
            let items = charts.filter { $0.text("chart") == chart.text("name") }
            #expect(items.compactMap { $0.count("rank") } == Array(1...items.count))
        }
    }

    @Test(arguments: [["LC_ALL": "C"], ["LC_ALL": "POSIX"], ["LC_ALL": "zh_CN.GBK"], ["LANG": ""]])
    func theLocaleChangesNothing(_ locale: [String: String]) async throws {
        let plain = try Skywave()
        let other = try Skywave(locale)
        let script = "featured\ncharts\nopen 2\nadd 1\nqueue\nsearch --local 茶馆\n"
        let (expected, found) = (try await plain.script(script), try await other.script(script))
        #expect(found.status == 0)
        #expect(found.bytes == expected.bytes)
    }

    @Test func aDownloadHasTheSameNameInAnyLocale() async throws {
        var names: [[String]] = []
        for locale in ["C.UTF-8", "C"] {
            let skywave = try Skywave(["LC_ALL": locale])
            try await skywave.script("charts hot\nopen 1\ndownload 1\n")
            let folder = skywave.library + "/downloads"
            let found = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".mp3") }.sorted()
            #expect(found.count == 1)
            names.append(found)
        }
        #expect(names[0] == names[1])
    }

    @Test func aReaderThatLeavesIsNoError() async throws {
        let skywave = try Skywave()
        let early = try await skywave.run(["charts"], output: .leavingReader(early: true))
        #expect(early.status == 0 || early.status == 141)
        #expect(early.errors == "")
        let script = String(repeating: "charts\n", count: 400)
        let head = try await skywave.run([], input: script, output: .leavingReader(early: false))
        #expect(head.status == 141)
        #expect(head.errors == "")
    }

    @Test func aFullDeviceIsAnError() async throws {
        let skywave = try Skywave()
        for arguments in [["charts"], ["--json", "charts"]] {
            let run = try await skywave.run(arguments, output: .file("/dev/full"))
            #expect(run.status == 1)
            #expect(run.errors.contains("no space left"), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1)
        }
        let script = try await skywave.run([], input: "charts\nqueue\n", output: .file("/dev/full"))
        #expect(script.status == 1)
        #expect(script.errors.contains("no space left"))
    }

    @Test func soundIntoAFullDeviceIsAnError() async throws {
        let skywave = try Skywave()
        try skywave.folder.write(SilentMP3.bytes(frames: 50), to: "tone.mp3")
        let run = try await skywave.run(["--output", "raw:-", "play", "tone.mp3"], output: .file("/dev/full"))
        #expect(run.status == 1)
        #expect(run.errors.contains("disk is full") || run.errors.contains("no space left"), "\(run.errors)")
    }

    @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"], [:]]) func withoutATerminalThereIsNoColour(_ more: [String: String]) async throws
    {
        let skywave = try Skywave(more)
        let run = try await skywave.script("featured\nhelp\nstatus\nnonsense\n")
        #expect(!run.bytes.contains(0x1b))
        #expect(!run.errors.utf8.contains(0x1b))
    }

    @Test func closedStandardDescriptorsDoNoHarm() async throws {
        let skywave = try Skywave()
        let shell = try ChildProcess(
            "sh", ["-c", #""$0" charts hot <&- >&-; echo "status $?""#, Skywave.binary], environment: skywave.environment,
            folder: skywave.folder.path)
        #expect(await shell.finish().words.text == "status 1\n")
        #expect(try await skywave.objects("info 1").count == 1)
    }
}

/// What the program is made of.
@Suite struct Dependencies {
    @Test func whatIsSeldomNeededIsOpenedOnlyThen() async throws {
        let ldd = try ChildProcess("ldd", [Skywave.binary], environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"], folder: "/")
        let (words, status) = await ldd.finish()
        #expect(status == 0)
        #expect(words.text.contains("libsqlite3"))
        for library in ["libcurl", "libpulse", "libxml2", "libcrypto", "Foundation"] {
            #expect(!words.text.contains(library), "\(library)")
        }
    }
}
