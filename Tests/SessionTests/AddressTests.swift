import Catalogue
import Library
import TestSupport
import Testing

@testable import Session

/// How a listener points at things.
@Suite struct AddressTests {
    @Test(arguments: [
        ("1", Address.number(1)), ("0", .number(0)), ("007", .number(7)), ("2-5", .range(2, 5)), ("5-2", .range(5, 2)),
        ("all", .all), (".", .current), ("e12", .id(ItemID(.episode, 12))), ("p1", .id(ItemID(.program, 1))),
        ("https://example.org/a.mp3", .url("https://example.org/a.mp3")), ("demo:/audio/1.mp3", .url("demo:/audio/1.mp3")),
        ("ftp://example.org", .url("ftp://example.org")), ("./12", .path("./12")), ("/a/b.mp3", .path("/a/b.mp3")),
        ("e0", .path("e0")), ("x12", .path("x12")), ("-3", .path("-3")), ("+3", .path("+3")), ("1-", .path("1-")),
        ("1-2-3", .path("1-2-3")), ("１", .path("１")), ("99999999999999999999", .path("99999999999999999999")), ("..", .path("..")),
    ])
    func eachFormIsTold(_ word: String, _ address: Address) {
        #expect(Address(word) == address)
    }

    @Test func nothingIsNoAddress() {
        #expect(Address("") == nil)
    }

    @Test func thingsAreGivenInTheOrderAskedEachOnce() async throws {
        try await Radio.with { radio, folder in
            let paths = try folder.silence("a.mp3", "b.mp3", "c.mp3")
            _ = try await radio.session.add(paths)
            _ = try await radio.session.queueLines()
            #expect(try await radio.session.resolve(["3", "1-2", "all", "e1"]).map(\.title) == ["c.mp3", "a.mp3", "b.mp3"])
            #expect(try await radio.session.resolve(["3-1"]).map(\.title) == ["c.mp3", "b.mp3", "a.mp3"])
        }
    }

    @Test func aFileIsCalledWhatItsTagsSay() async throws {
        try await Radio.with { radio, folder in
            let sound = Silence.mp3(tags: ["TIT2": "潮汐", "TPE1": "Mara Quill", "TALB": "Tide"], seconds: 1)
            let path = try folder.write(sound, to: "track 7.mp3")
            for _ in 0..<2 {
                #expect(try await radio.session.resolve([path]).map(\.id) == [ItemID(.episode, 1)])
                let episode = try await radio.episode("e1").episode
                #expect((episode.title, episode.hosts, episode.programTitle) == ("潮汐", ["Mara Quill"], "Tide"))
            }
        }
    }

    @Test func aTitleThatCannotBeReadIsNone() async throws {
        try await Radio.with { radio, folder in
            let titles = ["\u{200B}": "a.mp3", " / ": "b.mp3", String(repeating: "茶", count: 5000): String(repeating: "茶", count: 300)]
            for (title, name) in titles.sorted(by: { $0.value < $1.value }) {
                let path = try folder.write(Silence.mp3(tags: ["TIT2": title], seconds: 1), to: name.count < 9 ? name : "c.mp3")
                #expect(try await radio.session.resolve([path]).map(\.title) == [name])
            }
        }
    }

    @Test func tagsThatComeLaterCountToo() async throws {
        try await Radio.with { radio, folder in
            let path = try folder.silence("a.mp3")[0]
            #expect(try await radio.session.resolve([path]).map(\.title) == ["a.mp3"])
            _ = try folder.write(Silence.mp3(tags: ["TIT2": "Tide"], seconds: 1), to: "a.mp3")
            #expect(try await radio.session.resolve([path]).map(\.title) == ["Tide"])
        }
    }

    @Test func aFileHasOneIDByAnyOfItsPaths() async throws {
        try await Radio.with { radio, folder in
            let path = try folder.silence("music/a b.mp3")[0]
            let first = try await radio.session.resolve([path]).map(\.id)
            #expect(try await radio.session.resolve([folder.file("music/../music/./a b.mp3")]).map(\.id) == first)
            #expect(try await radio.session.resolve(["file://" + folder.path + "/music/a%20b.mp3"]).map(\.id) == first)
        }
    }

    @Test func aURLHasOneIDWhateverItsQuerySigns() async throws {
        try await Radio.with { radio, _ in
            let words = ["https://example.org/a.mp3?id=7&sign=abc&t=1", "https://example.org/a.mp3?id=7&sign=def&t=2"]
            let records = try await radio.session.resolve(words)
            #expect(records.count == 1)
            #expect(try await radio.session.resolve(["https://example.org/a.mp3?id=8&sign=abc"]).map(\.id) != records.map(\.id))
        }
    }

    @Test func aNumberMeansNothingWithoutAListing() async throws {
        try await Radio.with { radio, folder in
            #expect(await sessionError { try await radio.session.resolve(["1"]) } == .noListing)
            #expect(await sessionError { try await radio.session.resolve(["all"]) } == .noListing)
            #expect(await sessionError { try await radio.session.resolve(["."]) } == .nothingCurrent)
            _ = try await radio.session.add(try folder.silence("a.mp3"))
            _ = try await radio.session.queueLines()
            #expect(await sessionError { try await radio.session.resolve(["2"]) } == .notInListing(2, count: 1))
            #expect(await sessionError { try await radio.session.resolve(["0"]) } == .notInListing(0, count: 1))
            #expect(await sessionError { try await radio.session.resolve(["1-999999999999"]) } == .notInListing(999_999_999_999, count: 1))
        }
    }

    @Test func whatWasReadIsStillMeantWhenANumberIsLookedUp() async throws {
        try await Radio.with { radio, folder in
            try await radio.session.library().setListing(["e1"], source: nil, next: nil)
            _ = try await radio.session.adopt(path: try folder.silence("a.mp3")[0])
            let reading = LastReading(images: ["http://h/first.jpg"])
            try await radio.session.keepReading(reading)
            #expect(try await radio.session.resolve(["1"]).count == 1)
            #expect(try await radio.session.lastReading() == reading)
            // A process that has read nothing itself goes on from the one before.
            let other = Radio(folder)
            #expect(try await other.session.resolve(["1"]).count == 1)
            #expect(try await other.session.lastReading() == reading)
            try await other.session.keepListing(["e1"], source: nil, next: nil)
            #expect(try await other.session.lastReading() == nil)
            await other.session.close()
        }
    }

    @Test func whatPointsAtNothingIsNamed() async throws {
        try await Radio.with { radio, folder in
            #expect(await sessionError { try await radio.session.resolve(["e5"]) } == .noSuchItem(ItemID(.episode, 5)))
            #expect(await sessionError { try await radio.session.resolve(["nothing"]) } == .notAnAddress("nothing"))
            #expect(await sessionError { try await radio.session.resolve([""]) } == .notAnAddress(""))
            let path = folder.file("none.mp3")
            #expect(await sessionError { try await radio.session.resolve([path]) } == .noSuchFile(path))
            #expect(await sessionError { try await radio.session.resolve(["ftp://a/b"]) } == .schemeNotSupported("ftp://a/b"))
        }
    }
}

/// URLs whose query holds a signature.
@Suite struct SignedURLTests {
    @Test(arguments: [
        ("https://a.org/x.mp3", "https://a.org/x.mp3"), ("https://a.org/x.mp3?", "https://a.org/x.mp3"),
        ("https://a.org/x.mp3#t=30", "https://a.org/x.mp3"), ("https://a.org/x?id=1", "https://a.org/x?id=1"),
        ("https://a.org/x?id=1&Expires=5&Signature=abc%2B&Key-Pair-Id=K", "https://a.org/x?id=1"),
        ("https://a.org/x?X-Amz-Date=1&X-Amz-Signature=2", "https://a.org/x"), ("https://a.org/x?token", "https://a.org/x?token"),
        ("https://a.org/x?b=2&a=1&b=3", "https://a.org/x?b=2&a=1&b=3"), ("https://a.org/x?tokens=3", "https://a.org/x?tokens=3"),
        ("https://a.org/get?key=A&t=1", "https://a.org/get?key=A&t=1"),
        ("https://a.org/get?id=1&key=A&t=1&sign=b", "https://a.org/get?id=1"),
    ])
    func theIdentityIsWhatDoesNotOnlySign(_ url: String, _ identity: String) {
        #expect(SignedURL.identity(url) == identity)
    }
}
