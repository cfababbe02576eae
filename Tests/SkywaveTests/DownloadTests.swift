import Foundation
import TestSupport
import Testing

/// Downloads from a service on the loopback.
@Suite struct Fetching {
    /// Looks at the file that the library says is downloaded.
    private func expectWhole(_ skywave: Skywave, _ name: String) async throws {
        let record = try #require(try await skywave.objects("downloads").of("download").first)
        let bytes = RadioService.audio(name)
        #expect(record.text("state") == "done")
        #expect(record.count("size") == bytes.count && record.count("received") == bytes.count)
        #expect(record.text("sha256") == (try await sha256(bytes)))
        let path = try #require(record.text("path"))
        #expect(FileManager.default.contents(atPath: path).map { [UInt8]($0) } == bytes)
        #expect(try files(skywave).count == 1)
    }

    private func files(_ skywave: Skywave) throws -> [String] {
        let folder = skywave.library + "/downloads"
        return try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: folder + "/" + $0, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }

    @Test func aDownloadIsThereWholeAndPlaysWithoutTheNetwork() async throws {
        let service = try RadioService()
        let skywave = try await service.listenerAtProgram()
        let run = try await skywave("--json download 1")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try JSONObject.lines(run.out).result?.text("action") == "download")
        try await expectWhole(skywave, "71001")
        // A second time there is nothing to do
        #expect(try await skywave.objects("download 1").result?.count("skipped") == 1)
        #expect(service.requests("71001").count == 1)
        service.server.stop()
        let sound = try await skywave("--output raw:- play 1")
        #expect(sound.bytes.count == RadioService.frames * SilentMP3.frameSamples * 2)
        // Its file can be deleted, and the episode stays
        let path = try #require(try await skywave.objects("downloads").of("download").first?.text("path"))
        #expect(try await skywave("delete 1").status == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try await skywave.objects("downloads").of("download").isEmpty)
        #expect(try await skywave("info 1").status == 0)
        #expect(try await skywave("delete 1").status == 3)
    }

    @Test func aDeletedFileComesBackAsItWas() async throws {
        let service = try RadioService()
        let skywave = try await service.listenerAtProgram()
        try await skywave("download 1 2")
        let before = try await skywave.objects("downloads").of("download")
        #expect(before.count == 2)
        #expect(try await skywave("delete 1 2").status == 0)
        #expect(try files(skywave).isEmpty)
        let step = try #require(try await skywave.objects("undo --list").of("undo").first)
        #expect(step.text("action") == "delete" && step.count("items") == 2)
        service.server.stop()
        let undone = try await skywave("undo")
        #expect(undone.status == 0 && undone.out == "undone: delete, 2 items have their files again\n", "\(undone)")
        let after = try await skywave.objects("downloads").of("download")
        #expect(Set(after.compactMap { $0.text("path") }) == Set(before.compactMap { $0.text("path") }))
        for record in after {
            let path = try #require(record.text("path"))
            let bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
            #expect(try await sha256(bytes) == record.text("sha256"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: skywave.library + "/trash").isEmpty)
        #expect(try await skywave("redo").status == 0)
        #expect(try files(skywave).isEmpty)
        #expect(try await skywave("undo").status == 0)
        #expect(try await skywave("undo").status == 3)
    }

    @Test func aConnectionThatIsCutIsGoneOnWithByRange() async throws {
        let service = try RadioService()
        service.change("71001") { request in
            var answer = RadioService.honest(request)
            if request.range == nil { answer.cutAfter = 30_000 }
            return answer
        }
        let skywave = try await service.listenerAtProgram()
        var calls = 1
        while try await skywave("download 1").status != 0, calls < 3 { calls += 1 }
        try await expectWhole(skywave, "71001")
        let parts = service.requests("71001").compactMap(\.range)
        #expect(parts.count == 1)
        #expect(parts.first?.first == 30_000)
        #expect(service.requests("71001").last?.header("If-Range") == "\"v1\"")
    }

    @Test func aDownloadThatIsKilledGoesOnWhereItWas() async throws {
        let service = try RadioService()
        service.change("71001") { request in
            var answer = RadioService.honest(request)
            if request.range == nil { answer.stallAfter = 40_000 }
            return answer
        }
        let skywave = try await service.listenerAtProgram()
        let process = try skywave.start(["download", "1"])
        #expect(await eventually { (try? self.files(skywave))?.contains { self.size(skywave, $0) == 40_000 } == true })
        process.signal(SIGKILL)
        #expect(await process.finish().status == 128 + SIGKILL)
        #expect(try await skywave.objects("downloads").of("download").first?.text("state") == "waiting")
        #expect(try await skywave("download").status == 0)
        try await expectWhole(skywave, "71001")
        let from = try #require(service.requests("71001").last?.range?.first)
        #expect((1...40_000).contains(from))
    }

    @Test func aSignatureThatHasRunOutIsRenewed() async throws {
        let service = try RadioService()
        service.change("71001") { $0.form["sign"] == "fresh" ? RadioService.honest($0) : .text("no", status: 403) }
        service.change("getSignAudio") { request in
            .json("{\"code\":0,\"data\":\"\(request.form["filepath"] ?? "")?sign=fresh\"}")
        }
        let skywave = try await service.listenerAtProgram()
        let sound = try await skywave("--output raw:- play 1")
        #expect(sound.bytes.count == RadioService.frames * SilentMP3.frameSamples * 2, "\(sound.errors)")
        let run = try await skywave("download 1")
        #expect(run.status == 0, "\(run.errors)")
        try await expectWhole(skywave, "71001")
        #expect(service.requests("getSignAudio").count == 2)
        // Nothing of the signature is kept
        #expect(try await !skywave.objects("info 1").contains { $0.description.contains("fresh") })
        // One that is refused all the same is not asked for for ever
        service.change("71002") { _ in .text("no", status: 403) }
        try await skywave("charts hot")
        try await skywave("open 1")
        #expect(try await skywave("download 2").status == 4)
        #expect(try await skywave("--output raw:- play 2").status != 0)
        #expect(service.requests("71002").count == 4)
    }

    @Test func aSecondProcessLeavesADownloadAlone() async throws {
        let service = try RadioService()
        let gate = LoopbackServer.Gate()
        service.change("71001") { request in
            var answer = RadioService.honest(request)
            (answer.stallAfter, answer.gate) = (40_000, gate)
            return answer
        }
        let skywave = try await service.listenerAtProgram()
        let process = try skywave.start(["download", "1"])
        #expect(await eventually { (try? self.files(skywave))?.contains { self.size(skywave, $0) == 40_000 } == true })
        for command in ["download 1", "cancel 1"] {
            let run = try await skywave(command)
            #expect(run.status == 1 && run.errors.contains("process"), "\(command): \(run)")
        }
        #expect(try await skywave("download").status == 0)
        gate.open()
        #expect(await process.finish().status == 0)
        try await expectWhole(skywave, "71001")
        #expect(service.requests("71001").count { $0.range == nil } == 1)
    }

    @Test func verifySaysWhatToDo() async throws {
        let service = try RadioService()
        let skywave = try await service.listenerAtProgram()
        try await skywave("download 1 2")
        let good = try await skywave("verify")
        #expect(good.status == 0 && good.out == "2 files are as fetched\n", "\(good)")
        let record = try #require(try await skywave.objects("downloads").of("download").first)
        let path = try #require(record.text("path"))
        var bytes = try #require(FileManager.default.contents(atPath: path))
        bytes[1000] ^= 1
        try bytes.write(to: URL(fileURLWithPath: path))
        let bad = try await skywave("verify")
        #expect(bad.status == 1 && bad.out.contains("download \(record.text("id") ?? "?") fetches it again"), "\(bad)")
        let checks = try await skywave.objects("verify").of("check")
        #expect(checks.map { $0.flag("ok") } == [false, true])
        #expect(try await skywave("download \(record.text("id") ?? "")").status == 0)
        #expect(try await skywave("verify").status == 0)
        #expect(try await skywave("verify e99").status == 3)
    }

    @Test func aFileThatChangedMeanwhileIsFetchedAnew() async throws {
        let service = try RadioService()
        let changed = RadioService.audio("71002")
        service.change("71001") { request in
            guard request.range != nil || request.header("If-Range") != nil else {
                var answer = RadioService.honest(request)
                answer.cutAfter = 30_000
                return answer
            }
            return .file(changed, for: request, etag: "\"v2\"")
        }
        let skywave = try await service.listenerAtProgram()
        var calls = 1
        while try await skywave("download 1").status != 0, calls < 3 { calls += 1 }
        try await expectWhole(skywave, "71002")
    }

    static let faults: [(name: String, answer: LoopbackServer.Response, words: String)] = [
        ("not there", .text("no", status: 404), "404"),
        ("a web page", .text(RadioAnswers.webPage, type: "text/html"), "web page"),
        ("a web page called audio", .text(RadioAnswers.webPage, type: "audio/mpeg"), "web page"),
        ("nothing", LoopbackServer.Response(type: "audio/mpeg"), ""),
    ]

    @Test(arguments: faults.indices) func whatIsNoAudioIsNotKept(_ index: Int) async throws {
        let fault = Self.faults[index]
        let service = try RadioService()
        service.change("71001") { _ in fault.answer }
        let skywave = try await service.listenerAtProgram()
        let run = try await skywave("download 1")
        #expect(run.status == 4, "\(fault.name)")
        #expect(fault.words.isEmpty || run.errors.contains(fault.words), "\(fault.name): \(run.errors)")
        #expect(try files(skywave).filter { $0.hasSuffix(".mp3") }.isEmpty, "\(fault.name)")
        let record = try #require(try await skywave.objects("downloads").of("download").first)
        #expect(record.text("state") == "failed", "\(fault.name)")
        #expect(record.text("error")?.isEmpty == false, "\(fault.name)")
    }

    @Test func severalAreFetchedAtOnceAndAFailureIsTheStatus() async throws {
        let service = try RadioService()
        let skywave = try await service.listenerAtProgram()
        service.change("71002") { _ in .text("no", status: 404) }
        // The third has no audio at all
        let run = try await skywave("--json download 1-3")
        #expect(run.status == 4)
        let records = try await skywave.objects("downloads").of("download")
        #expect(records.filter { $0.text("state") == "done" }.count == 1)
        #expect(records.filter { $0.text("state") == "failed" }.count == 2)
        service.change("71002", nil)
        #expect(try await skywave("download 2").status == 0)
    }

    @Test func aScriptStaysUntilItsDownloadsHaveEnded() async throws {
        let service = try RadioService()
        let skywave = try await service.listenerAtProgram()
        let run = try await skywave.script("download 1 2\ncharts hot\n")
        #expect(run.status == 0)
        #expect(try await skywave.objects("downloads").of("download").map { $0.text("state") } == ["done", "done"])
        #expect(try files(skywave).count == 2)
    }

    @Test func ctrlCEndsADownloadAndKeepsItsPart() async throws {
        let service = try RadioService()
        service.change("71001") { request in
            var answer = RadioService.honest(request)
            if request.range == nil { answer.stallAfter = 40_000 }
            return answer
        }
        let skywave = try await service.listenerAtProgram()
        let process = try skywave.start(["download", "1"])
        #expect(await eventually { (try? self.files(skywave))?.contains { self.size(skywave, $0) == 40_000 } == true })
        process.signal(SIGINT)
        let (words, status) = await process.finish()
        #expect(status == 130, "\(words.errorText)")
        #expect(try await skywave("download").status == 0)
        try await expectWhole(skywave, "71001")
    }

    private func size(_ skywave: Skywave, _ name: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: skywave.library + "/downloads/" + name)
        return (attributes?[.size] as? NSNumber)?.intValue ?? -1
    }
}
