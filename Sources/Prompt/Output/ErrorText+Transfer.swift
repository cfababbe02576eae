import Transfer

extension ErrorText {
    static func line(_ error: TransferError) -> ErrorLine {
        switch error {
        // On the way.
        case .libraryMissing(let words):
            ErrorLine(.io, "libcurl can't be opened (\(words)); install it (Debian: libcurl4) to use the network")
        case .badURL(let url): ErrorLine(.usage, "\(quoted(url)) is no address that could be fetched; write http://… or https://…")
        case .unsupportedScheme(let url): ErrorLine(.usage, "\(place(url)) can't be fetched; only http and https can")
        case .couldNotResolve(let host): ErrorLine(.network, "no address is known for \(host); look at the name and the network")
        case .couldNotConnect(let host, let port): ErrorLine(.network, "could not connect to \(host), port \(port); try again later")
        case .timedOut(let url): ErrorLine(.network, "no answer in time from \(place(url)); try again later")
        case .stalled(let url, let seconds):
            ErrorLine(.network, "nothing came for \(Figures.plain(seconds)) seconds from \(place(url)); try again later")
        case .connectionLost(let url, let message): ErrorLine(.network, "the connection broke at \(place(url)): \(message)")
        case .tls(let host, let message): ErrorLine(.network, "no safe connection to \(host): \(message)")
        case .other(let code, let message, let url): ErrorLine(.network, "could not fetch \(place(url)): \(message) (libcurl \(code))")
        case .cancelled: ErrorLine(.interrupted, "interrupted")

        // What the server said.
        case .tooManyRedirects(let url): ErrorLine(.network, "too many redirects at \(place(url))")
        case .downgradeRefused(let from, let to):
            ErrorLine(
                .network,
                "\(place(from)) leads to \(place(to)), which is not encrypted; set SOURCE.allow-http on allows that, SOURCE being its source, feed or url"
            )
        case .redirectToForeignScheme(let to): ErrorLine(.network, "a redirect to \(place(to)) was not followed; only http and https are")
        case .status(let status, let url): ErrorLine(.network, "\(place(url)) answered HTTP \(status)\(meaning(status))")
        case .unavailable(let status, let url, let seconds):
            ErrorLine(
                .network, "\(place(url)) answered HTTP \(status) and asks to come back in \(Figures.count(seconds, "second", "seconds"))")

        // What came.
        case .tooLarge(let url, let limit):
            ErrorLine(.network, "the answer of \(place(url)) is larger than \(Figures.size(limit)) and was left")
        case .cutShort(let url, let got, let expected):
            ErrorLine(.network, "\(place(url)) ended early: \(amount(got, of: expected)); try again to go on from there")
        case .notHTTP(let url):
            ErrorLine(.network, "what came from \(place(url)) is no HTTP answer; try again later, or look at the address")
        case .changed(let url): ErrorLine(.network, "\(place(url)) changed on the server meanwhile; try again")
        case .webPageInsteadOfAudio(let url): ErrorLine(.audio, "\(place(url)) gave a web page instead of audio", status: 4)
        case .feedInsteadOfAudio(let url):
            ErrorLine(.audio, "\(place(url)) is a podcast feed, no audio; open and subscribe take its address", status: 4)
        case .notAudio(let url, let found): ErrorLine(.audio, "\(place(url)) gave no audio but \(found)", status: 4)

        // The disk.
        case .alreadyRunning(let path): ErrorLine(.busy, "\(path) is being downloaded already, perhaps by another skywave")
        case .exists(let path): ErrorLine(.io, "there is a file \(path) already, which was left as it is; move it away first")
        case .noSpace(let path):
            ErrorLine(.diskFull, "the disk is full: no room for \(path); free some space and try again; it goes on from there")
        case .disk(let path, let errno): ErrorLine(.io, "\(path) can't be written: \(reason(errno))")
        case .unreadable(let path, let errno): ErrorLine(.io, "\(path) can't be read: \(reason(errno))")
        }
    }

    /// An address without its query, which may be a signature of some lines' length.
    static func place(_ url: String) -> String {
        url.firstIndex(where: { $0 == "?" || $0 == "#" }).map { String(url[..<$0]) } ?? url
    }

    private static func amount(_ got: Int64, of expected: Int64?) -> String {
        expected.map { "\(got) of \($0) bytes came" } ?? "\(got) bytes came"
    }

    /// What the statuses that listeners meet mean (RFC 9110).
    private static func meaning(_ status: Int) -> String {
        switch status {
        case 401, 403: ": it wants a permission that is not there"
        case 404, 410: ": it is not there (any more)"
        case 429: ": it was asked too often; try again later"
        case 500...: ": the server is in trouble; try again later"
        default: ""
        }
    }
}
