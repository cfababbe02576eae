/// The media type that a file's extension tells, for services that don't say it themselves.
enum SoundType {
    /// Nil for an extension that tells nothing.
    static func mime(ofExtension name: String, isVideo: Bool = false) -> String? {
        switch name.lowercased() {
        case "mp3", "mp2", "mpga": "audio/mpeg"
        case "m4a", "m4b": "audio/mp4"
        case "mp4", "m4v": isVideo || name.lowercased() == "m4v" ? "video/mp4" : "audio/mp4"
        case "mov": "video/quicktime"
        case "aac": "audio/aac"
        case "ogg", "oga", "opus": "audio/ogg"
        case "wav": "audio/wav"
        case "flac": "audio/flac"
        default: nil
        }
    }

    /// By the last part of an address, without its query.
    static func mime(ofAddress url: String) -> String? {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return nil }
        return mime(ofExtension: String(name[name.index(after: dot)...]))
    }
}
