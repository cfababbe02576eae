import Catalogue
import Foundation
import Glibc
import Library
import TestSupport
import Testing

@testable import Session

/// Whose picture is meant, and where it is to be had.
@Suite struct PictureTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]

    @Test func eachKindOfThingHasItsPicture() async throws {
        try await Radio.with { radio, _ in
            let library = try await radio.session.library()
            let page = Page(
                sections: [
                    Section(
                        .plain,
                        items: [
                            .program(Program(ref: "1", title: "With", image: "http://h/p1.png")),
                            .episode(Episode(ref: "2", title: "Own", programRef: "1", image: "http://h/e1.png")),
                            .episode(Episode(ref: "3", title: "Programme's", programRef: "1")),
                            .station(Station(ref: "4", title: "Waves", image: "http://h/r1.ico")),
                            .story(Story(ref: "5", title: "Tale", image: "http://h/s1.jpg")),
                            .episode(Episode(ref: "6", title: "Bare")),
                        ])
                ])
            let kept = try await library.keep(page, from: "fm", listing: .replace(next: nil))
            let urls = ["http://h/p1.png", "http://h/e1.png", "http://h/p1.png", "http://h/r1.ico", "http://h/s1.jpg"]
            for (index, url) in urls.enumerated() {
                let address = try #require(kept.addresses.indices.contains(index) ? kept.addresses[index] : nil)
                for word in ["\(index + 1)", address] {
                    #expect(try await radio.session.cover(of: word) == Cover(id: ItemID(address), url: url))
                }
            }
            #expect(await sessionError { try await radio.session.cover(of: "6") } == .noPicture(title: "Bare"))
            #expect(await sessionError { try await radio.session.cover(of: "1-2") } == .notOneThing("1-2"))
            #expect(await sessionError { try await radio.session.cover(of: "7") } == .notInListing(7, count: 6))
        }
    }

    @Test func afterReadingTheNumbersAreThoseOfTheStory() async throws {
        try await Radio.with { radio, _ in
            _ = try await radio.session.charts("hot")
            let listed = try await radio.session.cover(of: "1")
            try await radio.session.keepReading(LastReading(images: ["http://h/first.jpg", "http://h/second.jpg"]))
            #expect(try await radio.session.cover(of: "1") == Cover(url: "http://h/first.jpg"))
            #expect(try await radio.session.cover(of: "2") == Cover(url: "http://h/second.jpg"))
            // What the story has no picture for is the listing's.
            #expect(try await radio.session.cover(of: "3").id != nil)
            _ = try await radio.session.charts("hot")
            #expect(try await radio.session.cover(of: "1") == listed)
        }
    }

    @Test func aPictureStandsForItself() async throws {
        try await Radio.with { radio, folder in
            let path = try folder.write(Self.png, to: "a b.png")
            let cover = try await radio.session.cover(of: path)
            #expect(cover == Cover(url: LocalFile.url(path)))
            #expect(try await radio.session.picture(at: cover.url).path == path)
            #expect(try await radio.session.cover(of: "https://h/x.png") == Cover(url: "https://h/x.png"))
            let text = try folder.write(Array("no picture".utf8), to: "note.png")
            #expect(
                await sessionError { try await radio.session.picture(at: LocalFile.url(text)) } == .notAPicture(url: text, isRemote: false))
            let none = folder.file("none.png")
            #expect(await sessionError { try await radio.session.cover(of: none) } == .noSuchFile(none))
            #expect(await sessionError { try await radio.session.cover(of: "ftp://h/x") } == .schemeNotSupported("ftp://h/x"))
        }
    }

    @Test func aPictureIsFetchedOnceADayAndShownWithoutTheServer() async throws {
        let server = try LoopbackServer { _ in .init(type: "text/plain", body: Self.png) }
        let url = server.url + "/cover?size=big"
        try await Radio.with { radio, folder in
            let file = try await radio.session.picture(at: url)
            #expect(file.stored == nil)
            #expect(file.path.hasPrefix(folder.file("cache") + "/images/"))
            #expect(FileManager.default.contents(atPath: file.path) == Data(Self.png))
            #expect(try await radio.session.picture(at: url).path == file.path)
            #expect(server.requests.count == 1)
            try age(file.path, days: 2)
            #expect(try await radio.session.picture(at: url).stored == nil)
            #expect(server.requests.count == 2)
            try age(file.path, days: 2)
            server.stop()
            let kept = try await radio.session.picture(at: url)
            #expect(kept.path == file.path)
            #expect(kept.stored.map { $0.seen < Int64(time(nil)) - 24 * 3600 } == true)
            await #expect(throws: (any Error).self) { try await radio.session.picture(at: server.url + "/other") }
            // Nothing but pictures is left there.
            #expect(try folder.names(in: "cache/images").count == 1)
        }
    }

    @Test func whatIsNoPictureIsRefused() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/page": .text("<!DOCTYPE html><html><svg></svg></html>", type: "image/png")
            case "/large": .init(type: "image/png", body: Self.png, headers: [("Content-Length", "30000000")])
            case "/drawing": .text("<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
            default: .text("", status: 404)
            }
        }
        try await Radio.with { radio, folder in
            let page = server.url + "/page"
            #expect(await sessionError { try await radio.session.picture(at: page) } == .notAPicture(url: page, isRemote: true))
            await #expect(throws: (any Error).self) { try await radio.session.picture(at: server.url + "/none") }
            await #expect(throws: (any Error).self) { try await radio.session.picture(at: server.url + "/large") }
            #expect((try? folder.names(in: "cache/images")) ?? [] == [])
            _ = try await radio.session.picture(at: server.url + "/drawing")
            #expect(try folder.names(in: "cache/images").count == 1)
        }
    }

    @Test func theOldestPicturesGoFirst() async throws {
        try await TemporaryFolder.with { folder in
            let cache = PictureCache(folder: folder.file("a/b/images"), mostFiles: 3, mostBytes: 100)
            func keep(_ name: String, _ size: Int, days: Int) throws {
                let path = "\(cache.folder)/\(name)"
                try cache.keep([UInt8](repeating: 1, count: size), at: path)
                try age(path, days: days)
            }
            for (day, name) in [(5, "a"), (9, "b"), (3, "c")] { try keep(name, 10, days: day) }
            #expect(try folder.names(in: "a/b/images") == ["a", "b", "c"])
            try keep("d", 10, days: 1)
            #expect(try folder.names(in: "a/b/images") == ["a", "c", "d"])
            // One that is larger than all may be stays, alone, until the next.
            try keep("e", 200, days: 0)
            #expect(try folder.names(in: "a/b/images") == ["e"])
        }
    }

    @Test(arguments: [
        "\u{1}", "<html><svg></svg></html>", "<?xml version='1.0'?><rss/>", "RIFF....WAVEfmt ", "....ftypM4A ", "ID3", "GIF", "",
    ]) func otherThingsAreNoPictures(_ text: String) {
        #expect(!PictureKind.isPicture(Array(text.utf8)))
    }

    @Test(arguments: ["GIF89a..", "BM......", "RIFF....WEBPVP8 ", "....ftypavif", "<svg/>", " <!-- x --><svg/>"])
    func picturesAreToldByTheirBytes(_ text: String) {
        #expect(PictureKind.isPicture(Array(text.utf8)))
    }

    private func age(_ path: String, days: Int) throws {
        let date = Date(timeIntervalSinceNow: Double(-days * 24 * 3600))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
}
