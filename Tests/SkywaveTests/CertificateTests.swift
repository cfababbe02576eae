import Foundation
import TestSupport
import Testing

/// Servers whose certificates are not right. The certificates are made by openssl, where that is installed, and so is the server.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "openssl is not installed"))
struct Certificates {
    private static let environment = ["PATH": "/usr/bin:/bin"]

    /// Runs openssl in a folder.
    private func openssl(_ folder: TemporaryFolder, _ arguments: String) async throws {
        let words = arguments.split(separator: " ").map(String.init)
        let process = try ChildProcess("/usr/bin/openssl", words, environment: Self.environment, folder: folder.path)
        let (said, status) = await process.finish(within: 60)
        #expect(status == 0, "\(arguments): \(said.errorText)")
    }

    /// Makes a certificate by an authority, with a name and for so many days.
    private func make(_ folder: TemporaryFolder, name: String = "IP:127.0.0.1", days: Int = 10) async throws {
        try folder.write(Array("subjectAltName=\(name)\n".utf8), to: "names")
        try await openssl(folder, "req -x509 -newkey rsa:2048 -nodes -subj /CN=Authority -days 30 -keyout ca.key -out ca.pem")
        try await openssl(folder, "req -newkey rsa:2048 -nodes -subj /CN=Server -keyout k.pem -out r.pem")
        try await openssl(folder, "x509 -req -in r.pem -CA ca.pem -CAkey ca.key -CAcreateserial -extfile names -out c.pem -days \(days)")
    }

    /// What a download from a server with that certificate comes to. `isTrusted`: its authority is one that the program is told to trust.
    /// `answer`: what it sends instead of sound, head and all; `settings`: what was set before.
    private func download(
        _ folder: TemporaryFolder, isTrusted: Bool = true, answer: String? = nil, settings: [String] = []
    ) async throws -> (run: Skywave.Run, files: [String]) {
        try folder.write(answer.map { Array($0.utf8) } ?? SilentMP3.bytes(frames: 20), to: "a.mp3")
        let kind = answer == nil ? "-WWW" : "-HTTP"
        let server = try ChildProcess(
            "/usr/bin/openssl", ["s_server", "-accept", "127.0.0.1:0", "-cert", "c.pem", "-key", "k.pem", kind],
            environment: Self.environment, folder: folder.path, input: "")
        #expect(await server.wait(for: "ACCEPT "))
        let line = server.said.text.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
        let port = line?.split(separator: ":").last.map(String.init) ?? "0"
        let skywave = try Skywave(isTrusted ? ["SSL_CERT_FILE": folder.file("ca.pem")] : [:])
        for setting in settings { _ = try await skywave("set \(setting)") }
        let run = try await skywave("download https://127.0.0.1:\(port)/a.mp3")
        server.signal(SIGKILL)
        _ = await server.finish(within: 10)
        let names = try? FileManager.default.subpathsOfDirectory(atPath: skywave.library + "/downloads")
        return (run, names?.filter { $0.contains(".mp3") } ?? [])
    }

    private func expectRefused(_ outcome: (run: Skywave.Run, files: [String]), _ words: String) {
        #expect(outcome.run.status == 4)
        #expect(outcome.run.errors.contains("no safe connection to 127.0.0.1") && outcome.run.errors.contains(words), "\(outcome.run)")
        #expect(outcome.files.isEmpty)
    }

    @Test func oneThatIsRightIsTaken() async throws {
        let folder = try TemporaryFolder()
        try await make(folder)
        let outcome = try await download(folder)
        #expect(outcome.run.status == 0 && outcome.files.count == 1, "\(outcome.run)")
    }

    @Test func whatLeadsToHTTPIsFollowedOnlyWhereThatIsSet() async throws {
        let plain = try LoopbackServer { .file(SilentMP3.bytes(frames: 20), for: $0) }
        let folder = try TemporaryFolder()
        try await make(folder)
        let answer = "HTTP/1.1 302 Found\r\nLocation: \(plain.url)/a.mp3\r\nContent-Length: 0\r\n\r\n"
        let refused = try await download(folder, answer: answer)
        #expect(refused.run.status == 4 && refused.run.errors.contains("allow-http"), "\(refused.run)")
        #expect(refused.files.isEmpty && plain.requests.isEmpty)
        let followed = try await download(folder, answer: answer, settings: ["url.allow-http on"])
        #expect(followed.run.status == 0 && followed.files.count == 1, "\(followed.run)")
    }

    @Test func oneThatIsOverIsRefused() async throws {
        let folder = try TemporaryFolder()
        try await make(folder, days: -1)
        expectRefused(try await download(folder), "expired")
    }

    @Test func oneOfAnotherHostIsRefused() async throws {
        let folder = try TemporaryFolder()
        try await make(folder, name: "DNS:elsewhere.test")
        expectRefused(try await download(folder), "subject name")
    }

    @Test func oneOfAnUnknownAuthorityIsRefused() async throws {
        let folder = try TemporaryFolder()
        try await make(folder)
        expectRefused(try await download(folder, isTrusted: false), "certificate")
    }

    @Test func oneThatSignsItselfIsRefused() async throws {
        let folder = try TemporaryFolder()
        let names = "-subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1"
        try await openssl(folder, "req -x509 -newkey rsa:2048 -nodes \(names) -days 1 -keyout k.pem -out c.pem")
        expectRefused(try await download(folder, isTrusted: false), "self-signed")
    }
}
