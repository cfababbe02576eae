/// The readers of what comes from outside, each with a function that reads an input in every way there is and checks what must hold
/// whatever the input is. A new reader is a case here, a line in `read` and a folder of seeds of its name.
public enum Fuzzed: String, CaseIterable, Sendable {
    case json, feed, playlist, html, tags, title

    /// Throws a `Finding` where a promise is broken. `charset` is what the readers are told with the input.
    public func read(_ input: [UInt8]) throws(Finding) {
        switch self {
        case .json: try ReadingJSON.check(input, charset: charset(for: input))
        case .feed: try ReadingFeeds.check(input, charset: charset(for: input))
        case .playlist: try ReadingPlaylists.check(input, charset: charset(for: input))
        case .html: try ReadingHTML.check(input)
        case .tags: try ReadingTags.check(input)
        case .title: try ReadingTitles.check(input)
        }
    }

    /// Most inputs come without a server's word; the others with one that the input's length chooses.
    private func charset(for input: [UInt8]) -> String? {
        let names = ["gbk", "utf-16", "iso-2022-jp", "windows-1252", "utf-7"]
        let choice = input.count % 16
        return choice < names.count ? names[choice] : nil
    }
}

/// A promise that an input breaks.
public struct Finding: Error, CustomStringConvertible {
    public var description: String

    init(_ description: String) { self.description = description }
}

/// Throws a finding unless the condition holds.
func expect(_ condition: Bool, _ promise: @autoclosure () -> String) throws(Finding) {
    if !condition { throw Finding(promise()) }
}
