/// Why a body could not be read as JSON, and where.
public struct JSONError: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// Nothing but white space.
        case empty
        /// The text ends in mid-value: a body cut short.
        case truncated
        /// It begins like a web page.
        case webPage
        /// It begins like a call of a script function that wraps the data, and may not.
        case jsonp
        /// A character that can't stand there.
        case unexpected(Unicode.Scalar)
        case badNumber
        case badEscape
        /// A raw control character inside a text.
        case controlCharacter(UInt8)
        /// Something follows the value.
        case trailing
        /// More than `JSON.depthLimit` lists and objects inside one another.
        case tooDeep
        /// 256 MB and more.
        case tooLarge
    }

    public var reason: Reason
    /// Bytes from the start of the text (as UTF-8, without a byte order mark).
    public var position: Int
    /// From 1.
    public var line: Int
    /// Characters from the start of the line, from 1.
    public var column: Int

    public init(_ reason: Reason, position: Int = 0, line: Int = 1, column: Int = 1) {
        self.reason = reason
        self.position = position
        self.line = line
        self.column = column
    }

    /// The error at a byte of a text.
    init(_ reason: Reason, at position: Int, in bytes: [UInt8]) {
        let before = bytes[..<min(position, bytes.count)]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let characters = before[lineStart...].count { $0 & 0xC0 != 0x80 }
        self.init(reason, position: position, line: before.count { $0 == 0x0A } + 1, column: characters + 1)
    }
}
