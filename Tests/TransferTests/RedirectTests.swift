import TestSupport
import Testing

@testable import Transfer

@Suite struct RedirectTests {
    /// A server whose pages send each other around.
    private func server() throws -> LoopbackServer {
        try LoopbackServer { request in
            switch request.path {
            case "/a/b/start": .redirect("../c/next")
            case "/a/c/next": .redirect("//" + (request.header("Host") ?? "") + "/end")
            case "/query": request.query.isEmpty ? .redirect("?x=1&y=%E4%BD%A0") : .text("end")
            case "/moved": .redirect("/again", status: 301)
            case "/again": .redirect("/end", status: 308)
            case "/partly": .redirect("/hop", status: 301)
            case "/hop": .redirect("/end", status: 302)
            case "/loop": .redirect("/loop")
            case "/cookie": request.header("Cookie") == "seen=1" ? .text("end") : cookie()
            case "/file": .redirect("file:///etc/passwd")
            case "/post302": .redirect("/end", status: 302)
            case "/post307": .redirect("/end", status: 307)
            case "/nowhere": .init(status: 302, body: [1])
            case "/end": .text(request.method + " end")
            default: request.path.hasPrefix("/n") ? count(request.path) : .init(status: 404)
            }
        }
    }

    @Test(arguments: ["/a/b/start", "/query", "/cookie"])
    func followsEveryForm(path: String) async throws {
        let server = try server()
        let answer = try await TransferClient.quick().fetch(HTTPRequest(server.url + path))
        #expect(String(decoding: answer.body, as: UTF8.self).hasSuffix("end"))
        #expect(answer.permanentURL == nil)
    }

    @Test func keepsOnlyTheEndOfPermanentOnes() async throws {
        let server = try server()
        let client = TransferClient.quick()
        #expect(try await client.fetch(HTTPRequest(server.url + "/moved")).permanentURL == server.url + "/end")
        let partly = try await client.fetch(HTTPRequest(server.url + "/partly"))
        #expect(partly.permanentURL == server.url + "/hop")
        #expect(partly.url == server.url + "/end")
    }

    @Test func followsTenAndNoMore() async throws {
        let server = try server()
        let client = TransferClient.quick()
        #expect(try await client.fetch(HTTPRequest(server.url + "/n10")).status == 200)
        let error = await errorOf { try await client.fetch(HTTPRequest(server.url + "/n11")) }
        #expect(error == .tooManyRedirects(url: server.url + "/n11"))
        #expect(await errorOf { try await client.fetch(HTTPRequest(server.url + "/loop")) } == .tooManyRedirects(url: server.url + "/loop"))
    }

    @Test func refusesToLeaveHTTP() async throws {
        let server = try server()
        let error = await errorOf { try await TransferClient.quick().fetch(HTTPRequest(server.url + "/file")) }
        #expect(error == .redirectToForeignScheme(to: "file:///etc/passwd"))
    }

    @Test func aPostStaysOneOnlyWhereTheStatusSaysSo() async throws {
        let server = try server()
        let client = TransferClient.quick()
        let form = HTTPRequest.Method.post(form: [("a", "b")])
        let found = try await client.fetch(HTTPRequest(server.url + "/post302", method: form))
        #expect(String(decoding: found.body, as: UTF8.self) == "GET end")
        let kept = try await client.fetch(HTTPRequest(server.url + "/post307", method: form))
        #expect(String(decoding: kept.body, as: UTF8.self) == "POST end")
        #expect(server.requests.last?.form == ["a": "b"])
    }

    @Test func aRedirectToNowhereIsAStatus() async throws {
        let server = try server()
        let error = await errorOf { try await TransferClient.quick().fetch(HTTPRequest(server.url + "/nowhere")) }
        #expect(error == .status(302, url: server.url + "/nowhere"))
    }

    @Test func secretsStayWithTheirHost() async throws {
        let other = try LoopbackServer { _ in .text("end") }
        let server = try LoopbackServer { _ in .redirect(other.url + "/end") }
        let request = HTTPRequest(server.url, headers: [("Authorization", "secret"), ("X-Tag", "1")])
        _ = try await TransferClient.quick().fetch(request)
        #expect(server.requests.first?.header("Authorization") == "secret")
        #expect(other.requests.first?.header("Authorization") == nil)
        #expect(other.requests.first?.header("X-Tag") == "1")
    }

    @Test func aWayFromHTTPSToHTTPHasToBeAllowed() throws {
        let from = try WebAddress("https://a.example/x")
        #expect(throws: TransferError.downgradeRefused(from: "https://a.example/x", to: "http://a.example/y")) {
            try Redirect.target(from: from, location: "http://a.example/y", allowDowngrade: false)
        }
        #expect(try Redirect.target(from: from, location: "http://a.example/y", allowDowngrade: true).url == "http://a.example/y")
        #expect(try Redirect.target(from: from, location: "//b.example/z", allowDowngrade: false).url == "https://b.example/z")
    }

    @Test func addressesAreTakenApart() throws {
        let address = try WebAddress("HTTP://Example.com/夜 听.mp3?a=b#part")
        #expect(
            address.url == "http://example.com/%e5%a4%9c%20%e5%90%ac.mp3?a=b"
                || address.url == "http://Example.com/%e5%a4%9c%20%e5%90%ac.mp3?a=b")
        #expect(address.server == "example.com:80")
        #expect(try WebAddress("https://example.com").port == 443)
        #expect(try WebAddress("http://h:8080/a?x=1").resource == "http://h:8080/a")
    }
}

private func cookie() -> LoopbackServer.Response {
    var answer = LoopbackServer.Response.redirect("/cookie")
    answer.headers.append(("Set-Cookie", "seen=1; path=/"))
    return answer
}

private func count(_ path: String) -> LoopbackServer.Response {
    let left = Int(path.dropFirst(2)) ?? 0
    return left == 0 ? .text("end") : .redirect("/n\(left - 1)")
}
