import Foundation

/// Makes up a feed whose episodes are there: files in the form of MPEG audio, each another.
struct MadeUpSound {
    let count: Int
    /// Of each file, about.
    let size: Int
    /// Where they are served.
    let base: String

    /// Writes `media/00001.mp3` and so on into the folder, `feed.xml` with all of them, and `urls` (an address a line).
    func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder.appending(path: "media"), withIntermediateDirectories: true)
        var items = ""
        var urls = ""
        for number in 1...count {
            let path = String(format: "media/%05ld.mp3", number)
            try file(number).write(to: folder.appending(path: path))
            urls += "\(base)/\(path)\n"
            items +=
                "<item><title>Episode \(number)</title><guid>\(number)</guid><enclosure url=\"\(base)/\(path)\" type=\"audio/mpeg\"/></item>\n"
        }
        let feed = "<rss version=\"2.0\"><channel><title>Made up</title>\n\(items)</channel></rss>\n"
        try Data(feed.utf8).write(to: folder.appending(path: "feed.xml"))
        try Data(urls.utf8).write(to: folder.appending(path: "urls"))
    }

    /// Frames of 128 kbit/s at 44.1 kHz.
    private func file(_ number: Int) -> Data {
        var bytes = [UInt8]()
        bytes.reserveCapacity(size)
        var state = UInt64(number)
        for _ in 0..<max(size / 417, 1) {
            bytes += [0xFF, 0xFB, 0x90, 0x00]
            for _ in 0..<413 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes.append(UInt8(truncatingIfNeeded: state >> 56))
            }
        }
        return Data(bytes)
    }
}
