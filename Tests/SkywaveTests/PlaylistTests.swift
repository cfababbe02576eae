import Testing

/// Playlists from outside: through a pipe, and out into one.
@Suite struct PlaylistTests {
    @Test func whatIsPipedInIsListedAndGoesOutAgain() async throws {
        let skywave = try Skywave()
        let list = "#EXTM3U\r\n#EXTINF:61.5,One, two\r\nhttp://127.0.0.1:9/a b.mp3\r\nhttp://127.0.0.1:9/c.mp3"
        let imported = try await skywave.run(["import", "-", "--json"], input: list)
        #expect(imported.status == 0)
        #expect(try await skywave("add all").status == 0)
        let exported = try await skywave("export m3u8")
        #expect(exported.out == "#EXTM3U\n#EXTINF:61.5,One, two\nhttp://127.0.0.1:9/a b.mp3\n#EXTINF:-1,c.mp3\nhttp://127.0.0.1:9/c.mp3\n")
    }

    @Test func nothingPipedInIsNoPlaylist() async throws {
        let skywave = try Skywave()
        #expect(try await skywave.run(["import", "-"], input: "").status == 1)
        #expect(try await skywave.run(["import", "-"], input: "dear diary").status == 1)
    }
}
