import TestSupport
import Testing

@testable import Transfer

/// What is kept beside a part, and when.
@Suite struct PartFileTests {
    private let sound = Sound.bytes(6_000)

    private func info(_ validator: String, total: Int64?) -> PartInfo {
        PartInfo(resource: "http://h/a", validator: validator, total: total)
    }

    private func open(_ folder: TemporaryFolder) throws -> PartFile { try PartFile(folder.file("a.mp3")) }

    @Test func nothingIsKeptBesideWhatComesInOnePiece() throws {
        let folder = try TemporaryFolder()
        let part = try open(folder)
        #expect(try part.takeUp(resource: "http://h/a") { false } == nil)
        try part.note(info("\"v1\"", total: 6_000))
        try part.write(sound, from: "")
        #expect(folder.names == ["a.mp3.part"])
        #expect(try part.finish(from: "").sha256 == sha256Hex(sound))
        #expect(folder.names == ["a.mp3"])
    }

    @Test(arguments: [6_000, nil] as [Int64?]) func whatIsNotWholeCanBeTakenUp(total: Int64?) throws {
        let folder = try TemporaryFolder()
        do {
            let part = try open(folder)
            #expect(try part.takeUp(resource: "http://h/a") { false } == nil)
            try part.note(info("\"v1\"", total: total))
            try part.write(Array(sound[..<2_000]), from: "")
        }
        #expect(folder.names == ["a.mp3.part", "a.mp3.part.info"])
        let part = try open(folder)
        let point = try part.takeUp(resource: "http://h/a") { false }
        #expect(point == ResumePoint(offset: 2_000, validator: "\"v1\"", total: total))
        try part.write(Array(sound[2_000...]), from: "")
        #expect(try part.finish(from: "").sha256 == sha256Hex(sound))
        #expect(folder.names == ["a.mp3"])
    }

    @Test func whatWasKeptOfOtherBytesIsGoneBeforeNewOnesCome() throws {
        let folder = try TemporaryFolder()
        do {
            let part = try open(folder)
            #expect(try part.takeUp(resource: "http://h/a") { false } == nil)
            try part.note(info("\"v1\"", total: 6_000))
            try part.write(Array(sound[..<2_000]), from: "")
        }
        let part = try open(folder)
        _ = try part.takeUp(resource: "http://h/a") { false }
        try part.restart()
        #expect(folder.names == ["a.mp3.part"])
        try part.note(info("\"v2\"", total: 6_000))
        #expect(folder.names == ["a.mp3.part"])
        try part.write(Array(sound[..<2_000]), from: "")
        #expect(folder.read("a.mp3.part.info").flatMap { PartInfo(String(decoding: $0, as: UTF8.self)) }?.validator == "\"v2\"")
    }
}
