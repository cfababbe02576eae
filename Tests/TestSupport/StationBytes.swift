/// What a radio station sends: sound with blocks of metadata in between.
public enum StationBytes {
    /// The sound with a block behind every `interval` bytes of it: the texts one after the other, an empty one as no text; none after the last.
    public static func mixed(_ sound: [UInt8], every interval: Int, _ texts: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        var (rest, left) = (sound[...], texts[...])
        while !rest.isEmpty {
            let piece = rest.prefix(max(interval, 1))
            rest = rest.dropFirst(piece.count)
            bytes += piece
            if piece.count == interval { bytes += block(left.popFirst() ?? []) }
        }
        return bytes
    }

    /// One block: its length in sixteens, then the text, filled up with zeros.
    public static func block(_ text: [UInt8]) -> [UInt8] {
        let size = min((text.count + 15) / 16, 255)
        return [UInt8(size)] + text.prefix(size * 16) + [UInt8](repeating: 0, count: max(size * 16 - text.count, 0))
    }

    /// An answer with them, without a length, that falls silent at its end rather than be over.
    public static func response(_ body: [UInt8], interval: String?, _ headers: [(name: String, value: String)] = [])
        -> LoopbackServer.Response
    {
        var response = LoopbackServer.Response(type: "audio/mpeg", body: body, headers: headers)
        if let interval { response.headers.append(("icy-metaint", interval)) }
        response.withoutLength = true
        response.stallAfter = body.count
        return response
    }
}
