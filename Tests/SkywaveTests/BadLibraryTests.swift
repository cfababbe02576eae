import Foundation
import TestSupport
import Testing

/// Libraries that can't be used: each is told in words, and left as it was.
@Suite struct BadLibraries {
    @Test func oneOfANewerVersionIsLeftUntouched() async throws {
        let skywave = try Skywave()
        try await skywave.script("charts hot\nfavourite 1\n")
        let path = skywave.library + "/library.sqlite"
        try LockedLibrary.run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA user_version = 9999", on: path)
        let before = FileManager.default.contents(atPath: path)
        for command in ["featured", "favourites", "add 1", "status"] {
            let run = try await skywave("--json " + command)
            #expect(run.status == 1, "\(command)")
            let error = try #require(try JSONObject.lines(run.errors).first?.object("error"))
            #expect(error.text("code") == "newer-library")
            #expect(error.text("message")?.contains("9999") == true)
        }
        #expect(FileManager.default.contents(atPath: path) == before)
        #expect(skywave.folder.read("data_home/skywave/library.sqlite-wal")?.isEmpty != false)
    }

    @Test func aFileThatIsNoLibraryIsLeftUntouched() async throws {
        let skywave = try Skywave()
        let text = [UInt8](String(repeating: "This is no database.\n", count: 100).utf8)
        try skywave.folder.write(text, to: "data_home/skywave/library.sqlite")
        let run = try await skywave("featured")
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix("error: ") && run.errors.contains("library.sqlite"))
        #expect(skywave.folder.read("data_home/skywave/library.sqlite") == text)
    }

    @Test func aFolderThatCannotBeIsTold() async throws {
        let skywave = try Skywave()
        try skywave.folder.write([], to: "file")
        for folder in [skywave.folder.file("file"), skywave.folder.file("file/library"), "/proc/skywave/library"] {
            for command in ["featured", "queue", "--json favourite e1"] {
                let run = try await skywave.run(["--library", folder] + command.split(separator: " ").map(String.init))
                #expect(run.status == 1, "\(folder) \(command)")
                #expect(run.out == "")
                #expect(run.errors.contains("the library \(folder.hasPrefix("/proc") ? "/proc" : folder)"), "\(run.errors)")
                #expect(run.errors.split(separator: "\n").count == 1)
            }
        }
        let run = try await skywave.script("featured\nqueue\n", ["--library", skywave.folder.file("file")])
        #expect(run.status == 1)
    }

    @Test func aFolderThatIsNotTheListenersIsTold() async throws {
        guard getuid() != 0 else { return print("as root nothing is forbidden: left out") }
        let skywave = try Skywave()
        try FileManager.default.createDirectory(
            atPath: skywave.folder.file("closed"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o500])
        let run = try await skywave.run(["--library", skywave.folder.file("closed"), "featured"])
        #expect(run.status == 1)
        #expect(run.errors.contains("closed"))
    }

    @Test func theLibraryIsWhereTheListenerSays() async throws {
        let skywave = try Skywave()
        try await skywave.run(["--library", "here", "charts", "hot"])
        #expect(skywave.folder.names == ["here"])
        let other = try Skywave(["SKYWAVE_LIBRARY": "/dev/null/library"])
        #expect(try await other.run(["--library", other.folder.file("mine"), "charts", "hot"]).status == 0)
        #expect(try await other("charts hot").status == 1)
    }

    /// Runs in a mount space of its own, so that the small disk goes with the shell, whatever becomes of the tests. What went wrong with
    /// each step is written beside the disk.
    private static let fullDisk = #"""
        disk=$1
        mount -t tmpfs -o size=4m tmpfs "$disk" || exit 77
        radio() { "$SKYWAVE" --library "$disk/library" "$@"; }
        printf 'charts hot\nadd 1-3\nfavourite 1\n' | radio >/dev/null || exit 2
        mkdir "$disk/old" && cp "$OLD" "$disk/old/library.sqlite" || exit 2
        # A little room is left, as SQLite can't even read where there is none at all.
        room=$(df -k --output=avail "$disk" | tail -n 1)
        dd if=/dev/zero of="$disk/filler" bs=1k count=$((room - 48)) 2>/dev/null
        for try in $(seq 200); do
            radio --json add 1-3 >/dev/null 2>add.errors || break
        done
        echo "refused after $try"
        radio download 1 2>download.errors && echo downloaded
        dd if=/dev/zero of="$disk/rest" bs=1k 2>/dev/null
        # Not a byte is left: what is there can be read, and nothing is lost by trying to write
        radio --json status
        radio --json queue >/dev/null && echo "queue was read"
        radio --json backup 2>backup.errors && echo "a backup was made"
        radio --json clear 2>clear.errors && echo cleared
        before=$(cksum <"$disk/old/library.sqlite")
        "$SKYWAVE" --library "$disk/old" --json queue 2>migration.errors && echo migrated
        [ "$before" = "$(cksum <"$disk/old/library.sqlite")" ] && echo "the older library is as it was"
        rm "$disk/filler" "$disk/rest"
        radio --json backup || exit 1
        "$SKYWAVE" --library "$disk/old" queue >/dev/null && echo "the older library is read"
        radio add 1 && radio --json favourites
        """#

    @Test func aFullDiskLosesNothing() async throws {
        let skywave = try Skywave(["SKYWAVE": Skywave.binary, "OLD": "old.sqlite"])
        let older = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../LibraryTests/Fixtures/v5.sql")
        try LockedLibrary.run(try String(contentsOf: older, encoding: .utf8), on: skywave.folder.file("old.sqlite"))
        try FileManager.default.createDirectory(atPath: skywave.folder.file("disk"), withIntermediateDirectories: true)
        let shell = try ChildProcess(
            "unshare", ["--mount", "sh", "-c", Self.fullDisk, "sh", skywave.folder.file("disk")], environment: skywave.environment,
            folder: skywave.folder.path)
        let (words, status) = await shell.finish()
        // 1 without the right to a mount space, 77 without that to mount
        if words.out.isEmpty, status == 1 || status == 77 {
            return print("no small disk can be mounted: the test of a full one is left out")
        }
        #expect(status == 0, "\(words.errorText)")
        // Changes are refused in words
        func errors(_ name: String) -> String { String(decoding: skywave.folder.read(name + ".errors") ?? [], as: UTF8.self) }
        let lines = words.text.split(separator: "\n").map(String.init)
        #expect(lines.first != "refused after 200")
        #expect(try JSONObject.lines(errors("add")).first?.object("error")?.text("code") == "disk-full", "\(errors("add"))")
        #expect(!lines.contains("downloaded"))
        #expect(errors("download").contains("disk is full"), "\(errors("download"))")
        for said in ["queue was read", "the older library is as it was", "the older library is read"] {
            #expect(lines.contains(said), "\(said): \(lines)")
        }
        for unsaid in ["a backup was made", "cleared", "migrated"] { #expect(!lines.contains(unsaid)) }
        for name in ["backup", "clear", "migration"] {
            #expect(try JSONObject.lines(errors(name)).first?.object("error")?.text("code") == "disk-full", "\(name): \(errors(name))")
        }
        // All from before is there, and with room again it goes on
        let objects = try JSONObject.lines(lines.filter { $0.hasPrefix("{") }.joined(separator: "\n"))
        #expect((objects.of("status").first?.count("queueLength") ?? 0) >= 3)
        #expect(objects.of("result").last?.count("items") == 1)
    }

    /// The log has all that was changed, and no room is left to write it back into the file when the program ends.
    private static let fullDiskAtTheEnd = #"""
        disk=$1
        mount -t tmpfs -o size=30m tmpfs "$disk" || exit 77
        radio() { "$SKYWAVE" --library "$disk/library" "$@"; }
        mkfifo in
        radio --json <in >out 2>errors &
        exec 3>in
        printf 'charts hot\nadd 1-3\nfavourite 1\n' >&3
        for try in $(seq 1000); do grep -q '"action":"favourite"' out && break || sleep 0.02; done
        dd if=/dev/zero of="$disk/filler" bs=1k 2>/dev/null
        exec 3>&-
        wait $! && echo "ended well"
        [ $(stat -c %s "$disk/library/library.sqlite-wal") -gt $(stat -c %s "$disk/library/library.sqlite") ] && echo "the log is there"
        radio --json queue 2>/dev/null | grep -c '"entry"'
        rm "$disk/filler"
        radio --json favourites | grep -c '"episode"'
        radio add 1 && radio doctor >/dev/null && echo "all is well"
        [ -e "$disk/library/library.sqlite-wal" ] || echo "the log was written back"
        """#

    @Test func aLogThatCannotBeWrittenBackLosesNothing() async throws {
        let skywave = try Skywave(["SKYWAVE": Skywave.binary])
        try FileManager.default.createDirectory(atPath: skywave.folder.file("disk"), withIntermediateDirectories: true)
        let shell = try ChildProcess(
            "unshare", ["--mount", "sh", "-c", Self.fullDiskAtTheEnd, "sh", skywave.folder.file("disk")], environment: skywave.environment,
            folder: skywave.folder.path)
        let (words, status) = await shell.finish()
        if words.out.isEmpty, status == 1 || status == 77 {
            return print("no small disk can be mounted: the test of a full one is left out")
        }
        #expect(
            words.text.split(separator: "\n") == [
                "ended well", "the log is there", "3", "1", "added “会听收音机的猫”", "all is well", "the log was written back",
            ], "\(words.errorText)")
    }
}
