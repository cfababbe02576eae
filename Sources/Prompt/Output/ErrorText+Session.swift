import Glibc
import Library
import Session

extension ErrorText {
    static func line(_ error: SessionError) -> ErrorLine {
        switch error {
        // Addresses.
        case .noListing: ErrorLine(.notFound, "there is no listing yet that a number could stand for; look at one first, such as featured")
        case .notInListing(let number, 0): ErrorLine(.notFound, "there is no number \(number): the last listing is empty")
        case .notInListing(let number, let count):
            ErrorLine(.notFound, "there is no number \(number) in the last listing; it goes from 1 to \(count)")
        case .leadsNowhere(let number, let web?): ErrorLine(.notFound, "number \(number) is a page on the web: \(web)")
        case .leadsNowhere(let number, nil): ErrorLine(.notFound, "number \(number) leads to nothing that could be opened or played")
        case .notAnAddress(let text):
            ErrorLine(.notFound, "\(quoted(text)) is no number of the last listing, id such as e12, file or http(s) address")
        case .noSuchItem(let id): ErrorLine(.notFound, "there is no \(id) in this library")
        case .noSuchFile(let path): ErrorLine(.io, "there is no file \(path)")
        case .notAFile(let path): ErrorLine(.io, "\(path) is no file that could be played, but a folder, pipe or device")
        case .nothingCurrent: ErrorLine(.notFound, "nothing plays, and nothing is current in the queue; play something first")
        case .notAProgram(let title): ErrorLine(.notFound, "\(quoted(title)) is not a programme and belongs to none that is known")
        case .noAudio(let title): ErrorLine(.audio, "\(quoted(title)) has no audio that could be played")
        case .noChapters(let title): ErrorLine(.notFound, "no chapters of \(quoted(title)) are known")
        case .noNextChapter(let title): ErrorLine(.notFound, "\(quoted(title)) has no chapter behind this one")
        case .noSuchChapter(let number, let count):
            ErrorLine(.notFound, "there is no chapter \(number); there are \(count), which chapters lists")
        case .noPicture(let title): ErrorLine(.notFound, "no picture of \(quoted(title)) is known")
        case .notAPicture(let url, let isRemote):
            ErrorLine(.notData, "\(place(url)) is no picture that could be shown", status: isRemote ? 4 : 1)
        case .notOneThing(let word): ErrorLine(.usage, "\(quoted(word)) stands for several things, or for none; name one of them")
        case .lengthUnknown(let title):
            ErrorLine(.audio, "nobody knows yet how long \(quoted(title)) is; say a time, such as 1:30")
        case .noOtherPlace(let title):
            ErrorLine(.audio, "\(quoted(title)) can't be heard from another place: it plays on where it is")
        case .isLive(let title):
            ErrorLine(
                .usage,
                "\(quoted(title)) is live radio, which has no end: it can be played at its own speed, not downloaded or searched through",
                status: 1)
        case .isHLS(let title):
            ErrorLine(
                .audio, "\(quoted(title)) is broadcast as HLS, which this version can't play; look for the station's MP3 stream")
        case .noEpisodes(let title): ErrorLine(.notFound, "no episodes of \(quoted(title)) are known; open it first")

        // Lists and sources.
        case .noMore: ErrorLine(.notFound, "that was all")
        case .nothingFound(let words, let waiting):
            ErrorLine(
                .notFound,
                "nothing matches \(quoted(words)); try fewer words" + (waiting > 0 ? ", or later: \(Notes.waiting(waiting))" : ""))
        case .noSuchSource(let name, let known): ErrorLine(.notFound, "there is no source \(quoted(name))\(choices(known))")
        case .sourceExists(let name):
            ErrorLine(.usage, "there is a source \(quoted(name)) already; choose another name, or remove it first", status: 1)
        case .builtInSource(let name): ErrorLine(.usage, "the source \(quoted(name)) is built in and stays as it is", status: 1)
        case .badSourceName(let name): ErrorLine(.usage, "\(quoted(name)) can't be a source's name; take letters, digits and -")
        case .noSuchCategory(let name, let known):
            ErrorLine(.notFound, "there is no category \(quoted(name))\(choices(known, else: "categories lists them"))")
        case .noSuchChart(let name, let known):
            ErrorLine(.notFound, "there is no chart \(quoted(name))\(choices(known, else: "charts lists them"))")
        case .inNoChart(let title, let chart):
            ErrorLine(
                .notFound,
                "\(quoted(title)) was never seen in \(chart.map { "the chart \(quoted($0))" } ?? "a chart"); charts looks at all charts and keeps them"
            )

        case .notAStory(let title): ErrorLine(.notFound, "\(quoted(title)) is no story; daily lists the day's")
        case .storyOfAFile(let title, let web):
            ErrorLine(
                .notFound,
                "\(quoted(title)) was imported from a file, which has no more of it" + (web.map { "; its page is \($0)" } ?? ""))
        case .noStories(let day): ErrorLine(.notFound, "there are no stories of \(day)")
        case .cannotBeLiked(let title):
            ErrorLine(.notFound, "\(quoted(title)) can't be liked, only stories and episodes can; favourite keeps it")

        case .cannotBeMarked(let title):
            ErrorLine(.notFound, "\(quoted(title)) can't be marked, only episodes and programmes can")

        // Undoing.
        case .nothingToUndo: ErrorLine(.notFound, "nothing to undo")
        case .nothingToRedo: ErrorLine(.notFound, "nothing to redo")
        case .backupGone: ErrorLine(.io, "the backup is not there any more, or can't be read; the library stays as it is")
        case .lostFromTrash: ErrorLine(.io, "the file is not in the trash any more; download fetches it again")
        case .notInTrash(let file): ErrorLine(.io, notInTrash(file.reason))

        // Queue and playing.
        case .noSuchPosition(let position, 0): ErrorLine(.notFound, "there is no position \(position): the queue is empty")
        case .noSuchPosition(let position, let length):
            ErrorLine(.notFound, "there is no position \(position) in the queue; it goes from 1 to \(length)")
        case .emptyQueue: ErrorLine(.notFound, "the queue is empty; add something first, such as add 1")
        case .noPlaces: ErrorLine(.notFound, "there is no place to go back to yet; what is heard leaves some")
        case .nothingPlaying: ErrorLine(.audio, "nothing is playing; play starts the queue")
        case .recordingAlready(let path): ErrorLine(.usage, "it is being recorded already, to \(path); record off ends that", status: 1)
        case .notRecording: ErrorLine(.audio, "nothing is being recorded; record begins it")
        case .notFromNetwork(let title):
            ErrorLine(.audio, "\(quoted(title)) doesn't come from the network now, so that there is nothing to record")
        case .playingElsewhere(let process):
            ErrorLine(.busy, "process \(process) is playing on this library; say it there, or take another library with --library")

        // Playlists and files.
        case .fileExists(let path):
            ErrorLine(.usage, "there is a file \(path) already; say --yes to write over it, or take another name", status: 1)
        case .fileNotWritten(let path, EBUSY): ErrorLine(.io, "\(path) is a file of the library itself; take another name")
        case .fileNotWritten(let path, let code):
            ErrorLine(code == ENOSPC ? .diskFull : .io, "\(path) can't be written: \(reason(code))")
        case .playlistExists(let name):
            ErrorLine(
                .usage, "there is a playlist \(quoted(name)) already; say --yes to write over it, or take another name", status: 1)
        case .noSuchPlaylist(let name, let known):
            ErrorLine(.notFound, "there is no playlist \(quoted(name))\(choices(known, else: "save NAME keeps the queue as one"))")
        case .badPlaylistName(let name): ErrorLine(.usage, "\(quoted(name)) can't be a playlist's name; take up to 255 bytes of plain text")
        case .nothingToExport:
            ErrorLine(.notFound, "there is nothing to write; add something to the queue, or for opml subscribe to a feed")
        case .newerArchive(let version):
            ErrorLine(
                .notData, "the library was exported in form \(version), which this version can't read; take a newer skywave", status: 1)
        case .tooLarge(let limit): ErrorLine(.notData, "it is larger than \(Figures.size(Int64(limit))) and was left", status: 1)
        case .emptyPlaylist(let name): ErrorLine(.notFound, "there is nothing to play in \(quoted(name))")

        // Settings, downloads, output.
        case .unknownSetting(let key, let known):
            ErrorLine(.notFound, "there is no setting \(quoted(key))\(choices(known, else: "set lists them"))")
        case .badSetting(let key, let value, let expected): ErrorLine(.usage, "\(quoted(value)) won't do for \(key): it takes \(expected)")
        case .settingsFile(let path, let reason): ErrorLine(.io, "the settings file \(path): \(reason)")
        case .fileGone(let path): ErrorLine(.io, "the file is gone: \(path)")
        case .fileChanged(let path, let bytes, let expected):
            ErrorLine(.io, "the file has changed: \(path) has \(Figures.size(bytes)), not \(Figures.size(expected)) as it was fetched")
        case .fileUnreadable(let path, let code): ErrorLine(.io, "the file \(path) can't be read: \(reason(code))")
        case .fileDiffers(let path): ErrorLine(.io, "the file is not what was fetched: \(path)")
        case .downloadingElsewhere(let title, let process):
            ErrorLine(.busy, "\(quoted(title)) is being downloaded by process \(process) already; say it there, or wait for it")
        case .downloadsElsewhere(let process):
            ErrorLine(.busy, "process \(process) is downloading for this library; end it there, or wait until it is done")
        case .notABookmark(let word): ErrorLine(.notFound, "\(quoted(word)) is no bookmark of the last listing; bookmarks lists them")
        case .noDownload(let title): ErrorLine(.notFound, "\(quoted(title)) is not being downloaded")
        case .notDownloaded(let title): ErrorLine(.notFound, "\(quoted(title)) is not downloaded")
        case .notSubscribed(let title): ErrorLine(.notFound, "\(quoted(title)) is not subscribed; subscriptions lists what is")
        case .noFeed(let title):
            ErrorLine(.notFound, "the directory doesn't say the feed of \(quoted(title)); subscribe to its address if you know it")
        case .downloadFolder(let path): ErrorLine(.io, "the download folder \(path) can't be written; look at its owner and permissions")
        case .schemeNotSupported(let url): ErrorLine(.usage, "\(quoted(url)) can't be fetched; only http and https can")
        }
    }

    private static func notInTrash(_ why: GoneFile.Reason) -> String {
        switch why {
        case .trashFull: "the trash takes no more than 1 GB: the file is gone for good"
        case .notMoved(let code): "the file could not be moved to the trash and is gone for good: \(reason(code))"
        case .notTrashed(let code): "the file stays, as it could not be moved to the trash: \(reason(code))"
        case .notRemoved(let code): "the file could not be deleted: \(reason(code))"
        }
    }
}
