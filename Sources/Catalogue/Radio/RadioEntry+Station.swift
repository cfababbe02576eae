/// What a directory's entry says of a station.
extension RadioEntry {
    /// Nil without an id; a station without an address has no audio, and one without a name goes by its address.
    var station: Station? {
        guard let ref = id(.stationuuid) else { return nil }
        let isHLS = flag(.hls) ?? false
        // "MP3,H.264": the sound's, then the picture's.
        let codec = line(.codec).flatMap { Self.names($0).first }.flatMap { $0.uppercased() == "UNKNOWN" ? nil : $0 }
        let file = audio(codec: codec, isHLS: isHLS)
        return Station(
            ref: ref, title: line(.name) ?? file?.url ?? "", audio: file.map { [$0] } ?? [],
            tags: line(.tags).map(Self.names) ?? [], country: line(.country) ?? line(.countrycode),
            language: line(.language) ?? line(.languagecodes), codec: codec, votes: count(.votes), clicks: count(.clickcount),
            trend: number(.clicktrend), image: address(.favicon), web: address(.homepage), isHLS: isHLS)
    }

    /// The stream itself, where the directory has found it behind the address that the station gave.
    private func audio(codec: String?, isHLS: Bool) -> AudioFile? {
        guard let url = address(.urlResolved) ?? address(.url) else { return nil }
        let mime = isHLS ? "application/vnd.apple.mpegurl" : codec.flatMap(Self.mime)
        return AudioFile(url: url, mime: mime, bitrate: number(.bitrate).flatMap(Self.bitrate))
    }

    /// kbit/s; where somebody wrote bit/s they are told by their size. 0 means unknown.
    private static func bitrate(_ number: Int) -> Int? {
        let kilobits = number >= 8000 ? number / 1000 : number
        return (1..<8000).contains(kilobits) ? kilobits : nil
    }

    /// Only where a codec has one media type.
    private static func mime(_ codec: String) -> String? {
        switch codec.uppercased() {
        case "MP3": "audio/mpeg"
        case "AAC", "AAC+": "audio/aac"
        case "OGG", "OPUS": "audio/ogg"
        case "FLAC": "audio/flac"
        default: nil
        }
    }

    /// What stands between commas.
    private static func names(_ text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: ",")).compactMap { part in
            let name = Substring(part).trimmed
            return name.isEmpty ? nil : name
        }
    }
}
