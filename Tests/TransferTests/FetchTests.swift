import TestSupport
import Testing
import Transfer

@Suite struct FetchTests {
    @Test func givesStatusHeadAndBody() async throws {
        let server = try LoopbackServer { _ in .json("{\"code\":0}", type: "text/html; charset=GBK") }
        let answer = try await TransferClient.quick().fetch(HTTPRequest(server.url + "/a?b=1", headers: [("X-One", "1")]))
        #expect(answer.status == 200)
        #expect(String(decoding: answer.body, as: UTF8.self) == "{\"code\":0}")
        #expect(answer.contentType == "text/html")
        #expect(answer.charset == "GBK")
        #expect(answer.url == server.url + "/a?b=1")
        #expect(server.requests.first?.header("User-Agent") == "skywave-tests")
        #expect(server.requests.first?.header("x-one") == "1")
    }

    @Test func postsAForm() async throws {
        let server = try LoopbackServer { .text($0.form["名"] ?? "-") }
        let request = HTTPRequest(server.url + "/", method: .post(form: [("名", "夜 听&=+"), ("b", "")]))
        let answer = try await TransferClient.quick().fetch(request)
        #expect(String(decoding: answer.body, as: UTF8.self) == "夜 听&=+")
        #expect(server.requests.first?.method == "POST")
        #expect(server.requests.first?.header("Expect") == nil)
    }

    @Test func postsAnEmptyBodyWithTheQuery() async throws {
        let server = try LoopbackServer { .text($0.form["cid"] ?? "-") }
        let answer = try await TransferClient.quick().fetch(HTTPRequest(server.url + "/?cid=7", method: .post(form: [])))
        #expect(String(decoding: answer.body, as: UTF8.self) == "7")
        #expect(server.requests.first?.method == "POST")
        #expect(server.requests.first?.header("Content-Length") == "0")
    }

    @Test func takesApartWhatWasCompressedUnasked() async throws {
        let packed: [UInt8] = [
            0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xab, 0x56, 0x4a, 0x49, 0x2c, 0x49, 0x54, 0xb2, 0x8a, 0xae,
            0x56, 0xca, 0x4c, 0x51, 0xb2, 0x32, 0xd4, 0x51, 0x2a, 0xc9, 0x2c, 0xc9, 0x49, 0x55, 0xb2, 0x52, 0x7a, 0xda, 0xd7, 0xfd,
            0x7c, 0xcf, 0xca, 0xe7, 0xb3, 0x5a, 0x94, 0x6a, 0x63, 0x6b, 0x01, 0x20, 0x54, 0x56, 0x86, 0x27, 0x00, 0x00, 0x00,
        ]
        let server = try LoopbackServer { _ in
            .init(type: "application/json", body: packed, headers: [("Content-Encoding", "gzip")])
        }
        let answer = try await TransferClient.quick().fetch(HTTPRequest(server.url))
        #expect(String(decoding: answer.body, as: UTF8.self) == "{\"data\":[{\"id\":1,\"title\":\"压缩的\"}]}")
    }

    @Test func asksWhetherSomethingIsNew() async throws {
        let server = try LoopbackServer { request in
            request.header("If-None-Match") == "\"a\"" ? .init(status: 304, headers: [("ETag", "\"a\"")]) : .text("new")
        }
        let answer = try await TransferClient.quick().fetch(
            HTTPRequest(server.url, etag: "\"a\"", lastModified: "Mon, 01 Jan 2024 00:00:00 GMT"))
        #expect(answer.status == 304)
        #expect(answer.body.isEmpty)
        #expect(server.requests.first?.header("If-Modified-Since") == "Mon, 01 Jan 2024 00:00:00 GMT")
    }

    @Test func readsChunksAndBodiesWithoutLength() async throws {
        let server = try LoopbackServer { request in
            var answer = LoopbackServer.Response.text("0123456789")
            answer.chunk = 3
            if request.path == "/chunked" { answer.chunked = true } else { answer.withoutLength = true }
            return answer
        }
        let client = TransferClient.quick()
        for path in ["/chunked", "/open"] {
            #expect(try await client.fetch(HTTPRequest(server.url + path)).body == Array("0123456789".utf8))
        }
    }

    @Test func throwsTheStatus() async throws {
        let server = try LoopbackServer { _ in .text("no", status: 404) }
        let error = await errorOf { try await TransferClient.quick().fetch(HTTPRequest(server.url + "/x")) }
        #expect(error == .status(404, url: server.url + "/x"))
    }

    @Test func refusesABodyAboveTheLimit() async throws {
        let server = try LoopbackServer { request in
            var answer = LoopbackServer.Response(body: Sound.bytes(5000))
            answer.chunked = request.path == "/chunked"
            return answer
        }
        for path in ["/length", "/chunked"] {
            let error = await errorOf { try await TransferClient.quick().fetch(HTTPRequest(server.url + path, maxBytes: 4999)) }
            #expect(error == .tooLarge(url: server.url + path, limit: 4999))
            let answer = try await TransferClient.quick().fetch(HTTPRequest(server.url + path, maxBytes: 5000))
            #expect(answer.body == Sound.bytes(5000))
        }
    }

    @Test func tellsABodyCutShort() async throws {
        let server = try LoopbackServer { _ in
            var answer = LoopbackServer.Response(body: Sound.bytes(5000))
            answer.cutAfter = 1000
            return answer
        }
        let error = await errorOf { try await TransferClient.quick().fetch(HTTPRequest(server.url)) }
        #expect(error == .cutShort(url: server.url + "/", got: 1000, expected: 5000))
    }

    @Test func tellsWhatIsNotThere() async throws {
        let client = TransferClient.quick()
        let server = try LoopbackServer { _ in .text("") }
        let port = Int(server.port)
        server.stop()
        let refused = await errorOf { try await client.fetch(HTTPRequest("http://127.0.0.1:\(port)/")) }
        #expect(refused == .couldNotConnect(host: "127.0.0.1", port: port))
        let unknown = await errorOf { try await client.fetch(HTTPRequest("http://no-such-host.invalid/")) }
        #expect(unknown == .couldNotResolve(host: "no-such-host.invalid"))
    }

    @Test func refusesWhatIsNotHTTP() async throws {
        let client = TransferClient.quick()
        for url in ["file:///etc/passwd", "ftp://127.0.0.1/x", "data:text/plain,x"] {
            #expect(await errorOf { try await client.fetch(HTTPRequest(url)) } == .unsupportedScheme(url: url))
        }
        for url in ["", "/a/b", "http://", "http://a b/", "http://x:99999/"] {
            #expect(await errorOf { try await client.fetch(HTTPRequest(url)) } == .badURL(url))
        }
    }

    @Test func anAnswerThatIsNoHTTPIsToldAndMayBeBetterTheNextTime() async throws {
        let server = try LoopbackServer { _ in
            var answer = LoopbackServer.Response.text("220 mail.example ready\r\n")
            answer.withoutHead = true
            return answer
        }
        let error = await errorOf { try await TransferClient.quick().fetch(HTTPRequest(server.url)) }
        #expect(error == .notHTTP(url: server.url + "/") || error == .notHTTP(url: server.url))
        #expect(error?.isForGood == false)
    }

    @Test func cancellingEndsItAtOnce() async throws {
        let server = try LoopbackServer { _ in
            var answer = LoopbackServer.Response(body: Sound.bytes(5000))
            answer.stallAfter = 1000
            return answer
        }
        let client = TransferClient.quick()
        let task = Task { await errorOf { try await client.fetch(HTTPRequest(server.url)) } }
        #expect(await eventually { server.atOnce == 1 })
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(await eventually { server.atOnce == 0 })
    }

    @Test func aCancelledTaskAsksNothing() async throws {
        let server = try LoopbackServer { _ in .text("x") }
        let gate = LoopbackServer.Gate()
        let task = Task {
            while !gate.isOpen { await Task.yield() }
            return await errorOf { try await TransferClient.quick().fetch(HTTPRequest(server.url)) }
        }
        task.cancel()
        gate.open()
        #expect(await task.value == .cancelled)
    }

    @Test func givesUpOnASilentServerButNotOnASlowOne() async throws {
        let server = try LoopbackServer { request in
            var answer = LoopbackServer.Response(body: Sound.bytes(40))
            if request.path == "/silent" { answer.stallAfter = 20 }
            answer.chunk = 2
            answer.pause = 0.2
            return answer
        }
        let client = TransferClient.quick { $0.stallSeconds = 3 }
        let error = await errorOf { try await client.fetch(HTTPRequest(server.url + "/silent")) }
        #expect(error == .stalled(url: server.url + "/silent", seconds: 3))
        #expect(try await client.fetch(HTTPRequest(server.url + "/slow")).body.count == 40)
    }

    @Test func shutdownEndsWhatIsUnderWayAndTakesNothingMore() async throws {
        let server = try LoopbackServer { _ in
            var answer = LoopbackServer.Response.text("x")
            answer.headGate = .init()
            return answer
        }
        let client = TransferClient.quick()
        let task = Task { await errorOf { try await client.fetch(HTTPRequest(server.url)) } }
        #expect(await eventually { server.atOnce == 1 })
        client.shutdown()
        #expect(await task.value == .cancelled)
        #expect(await errorOf { try await client.fetch(HTTPRequest(server.url)) } == .cancelled)
        client.shutdown()
    }

    @Test func manyAtOnceAllComeBack() async throws {
        let server = try LoopbackServer { .text($0.path) }
        let client = TransferClient.quick()
        let bodies = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<100 {
                group.addTask { String(decoding: try await client.fetch(HTTPRequest(server.url + "/\(number)")).body, as: UTF8.self) }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(bodies == Set((0..<100).map { "/\($0)" }))
    }
}
