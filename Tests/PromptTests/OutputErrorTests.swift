import Catalogue
import Directory
import Library
import Playback
import Session
import Terminal
import Testing
import Transfer

@testable import Prompt

/// Errors in words, with what scripts go by.
@Suite struct OutputErrorTests {
    private struct Foreign: Error {}

    @Test func anErrorSaysWhatFailedOnWhatAndWhatToDo() {
        let lines: [(any Error, String)] = [
            (UsageError.unknownCommand("plya", near: ["play"]), "there is no command “plya”; did you mean play?"),
            (UsageError.ambiguousCommand("p", choices: ["pause", "play", "prev"]), "“p” may mean pause, play, prev; write more of it"),
            (UsageError.wrongArguments(command: "seek", usage: "seek TIME"), "usage: seek TIME"),
            (SessionError.notInListing(9, count: 4), "there is no number 9 in the last listing; it goes from 1 to 4"),
            (SessionError.noSuchChart("x", known: ["hot", "new"]), "there is no chart “x”; there are: hot, new"),
            (SessionError.noSuchChart("x", known: []), "there is no chart “x”; charts lists them"),
            (
                SessionError.notInTrash(GoneFile(id: ItemID(.episode, 1), reason: .trashFull)),
                "the trash takes no more than 1 GB: the file is gone for good"
            ),
            (
                SessionError.notInTrash(GoneFile(id: ItemID(.episode, 1), reason: .notMoved(errno: 18))),
                "the file could not be moved to the trash and is gone for good: it lies on another disk"
            ),
            (
                SessionError.notInTrash(GoneFile(id: ItemID(.episode, 1), reason: .notRemoved(errno: 13))),
                "the file could not be deleted: it is not permitted"
            ),
            (
                LibraryError.notBroughtBack(path: "/a", words: "no"),
                "the file /a can't be brought back from the trash: no; look at its folder"
            ),
            (
                SessionError.isHLS(title: "N"),
                "“N” is broadcast as HLS, which this version can't play; look for the station's MP3 stream"
            ),
            (
                TransferError.couldNotConnect(host: "127.0.0.1", port: 9), "could not connect to 127.0.0.1, port 9; try again later"
            ), (TransferError.status(404, url: "http://h/a?sign=s"), "http://h/a answered HTTP 404: it is not there (any more)"),
            (
                DirectoryError.transfer(.timedOut(url: "http://h/a"), source: "fm"),
                "the source “fm” could not be asked: no answer in time from http://h/a; try again later"
            ),
            (
                DirectoryError.answer(.refused(code: "1001", message: "签名错误"), source: "fm", what: "banner"),
                "the source “fm” did not give its banner: the service refused: 签名错误 (code 1001)"
            ),
            (
                CatalogueError.notJSON(JSONError(.truncated, position: 9, line: 2, column: 4)),
                "it is cut short: the data end at line 2, column 4"
            ),
            (CatalogueError.webPage, "it is a web page, not data"),
            (
                LibraryError.newer(path: "/l/library.sqlite", found: 9, known: 1),
                "the library /l/library.sqlite is of a newer skywave (version 9, this one knows 1) and was left untouched; update skywave"
            ), (PlaybackError.notAudio(found: "HTML"), "it is no MPEG audio but HTML"),
            (
                PlaybackError.needsFFmpeg(found: "MPEG-4/AAC"),
                "it is no MPEG audio but MPEG-4/AAC, which takes ffmpeg to play; install the package ffmpeg"
            ),
            (
                PlaybackError.ffmpeg(found: "FLAC", words: "signal 9 ended it"),
                "it is FLAC, which ffmpeg could not decode: signal 9 ended it"
            ),
            (
                PlaybackError.source(TransferError.cutShort(url: "http://h/a", got: 5, expected: 9)),
                "http://h/a ended early: 5 of 9 bytes came; try again to go on from there"
            ),
            (PlaybackError.feed, "it is a podcast feed, no audio; open and subscribe take its address"),
            (
                TransferError.feedInsteadOfAudio(url: "http://h/f?k=1"),
                "http://h/f is a podcast feed, no audio; open and subscribe take its address"
            ),
            (PlaybackError.unreadable(path: "/m/a.mp3", errno: 13), "/m/a.mp3 can't be read: it is not permitted"),
        ]
        for (error, words) in lines { #expect(ErrorText.words(for: error) == words) }
    }

    @Test func eachErrorHasTheCodeAndTheStatusOfTheInterface() {
        let rows: [(any Error, ErrorCode, Int32)] = [
            (UsageError.unknownOption("--x"), .usage, 2), (UsageError.openQuote("'"), .usage, 2),
            (SessionError.noListing, .notFound, 3), (SessionError.noMore, .notFound, 3),
            (SessionError.nothingFound(words: "x"), .notFound, 3),
            (DirectoryError.noSuchPage(source: "r", kind: .fm, page: "search"), .notFound, 3),
            (DirectoryError.transfer(.couldNotResolve(host: "h"), source: "fm"), .network, 4),
            (DirectoryError.transfer(.status(500, url: "http://h"), source: "fm"), .network, 4),
            (DirectoryError.answer(.webPage, source: "fm", what: "cards"), .notData, 4),
            (DirectoryError.answer(.refused(code: "1", message: ""), source: "fm", what: "cards"), .catalogue, 4),
            // The same in a file, as `inspect` meets it.
            (CatalogueError.webPage, .notData, 1), (CatalogueError.refused(code: "1", message: ""), .catalogue, 1),
            (JSONError(.empty), .notData, 1), (SessionError.nothingPlaying, .audio, 1),
            (SessionError.playingElsewhere(process: 7), .busy, 1), (LibraryError.busy(path: "/l"), .busy, 1),
            (LibraryError.newer(path: "/l", found: 2, known: 1), .newerLibrary, 1), (LibraryError.diskFull(path: "/l"), .diskFull, 1),
            (TransferError.noSpace(path: "/l/a"), .diskFull, 1), (TransferError.webPageInsteadOfAudio(url: "http://h/a"), .audio, 4),
            (PlaybackError.noDevice("connection refused"), .noDevice, 5), (PlaybackError.noSuchDevice("x"), .noDevice, 5),
            (PlaybackError.serverHangs, .noDevice, 5), (PlaybackError.deviceSuspended, .noDevice, 5),
            (SessionError.isHLS(title: "N"), .audio, 1),
            (PlaybackError.empty, .audio, 1), (PlaybackError.feed, .audio, 1),
            (TransferError.feedInsteadOfAudio(url: "http://h/a"), .audio, 4), (SessionError.noPicture(title: "x"), .notFound, 3),
            (SessionError.notAPicture(url: "http://h/a", isRemote: true), .notData, 4),
            (SessionError.notAPicture(url: "/a", isRemote: false), .notData, 1), (SessionError.notOneThing("all"), .usage, 2),
            (ChildProgram.Failure.failed(name: "chafa", status: 1), .io, 1),
            (ChildProgram.Failure.tooSlow(name: "chafa", seconds: 10), .io, 1),
            (PlaybackError.source(TransferError.couldNotResolve(host: "h")), .network, 4),
            (CancellationError(), .interrupted, 130), (TransferError.cancelled, .interrupted, 130), (Foreign(), .io, 1),
        ]
        for (error, code, status) in rows {
            #expect(ErrorText.code(for: error) == code, "\(error)")
            #expect(ErrorText.status(for: error) == status, "\(error)")
        }
    }

    @Test func aPageFromTheStoreSaysHowOldItIsAndWhy() {
        var report = Sample.report([])
        report.stored = StoredNote(seen: 1_796_040_000, reason: .transfer(.couldNotResolve(host: "fm.example"), source: "fm"))
        report.failures = [PartFailure(part: "cards", error: .answer(.webPage, source: "fm", what: "cards"))]
        #expect(
            text(TextPrinter(width: 80).notes(of: report, now: 1_796_047_300)) == """
                shown from the store, seen 2 h ago: the source “fm” could not be asked: no address is known for fm.example; look at the name and the network
                the cards could not be shown: the source “fm” did not give its cards: it is a web page, not data
                """)
        #expect(TextPrinter(width: 80).notes(of: Sample.featured, now: 0).isEmpty)
    }
}
