public import Catalogue
public import Library

/// What can go wrong where the parts meet. Errors of a part itself come through as they are.
public enum SessionError: Error, Sendable, Equatable {
    /// There is no listing yet that a number could mean something in.
    case noListing
    /// The last listing ends before that number.
    case notInListing(Int, count: Int)
    /// The line of that number leads to nothing the library knows: the address of a web page, or nil.
    case leadsNowhere(Int, web: String?)
    /// Not a number, id, path or URL.
    case notAnAddress(String)
    case noSuchItem(ItemID)
    case noSuchFile(String)
    /// A folder, pipe or device.
    case notAFile(String)
    case nothingCurrent
    case notAProgram(title: String)
    case noAudio(title: String)
    case noPicture(title: String)
    /// Something that is no picture, from a server or in a local file.
    case notAPicture(url: String, isRemote: Bool)
    /// A word that stands for several things, or for none, where one is wanted.
    case notOneThing(String)
    case noEpisodes(title: String)
    /// A radio station, which has no end: it can't be downloaded, nor is there a place in it to go to.
    case isLive(title: String)
    /// A part of it was asked for, and nobody knows yet how long it is.
    case lengthUnknown(title: String)
    /// It can't be heard from another place than where it is.
    case noOtherPlace(title: String)
    /// A radio station whose stream is HLS: a list of short files, which can't be played.
    case isHLS(title: String)
    /// `more` after a listing that has no next page.
    case noMore
    /// `waiting`: so many items have still to be indexed.
    case nothingFound(words: String, waiting: Int = 0)
    case noSuchSource(String, known: [String])
    case sourceExists(String)
    case builtInSource(String)
    case badSourceName(String)
    case noSuchCategory(String, known: [String])
    case noSuchChart(String, known: [String])
    /// An item that was in no chart (or not in that chart) when it was looked at.
    case inNoChart(title: String, chart: String?)
    case noSuchPosition(Int, length: Int)
    case emptyQueue
    case nothingPlaying
    /// Nothing was left anywhere that could be gone back to.
    case noPlaces
    case noChapters(title: String)
    /// What plays is in its last chapter.
    case noNextChapter(title: String)
    case noSuchChapter(Int, count: Int)
    /// What plays is being recorded already, at that path.
    case recordingAlready(String)
    case notRecording
    /// What plays doesn't come from the network, so that there is nothing to record.
    case notFromNetwork(title: String)
    /// Another process plays on this library.
    case playingElsewhere(process: Int32)
    case unknownSetting(String, known: [String])
    case badSetting(key: String, value: String, expected: String)
    case settingsFile(path: String, reason: String)
    /// A downloaded file that is not there any more.
    case fileGone(String)
    /// A downloaded file that is not as long as it was: how long it is, and should be, in bytes.
    case fileChanged(String, bytes: Int64, expected: Int64)
    /// A downloaded file that is there and can't be read: its path and the system's error number.
    case fileUnreadable(String, errno: Int32)
    /// What stands for no bookmark of the last listing.
    case notABookmark(String)
    /// A downloaded file that is as long as it was, but holds other bytes.
    case fileDiffers(String)
    case noDownload(title: String)
    /// Another process has taken on that download.
    case downloadingElsewhere(title: String, process: Int32)
    /// Another process downloads for this library.
    case downloadsElsewhere(process: Int32)
    case notDownloaded(title: String)
    case notSubscribed(title: String)
    case notAStory(title: String)
    /// A story that an imported file listed: there is no service that could be asked for its text. `web` is its page.
    case storyOfAFile(title: String, web: String?)
    /// The service has nothing for that day.
    case noStories(day: String)
    /// Neither a story nor an episode.
    case cannotBeLiked(title: String)
    /// No episode, and nothing that stands for episodes.
    case cannotBeMarked(title: String)
    case nothingToUndo
    case nothingToRedo
    /// A deleted file that the trash hasn't got, or has no more.
    case notInTrash(GoneFile)
    case lostFromTrash
    /// The library that was to be had back is not among the backups any more, or can't be read.
    case backupGone
    /// A programme of a podcast directory, or of an imported file, of which that doesn't say the feed.
    case noFeed(title: String)
    case downloadFolder(path: String)
    case schemeNotSupported(String)
    /// A file is there already, and it was not said that it may be written over.
    case fileExists(String)
    /// A file that could not be written: its path and the system's error number.
    case fileNotWritten(String, errno: Int32)
    case playlistExists(String)
    case noSuchPlaylist(String, known: [String])
    case badPlaylistName(String)
    /// Neither the queue nor the last listing holds anything that a file could be made of.
    case nothingToExport
    /// An export of a whole library by a later version of the program.
    case newerArchive(version: Int)
    /// What was given is more than so many bytes.
    case tooLarge(limit: Int)
    /// A playlist that names nothing.
    case emptyPlaylist(String)
}
