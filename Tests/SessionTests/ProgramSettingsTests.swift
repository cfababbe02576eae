import Catalogue
import Library
import TestSupport
import Testing

@testable import Session

/// Settings that hold for one programme.
@Suite struct ProgramSettingsTests {
    @Test func aProgrammesVolumeIsAPartOfTheGeneralOne() async throws {
        try await Radio.with { radio, _ in
            let session = radio.session
            _ = try await session.browse("English", list: .recommended)
            _ = try await session.open("1")
            let record = try await radio.episode("e1")
            let program = try #require(record.programID)
            #expect(try await session.volume(of: record) == 100)
            #expect(try await session.set("\(program).volume", to: "60").value == "60")
            #expect(try await session.volume(of: record) == 60)
            _ = try await session.volume { _ in 50 }
            #expect(try await session.volume(of: record) == 30)
            #expect(try await session.volume(of: nil) == 50)
            // The general one stays what it is, and an empty value goes back to it.
            #expect(try await session.settingReports("volume").map(\.value) == ["50"])
            #expect(try await session.settingReports().map(\.key).contains("\(program).volume"))
            #expect(try await session.set("\(program).volume", to: "").value == nil)
            #expect(try await session.volume(of: record) == 50)
            #expect(try await !session.settingReports().map(\.key).contains("\(program).volume"))
        }
    }

    @Test func whatCannotBeSetIsRefused() async throws {
        try await Radio.with { radio, _ in
            _ = try await radio.session.browse("English", list: .recommended)
            let expected = "a number from 0 to 100"
            #expect(
                await sessionError { try await radio.session.set("p1.volume", to: "101") }
                    == .badSetting(key: "p1.volume", value: "101", expected: expected))
            #expect(await sessionError { try await radio.session.set("p999.volume", to: "1") } == .noSuchItem(ItemID(.program, 999)))
            for key in ["p1.pitch", "e1.volume", "p1", "p.volume", "p1.volume.x", "p1.replay-gain"] {
                guard case .unknownSetting = await sessionError({ try await radio.session.set(key, to: "1") }) else {
                    return #expect(Bool(false), "\(key) was set")
                }
            }
        }
    }
}
