import Catalogue

/// The ending of a sound file's name.
enum AudioEnding {
    /// The endings of each type, the usual one first.
    private static let families: [(mimes: [String], endings: [String])] = [
        (["audio/mpeg", "audio/mp3", "audio/x-mp3", "audio/mpeg3", "audio/x-mpeg"], ["mp3", "mp2", "mpga"]),
        (["audio/mp4", "audio/x-m4a", "audio/m4a", "audio/x-m4b", "video/mp4"], ["m4a", "m4b", "mp4"]),
        (["audio/aac", "audio/aacp", "audio/x-aac"], ["aac"]),
        (["audio/ogg", "application/ogg", "audio/opus", "audio/vorbis"], ["ogg", "opus", "oga"]),
        (["audio/flac", "audio/x-flac"], ["flac"]),
        (["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"], ["wav"]),
        (["audio/webm", "video/webm"], ["webm", "weba"]),
        (["audio/x-ms-wma"], ["wma"]),
    ]

    static let known = families.flatMap(\.endings)

    /// Before the file is there: by its address, else by the type that the catalogue tells; `mp3` where neither does.
    static func before(_ audio: AudioFile) -> String {
        ofAddress(audio) ?? family(audio.mime)?.first ?? "mp3"
    }

    /// When it is there, in place of the one that was `guessed`: that of the server's name for it, or the guessed one, if it agrees with the
    /// file's first bytes; else what those are. Where they tell nothing, the server's name for it; `declared` is the type the server told.
    static func after(_ audio: AudioFile, guessed: String, sniffed: String?, named: String?, declared: String?) -> String {
        let named = of(named?[...])
        if let family = family(sniffed) { return [named, guessed].compactMap { $0 }.first(where: family.contains) ?? family[0] }
        if let named { return named }
        guard ofAddress(audio) == nil, let family = family(declared), !family.contains(guessed) else { return guessed }
        return family[0]
    }

    private static func ofAddress(_ audio: AudioFile) -> String? {
        of(audio.url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last)
    }

    /// The ending of a name, if it is one of sound.
    static func of(_ name: Substring?) -> String? {
        let ending = name?.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased()
        return ending.flatMap { known.contains($0) ? $0 : nil }
    }

    private static func family(_ mime: String?) -> [String]? {
        let mime = mime?.lowercased()
        return families.first { $0.mimes.contains(mime ?? "") }?.endings
    }
}
