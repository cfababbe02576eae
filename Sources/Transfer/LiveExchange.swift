import CCurl
import Glibc

/// An exchange under way: an easy handle and what has arrived. Belongs to the transfer thread.
final class LiveExchange: CurlEasy.Receiver {
    let exchange: Exchange
    let easy: CurlEasy
    /// Where the request goes now.
    private(set) var address: WebAddress
    private var method: HTTPRequest.Method
    private var headers: [(name: String, value: String)]
    private var hops = 0
    private var permanentURL: String?
    private var onlyPermanent = true

    private var head = HeadLines()
    private var location: String?
    private var hasBegun = false
    private var failure: TransferError?
    private var bytes: Int64 = 0
    private var length: Int64?
    private var isPaused = false
    /// When something last arrived; nil until the connection stands.
    private var lastSign: Double?

    /// Throws when libcurl has no memory or refuses an option.
    init(_ exchange: Exchange) throws(TransferError) {
        guard let easy = CurlEasy() else { throw .libraryMissing("curl_easy_init") }
        self.exchange = exchange
        self.easy = easy
        address = exchange.plan.address
        method = exchange.plan.method
        headers = exchange.plan.headers
        easy.receiver = self
        do {
            try setUp()
            try ask()
        } catch {
            throw error.error(at: address, message: easy.message, got: 0, expected: nil)
        }
    }

    /// Seconds (`monotonicSeconds`) at which the server has been silent for too long; nil while that can't be.
    var deadline: Double? {
        isPaused ? nil : lastSign.map { $0 + exchange.plan.limits.stallSeconds }
    }

    func stalled() -> TransferError { .stalled(url: address.url, seconds: exchange.plan.limits.stallSeconds) }

    /// Goes on where the sink had no room.
    func resume() {
        guard isPaused else { return }
        isPaused = false
        lastSign = monotonicSeconds()
        easy.resume()
    }

    /// libcurl is done with the request. True: a redirect is to be followed, the handle is set up for it. False: the exchange is over.
    func done(_ code: CURLcode) -> Bool {
        if failure == nil, let location {
            do {
                try follow(location)
                return true
            } catch {
                failure = error
            }
        } else if failure == nil, code != CURLE_OK {
            failure = CurlCode(code).error(at: address, message: easy.message, got: bytes, expected: length)
        }
        exchange.sink.ended(failure)
        return false
    }

    // MARK: What arrives

    func connected() { lastSign = monotonicSeconds() }

    func headLine(_ line: UnsafeRawBufferPointer) -> Bool {
        lastSign = monotonicSeconds()
        guard !hasBegun, location == nil, head.take(line), head.status >= 200 else { return true }
        if Redirect.isRedirect(head.status), let target = head.headers.last(where: { $0.name.lowercased() == "location" })?.value {
            location = target
            return true
        }
        hasBegun = true
        let answer = AnswerHead(status: head.status, headers: head.headers, url: address.url, permanentURL: permanentURL)
        length = answer.bodyLength
        return attempt { () throws(TransferError) in try exchange.sink.began(answer) }
    }

    func body(_ chunk: UnsafeRawBufferPointer) -> CurlEasy.Verdict {
        lastSign = monotonicSeconds()
        if location != nil {
            // A redirect's body is of no use; a long one isn't waited for.
            bytes += Int64(chunk.count)
            return bytes > 65536 ? .stop : .taken
        }
        var isTaken = false
        guard attempt({ () throws(TransferError) in isTaken = try exchange.sink.received(chunk) }) else { return .stop }
        isPaused = !isTaken
        if isTaken { bytes += Int64(chunk.count) }
        return isTaken ? .taken : .pause
    }

    private func attempt(_ step: () throws(TransferError) -> Void) -> Bool {
        do {
            try step()
            return true
        } catch {
            failure = error
            return false
        }
    }

    // MARK: What is asked

    private func follow(_ location: String) throws(TransferError) {
        hops += 1
        guard hops <= exchange.plan.limits.redirects else { throw .tooManyRedirects(url: exchange.plan.address.url) }
        let next = try Redirect.target(from: address, location: location, allowDowngrade: exchange.plan.allowDowngrade)
        if !Redirect.isPermanent(head.status) { onlyPermanent = false }
        if onlyPermanent { permanentURL = next.url }
        if !Redirect.keepsMethod(head.status) { method = .get }
        if next.server != address.server || next.scheme != address.scheme {
            headers.removeAll { ["authorization", "cookie"].contains($0.name.lowercased()) }
        }
        address = next
        self.location = nil
        head = HeadLines()
        bytes = 0
        lastSign = nil
        do {
            try ask()
        } catch {
            throw error.error(at: address, message: easy.message, got: 0, expected: nil)
        }
    }

    /// The options that stay from hop to hop.
    private func setUp() throws(CurlCode) {
        let plan = exchange.plan
        try easy.setCallbacks()
        try easy.set(CURLOPT_NOSIGNAL, true)
        // Else to cancel during a name look-up would hold up the thread until that has ended.
        try easy.set(CURLOPT_QUICK_EXIT, true)
        // The authorities to trust, where others are said than the system's: as curl, wget and others take it.
        if let path = getenv("SSL_CERT_FILE"), path.pointee != 0 { try easy.set(CURLOPT_CAINFO, String(cString: path)) }
        try easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try easy.set(CURLOPT_FOLLOWLOCATION, false)
        try easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        try easy.set(CURLOPT_USERAGENT, plan.userAgent)
        try easy.set(CURLOPT_CONNECTTIMEOUT_MS, Int(max(0.001, min(plan.limits.connectTimeout, 86400)) * 1000))
        try easy.set(CURLOPT_TCP_KEEPALIVE, true)
        // Some sites set a cookie and send the client back to where it was.
        try easy.set(CURLOPT_COOKIEFILE, "")
        // "": whatever libcurl can decompress. "identity" still decompresses what a server compresses unasked.
        try easy.set(CURLOPT_ACCEPT_ENCODING, plan.isMedia ? "identity" : "")
        if plan.isMedia {
            try easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
            try easy.setStatusAlias(HeadLines.shoutcast)
        }
    }

    /// The options of this hop.
    private func ask() throws(CurlCode) {
        try easy.set(CURLOPT_URL, address.url)
        // A proxy from the environment can't reach this machine's own servers.
        if ["127.0.0.1", "localhost", "[::1]"].contains(address.host) { try easy.set(CURLOPT_NOPROXY, "*") }
        switch method {
        case .get: try easy.set(CURLOPT_HTTPGET, true)
        case .post(let form): try easy.setPost(FormText.encode(form))
        }
        try easy.setHeaders(headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" } + ["Expect:"])
    }
}

/// `application/x-www-form-urlencoded` text.
enum FormText {
    static func encode(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { escape($0.name) + "=" + escape($0.value) }.joined(separator: "&")
    }

    private static func escape(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "*"):
                bytes.append(byte)
            case UInt8(ascii: " "): bytes.append(UInt8(ascii: "+"))
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
