import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Session

/// The settings file, which a person may have written.
@Suite struct SettingsFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("config/settings.conf") }

    init() throws { folder = try TemporaryFolder() }

    private func file(_ text: String) throws -> SettingsFile {
        try folder.write(Array(text.utf8), to: "config/settings.conf")
        return SettingsFile(path: path)
    }

    private var text: String? { folder.read("config/settings.conf").map { String(decoding: $0, as: UTF8.self) } }

    @Test func aFileThatIsNotThereHasNoValues() throws {
        #expect(SettingsFile(path: path).value("transfers") == nil)
        #expect(folder.names.isEmpty)
    }

    @Test func aFileIsMadeWithItsFolderForTheListenerAlone() throws {
        try SettingsFile(path: path).set("fm.key", to: "secret")
        #expect(text == "fm.key = secret\n")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try folder.names(in: "config") == ["settings.conf"])
    }

    @Test func onlyTheLineThatChangesChanges() throws {
        let file = try file("# mine\n\ntransfers=4\n  future-thing = x = y \nvolume = 1\nno equals\n")
        try file.set("transfers", to: "8")
        try file.set("max-bitrate", to: "64")
        #expect(text == "# mine\n\ntransfers = 8\n  future-thing = x = y \nvolume = 1\nno equals\nmax-bitrate = 64\n")
        #expect(file.value("transfers") == "8")
        #expect(file.value("future-thing") == "x = y")
        #expect(file.value("no equals") == nil)
        try file.set("transfers", to: nil)
        #expect(file.value("transfers") == nil)
        #expect(text == "# mine\n\n  future-thing = x = y \nvolume = 1\nno equals\nmax-bitrate = 64\n")
    }

    @Test func whatTwoWriteAtOnceIsAllThere() async throws {
        let path = path
        await withTaskGroup(of: Void.self) { group in
            for name in ["a", "b"] {
                group.addTask { for number in 1...40 { try? SettingsFile(path: path).set("\(name)\(number)", to: "1") } }
            }
        }
        #expect(text?.split(separator: "\n").count == 80)
        #expect(try folder.names(in: "config") == ["settings.conf"])
    }

    @Test func soundAndFeedsWithoutASourceMayLeadToHTTPToo() async throws {
        try await Radio.with { radio, _ in
            for name in ["feed", "url", "fm"] {
                #expect(await !radio.session.allowsHTTP(from: name))
                _ = try await radio.session.set("\(name).allow-http", to: "on")
                #expect(await radio.session.allowsHTTP(from: name))
            }
            await #expect(throws: SessionError.self) { try await radio.session.set("feed.appid", to: "1") }
        }
    }

    @Test func bytesThatAreNoUTF8StayAsTheyAre() throws {
        try folder.write([0x23, 0x20, 0xE9, 0x0A], to: "config/settings.conf")
        try SettingsFile(path: path).set("transfers", to: "2")
        #expect(folder.read("config/settings.conf") == [0x23, 0x20, 0xE9, 0x0A] + Array("transfers = 2\n".utf8))
    }

    @Test func linesMayEndAsOnWindows() throws {
        let file = try file("# mine\r\ntransfers = 4\r\nvolume = 7\r\n")
        #expect(file.value("transfers") == "4")
        #expect(file.value("volume") == "7")
        try file.set("transfers", to: "5")
        #expect(text == "# mine\r\ntransfers = 5\nvolume = 7\r\n")
    }

    @Test func theLastLineNeedsNoEnd() throws {
        let file = try file("transfers = 4")
        #expect(file.value("transfers") == "4")
        try file.set("volume", to: "5")
        #expect(text == "transfers = 4\nvolume = 5\n")
    }

    @Test func ofTwoLinesTheLastHoldsAndBothGo() throws {
        let file = try file("a = 1\na = 2\n")
        #expect(file.value("a") == "2")
        try file.set("a", to: nil)
        #expect(file.value("a") == nil)
        #expect(text?.contains("a =") == false)
    }

    @Test func aLinkStaysOne() throws {
        try folder.write(Array("a = 1\n".utf8), to: "dotfiles/sky.conf")
        try FileManager.default.createDirectory(atPath: folder.file("config"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.file("dotfiles/sky.conf"))
        try SettingsFile(path: path).set("a", to: "2")
        #expect(folder.read("dotfiles/sky.conf") == Array("a = 2\n".utf8))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == folder.file("dotfiles/sky.conf"))
    }

    @Test func aFileThatCanNotBeReadIsNamedOnceAndTheDefaultsHold() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let problems = Mutex<[SessionError]>([])
        let file = SettingsFile(path: path) { problem in problems.withLock { $0.append(problem) } }
        #expect(file.value("a") == nil)
        #expect(file.value("transfers") == nil)
        #expect(problems.withLock { $0 } == [.settingsFile(path: path, reason: "it is a folder")])
        #expect { try file.set("a", to: "1") } throws: { Self.names(self.path, $0) }
    }

    @Test func aValueThatWillNotDoIsNamedOnceAndNotTaken() throws {
        let problems = Mutex<[SessionError]>([])
        try folder.write(Array("transfers-per-host = -1\nfm.allow-http = perhaps\nfm.appid = 7\n".utf8), to: "settings.conf")
        let file = SettingsFile(path: folder.file("settings.conf")) { problem in problems.withLock { $0.append(problem) } }
        #expect(file.number("transfers-per-host") == nil)
        #expect(file.number("transfers-per-host") == nil)
        #expect(file.value("fm.allow-http") == nil)
        #expect(file.value("fm.appid") == "7")
        #expect(problems.withLock { $0.count } == 2)
    }

    @Test func aFileThatCanNotBeWrittenIsNamed() throws {
        try folder.write([1], to: "config")
        let file = SettingsFile(path: path)
        #expect { try file.set("a", to: "1") } throws: { Self.names(self.path, $0) }
        #expect(folder.names == ["config"])
    }

    private static func names(_ path: String, _ error: any Error) -> Bool {
        if case .settingsFile(path, _)? = error as? SessionError { true } else { false }
    }

    @Test func aValueOfSeveralLinesIsRefused() async throws {
        try await Radio.with { radio, folder in
            let error = await sessionError { try await radio.session.set("fm.appid", to: "x\nvolume = 3") }
            #expect(error == .badSetting(key: "fm.appid", value: "x\nvolume = 3", expected: "a text"))
            #expect(folder.read("settings.conf") == nil)
        }
    }

    @Test func secretsAreNeverShown() async throws {
        try await Radio.with { radio, _ in
            let shown = try await [radio.session.set("fm.sign", to: "abc")] + radio.session.settingReports().filter { $0.key == "fm.sign" }
            #expect(shown.map(\.value) == ["•••", "•••"])
        }
    }
}
