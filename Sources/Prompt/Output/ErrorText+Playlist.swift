import Queue

extension ErrorText {
    static func line(_ error: PlaylistError) -> ErrorLine {
        switch error {
        case .liveStream:
            ErrorLine(
                .notData, "it is an HLS live stream (the pieces of one programme), not a list of tracks; this version can't play those")
        case .opml: ErrorLine(.notData, "it is OPML, a list of subscriptions; subscribing comes with `subscribe`")
        case .notAPlaylist(let found?): ErrorLine(.notData, "it is no playlist but \(found)")
        case .notAPlaylist(nil): ErrorLine(.notData, "it is no playlist")
        case .cutShort: ErrorLine(.notData, "it is a playlist that is cut short before its first entry")
        }
    }
}
