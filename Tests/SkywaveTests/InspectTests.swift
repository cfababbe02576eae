import Foundation
import TestSupport
import Testing

/// What `inspect` makes of answers of an FM-style service in files: their objects, or words that say why not.
@Suite struct InspectedAnswers {
    /// Writes the text, inspects it, and gives what came.
    private func inspect(_ text: String, _ name: String = "answer.json") async throws -> (run: Skywave.Run, objects: [JSONObject]) {
        try await inspect(Array(text.utf8), name)
    }

    private func inspect(_ bytes: [UInt8], _ name: String = "answer.json") async throws -> (run: Skywave.Run, objects: [JSONObject]) {
        let skywave = try Skywave()
        try skywave.folder.write(bytes, to: name)
        let plain = try await skywave.run(["inspect", name])
        let json = try await skywave.run(["--json", "inspect", name])
        #expect(plain.status == json.status)
        #expect(plain.out.isEmpty == json.out.isEmpty)
        #expect(!(plain.bytes + Array(plain.errors.utf8)).contains { $0 < 0x20 && $0 != 0x0A })
        #expect(skywave.folder.names == [name], "nothing is stored")
        return (json, try JSONObject.lines(json.out))
    }

    static let answers: [(name: String, text: String, types: [String: Int])] = [
        ("banner", RadioAnswers.banner("http://audio.example.test"), ["activity": 3]),
        ("cards", RadioAnswers.cards("http://audio.example.test"), ["card": 2, "episode": 4]),
        ("leaderboard", RadioAnswers.leaderboard("http://audio.example.test"), ["chart": 5, "episode": 3, "program": 4]),
        ("details", RadioAnswers.details, ["program": 1]),
        ("play list", RadioAnswers.playList("http://audio.example.test"), ["program": 1, "episode": 3]),
        ("recommended list", RadioAnswers.programs(category: "329", type: "1", first: 1, count: 20, total: 41), ["program": 20]),
        ("new list", RadioAnswers.programs(category: "329", type: "2", first: 1, count: 3, total: 3), ["program": 3]),
        ("hot list", RadioAnswers.programs(category: "329", type: "3", first: 1, count: 2, total: nil), ["program": 2]),
        ("a day with nothing", "null\n", [:]),
        ("last page", RadioAnswers.programs(category: "329", type: "1", first: 1, count: 0, total: 41), [:]),
        ("page past the end", #"{"msg":"暂无数据","code":"0","data":null}"#, [:]),
        (
            "categories",
            #"{"code":0,"data":{"list":[{"channelName":"推荐","channelContent":[{"id":1,"nodeName":"头条"},{"id":"2","nodeName":"夜话"}]},{"channelName":"空"}]}}"#,
            ["category": 2]
        ),
        ("audio list", #"{"code":"0","data":{"count":"2","list":[{"id":"1","title":"一"},{"id":2,"title":"二"}]}}"#, ["episode": 2]),
        (
            "keyed list", #"{"code":"0","data":{"list":{"0":{"id":"1","title":"一"},"3":{"id":"4","title":"四"}},"count":"2"}}"#,
            ["episode": 2]
        ),
        ("one for a list", #"{"code":"0","data":{"id":"9","bannerTitle":"一个"}}"#, ["activity": 1]),
        ("equal keys", #"{"code":"0","data":[],"data":[{"id":"1","bannerTitle":"后者"}]}"#, ["activity": 1]),
        ("byte order mark", "\u{FEFF}" + #"{"msg":"","code":"0","data":[{"id":"1","bannerTitle":"标记"}]}"#, ["activity": 1]),
    ]

    @Test(arguments: answers.indices) func anAnswerGivesItsObjects(_ index: Int) async throws {
        let (name, text, types) = Self.answers[index]
        let (run, objects) = try await inspect(text)
        #expect(run.status == 0, "\(name): \(run.errors)")
        #expect(run.errors == "", "\(name)")
        for type in ["activity", "card", "chart", "program", "episode", "category"] {
            #expect(objects.of(type).count == types[type] ?? 0, "\(name): \(type)")
        }
        #expect(objects.result?.text("action") == "inspect", "\(name)")
        #expect(!objects.contains { $0.hasNull }, "\(name)")
    }

    @Test func sloppyTypesAreReadAndABadEntryIsCounted() async throws {
        let (run, objects) = try await inspect(
            #"""
            {"msg":"ok","code":0,"data":{"programInfo":{"id":7,"programName":"夜&amp;话","compere":""},"resourceList":[
              {"id":1,"title":"A\u0007 <b>bold</b> \u001b[31mred","duration":"1:05","publishTime":"1479786400","audiolist":[{"filePath":"//a.test/1.mp3","audioStream":"64"}]},
              null,{"title":"no id"},"words",
              {"id":"2","title":"二","duration":"605","publishTime":"2016-11-22 11:46:40","audiolist":{"filePath":"http://a.test/2.mp3"}}]}}
            """#)
        #expect(run.status == 0)
        #expect(objects.result?.count("skipped") == 3)
        #expect(objects.of("program")[0].text("title") == "夜&话")
        let episodes = objects.of("episode")
        #expect(episodes.map { $0.number("duration") } == [65, 605])
        #expect(episodes.map { $0.text("published") } == ["2016-11-22T03:46:40Z", "2016-11-22T03:46:40Z"])
        #expect(episodes[0].list("audio")[0].text("url") == "http://a.test/1.mp3")
        #expect(episodes[0].list("audio")[0].count("bitrate") == 64)
        #expect(episodes[0].text("title")?.contains("bold") == true)
        #expect(episodes[0].text("title")?.contains("<b>") == false)
    }

    static let refused: [(name: String, text: String, code: String, words: String)] = [
        ("an error of the service", #"{"msg":"签名错误","code":"1003"}"#, "catalogue", "签名错误"),
        ("an error with empty data", #"{"msg":"系统繁忙","code":-1,"data":""}"#, "catalogue", "系统繁忙"),
        ("nothing", "", "audio", "empty"),
        ("blanks", " \n ", "audio", "text"),
        ("a cut answer", #"{"msg":"ok","code":"0","data":[{"id":"901","bannerTitle":"截"#, "not-data", "cut short"),
        ("a web page", "<html><head><title>502</title></head><body>502</body></html>", "not-data", "web page"),
        ("a page with a doctype", "\n<!DOCTYPE html>\n<html></html>", "not-data", "web page"),
        ("keys without quotes", "[{id:64},{id:72}]", "not-data", "line 1"),
        ("two documents", #"{"code":"0","data":[]}{"code":"0"}"#, "not-data", "follows"),
        ("other JSON", #"{"weather":"rain"}"#, "not-data", "JSON"),
        ("a number", "12", "audio", "text"),
    ]

    @Test(arguments: refused.indices) func whatIsNoAnswerIsRefusedInWords(_ index: Int) async throws {
        let (name, text, code, words) = Self.refused[index]
        let (run, _) = try await inspect(text)
        #expect(run.status == 1, "\(name)")
        #expect(run.out == "", "\(name)")
        let error = try #require(try JSONObject.lines(run.errors).first?.object("error"), "\(name): \(run.errors)")
        #expect(error.text("message")?.contains(words) == true, "\(name): \(error)")
        #expect(error.text("code") == code, "\(name): \(error)")
    }

    @Test func whatStandsInACallOfAScriptIsRead() async throws {
        let (run, objects) = try await inspect(#"jsonp1({"code":"0","data":{"count":"1","list":[{"id":"1","title":"一"}]}})"#)
        #expect(run.status == 0, "\(run.errors)")
        #expect(objects.of("episode").first?.text("title") == "一")
    }

    @Test func otherCharacterSetsAreRead() async throws {
        let text = #"{"msg":"","code":"0","data":[{"id":"1","bannerTitle":"清晨"}]}"#
        let units = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let gbk: [UInt8] = [0xC7, 0xE5, 0xB3, 0xBF]
        let parts = text.components(separatedBy: "清晨").map { Array($0.utf8) }
        for bytes in [[0xFF, 0xFE] + units, parts[0] + gbk + parts[1]] {
            let (run, objects) = try await inspect(bytes)
            #expect(run.status == 0, "\(run.errors)")
            #expect(objects.of("activity").first?.text("title") == "清晨")
        }
    }

    @Test func deepNestingIsRefused() async throws {
        let (run, _) = try await inspect(String(repeating: "[", count: 200_000))
        #expect(run.status == 1)
        #expect(run.errors.contains("deep"))
    }
}

/// What `inspect` makes of audio files.
@Suite struct InspectedAudio {
    @Test func theFramesAreThoseThatPlayingGives() async throws {
        let skywave = try Skywave()
        try skywave.folder.write(SilentMP3.bytes(frames: 100), to: "tone.mp3")
        let audio = try #require(try await skywave.objects("inspect tone.mp3").first)
        #expect(audio.type == "audio")
        #expect(audio.count("frames") == 100 * SilentMP3.frameSamples)
        #expect(audio.number("duration").map { abs($0 - SilentMP3.seconds(frames: 100)) < 0.001 } == true)
        #expect(audio.text("codec") == "mp3" && audio.number("mpeg") == 1)
        #expect(audio.count("sampleRate") == 44100 && audio.count("channels") == 1)
        #expect(audio.count("bytes") == 100 * SilentMP3.frameBytes)
        #expect(audio.text("path")?.hasSuffix("tone.mp3") == true)
    }

    /// From a file and from a server that knows no ranges and says no length.
    @Test func whatItSaysOfItselfIsRead() async throws {
        let title: [UInt8] = [0xC9, 0xEE, 0xD2, 0xB9, 0xB5, 0xE7, 0xCC, 0xA8]
        let end = Array("TAG".utf8) + title + [UInt8](repeating: 0, count: 117)
        let file = Silence.mp3(chapters: ["One", "Two"], seconds: 2) + end
        let skywave = try Skywave()
        try skywave.folder.write(file, to: "talk.mp3")
        let server = try LoopbackServer { _ in
            var response = LoopbackServer.Response(type: "audio/mpeg", body: file)
            response.withoutLength = true
            return response
        }
        for word in ["talk.mp3", server.url + "/talk.mp3"] {
            let audio = try #require(try await skywave.objects(["inspect", word]).first)
            #expect(audio.text("title") == "深夜电台" && audio.count("chapters") == 2, "\(word)")
        }
        let plain = try await skywave("inspect talk.mp3")
        #expect(plain.out.contains("title     深夜电台\nchapters  2\n"), "\(plain.out)")
    }

    @Test func whatIsNoAudioIsRefused() async throws {
        let skywave = try Skywave()
        let m4a: [UInt8] = [0, 0, 0, 0x20] + Array("ftypM4A ".utf8) + [UInt8](repeating: 0, count: 4000)
        let inputs: [(bytes: [UInt8], words: String)] = [
            ([], "empty"), (m4a, "MPEG-4"), ([UInt8](repeating: 0, count: 1 << 20), "zeros"), ([1, 2, 3, 4, 5], "5 bytes"),
        ]
        for (bytes, words) in inputs {
            try skywave.folder.write(bytes, to: "sound.mp3")
            for command in ["inspect sound.mp3", "--output null play sound.mp3", "--output raw:- play sound.mp3"] {
                let run = try await skywave(command)
                #expect(run.status == 1, "\(command)")
                #expect(run.errors.contains(words), "\(command): \(run.errors)")
                #expect(!run.errors.contains("unexpected"), "\(command): \(run.errors)")
            }
        }
    }
}
