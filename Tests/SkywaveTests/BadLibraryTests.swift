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

    @Test func aFullDiskLosesNothing() async throws {
        let skywave = try Skywave()
        let disk = skywave.folder.file("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        let path = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        let mount = try ChildProcess("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], environment: path, folder: "/")
        guard await mount.finish().status == 0 else { return print("no small disk can be mounted: the test of a full one is left out") }
        defer {
            // At once, even where something is still open: the folder is to go.
            var gone = (try? ChildProcess("umount", ["-l", disk], environment: path, folder: "/"))
            while gone?.said.isOver == false { usleep(1000) }
            gone = nil
        }
        // Given a library on a disk that has filled up
        let library = ["--library", disk + "/library"]
        #expect(try await skywave.run(library, input: "charts hot\nadd 1-3\nfavourite 1\n").status == 0)
        #expect(FileManager.default.createFile(atPath: disk + "/filler", contents: nil))
        let filler = try #require(FileHandle(forWritingAtPath: disk + "/filler"))
        // A little room is left, as SQLite can't even read where there is none at all
        while freeBytes(disk) > 48 << 10 { try filler.write(contentsOf: Data(count: 4096)) }
        // When changes are made, then they are refused in words, and all from before is there
        var refused = 0
        for number in 1...200 {
            let run = try await skywave.run(library + ["--json", "add", "1-3"])
            if run.status == 0 { continue }
            refused += 1
            #expect(run.status == 1)
            #expect(try JSONObject.lines(run.errors).first?.object("error")?.text("code") == "disk-full", "\(number): \(run.errors)")
            break
        }
        #expect(refused == 1)
        let download = try await skywave.run(library + ["download", "1"])
        #expect(download.status == 1 || download.status == 4, "\(download.errors)")
        #expect(download.errors.contains("disk is full"), "\(download.errors)")
        let queue = try await skywave.run(library + ["--json", "status"])
        #expect(queue.status == 0, "\(queue.errors)")
        #expect((try JSONObject.lines(queue.out).first?.count("queueLength") ?? 0) >= 3)
        // When there is room again, it goes on
        try filler.close()
        try FileManager.default.removeItem(atPath: disk + "/filler")
        let later = try await skywave.run(library + ["add", "1"])
        #expect(later.status == 0, "\(later.errors)")
        #expect(try await skywave.run(library + ["--json", "favourites"]).out.contains("\"items\":1"))
    }

    private func freeBytes(_ folder: String) -> Int {
        var facts = statvfs()
        return statvfs(folder, &facts) == 0 ? Int(facts.f_bavail * facts.f_frsize) : 0
    }
}
