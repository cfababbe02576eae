import CCurl

/// One libcurl easy handle: made, used and freed on the transfer thread.
final class CurlEasy {
    /// Who takes what arrives. The calls come on the transfer thread, from within libcurl.
    protocol Receiver: AnyObject {
        /// The connection stands; the request is about to be sent.
        func connected()
        /// One line of a head, with its line end. False ends the transfer.
        func headLine(_ bytes: UnsafeRawBufferPointer) -> Bool
        /// Bytes of the body, decompressed.
        func body(_ bytes: UnsafeRawBufferPointer) -> Verdict
    }

    enum Verdict {
        case taken
        /// Not now: the same bytes come again after `resume`.
        case pause
        /// Ends the transfer.
        case stop
    }

    let handle: UnsafeMutableRawPointer
    weak var receiver: (any Receiver)?
    private var list: UnsafeMutablePointer<curl_slist>?
    private var aliases: UnsafeMutablePointer<curl_slist>?
    private let words: UnsafeMutablePointer<CChar>

    /// nil when there is no memory.
    init?() {
        guard let handle = ccurl_easy_init() else { return nil }
        self.handle = handle
        words = .allocate(capacity: Int(CURL_ERROR_SIZE))
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        ccurl_easy_cleanup(handle)
        ccurl_list_free(list)
        ccurl_list_free(aliases)
        words.deallocate()
    }

    /// libcurl's own words on the last failure, or "".
    var message: String { String(cString: words) }

    func set(_ option: CURLoption, _ value: Int) throws(CurlCode) { try check(ccurl_set_number(handle, option, value)) }
    func set(_ option: CURLoption, _ value: Bool) throws(CurlCode) { try set(option, value ? 1 : 0) }
    func set(_ option: CURLoption, _ value: String) throws(CurlCode) { try check(ccurl_set_text(handle, option, value)) }

    /// The lines of the request's head besides libcurl's own.
    func setHeaders(_ lines: [String]) throws(CurlCode) {
        let fresh = try Self.list(of: lines)
        try check(ccurl_set_list(handle, CURLOPT_HTTPHEADER, fresh))
        ccurl_list_free(list)
        list = fresh
    }

    /// Takes a first line that begins so for that of an HTTP/1.0 answer. To be called once.
    func setStatusAlias(_ beginning: String) throws(CurlCode) {
        aliases = try Self.list(of: [beginning])
        try check(ccurl_set_list(handle, CURLOPT_HTTP200ALIASES, aliases))
    }

    private static func list(of lines: [String]) throws(CurlCode) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = ccurl_list_append(list, line) else {
                ccurl_list_free(list)
                throw CurlCode(CURLE_OUT_OF_MEMORY)
            }
            list = longer
        }
        return list
    }

    /// A POST with this body; libcurl keeps a copy.
    func setPost(_ body: String) throws(CurlCode) {
        try check(ccurl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.utf8.count)))
        try set(CURLOPT_COPYPOSTFIELDS, body)
    }

    /// Goes on with a transfer whose receiver said `pause`. May call the receiver before it returns.
    func resume() { _ = ccurl_easy_pause(handle, Int32(CURLPAUSE_CONT)) }

    /// Leads the callbacks to this object's `receiver`. The object lives as long as the handle, so the pointer stays good.
    func setCallbacks() throws(CurlCode) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try check(ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, words))
        for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_PREREQDATA] {
            try check(ccurl_set_pointer(handle, option, context))
        }
        try check(
            ccurl_set_data_callback(handle, CURLOPT_HEADERFUNCTION) { bytes, one, count, context in
                let goesOn = CurlEasy.receiver(context)?.headLine(UnsafeRawBufferPointer(start: bytes, count: one * count))
                return goesOn == true ? one * count : 0
            })
        try check(
            ccurl_set_data_callback(handle, CURLOPT_WRITEFUNCTION) { bytes, one, count, context in
                switch CurlEasy.receiver(context)?.body(UnsafeRawBufferPointer(start: bytes, count: one * count)) {
                case .taken: one * count
                case .pause: Int(CURL_WRITEFUNC_PAUSE)
                // Any count but the one given ends the transfer.
                case .stop, nil: one * count == 0 ? 1 : 0
                }
            })
        try check(
            ccurl_set_connected_callback(handle) { context, _, _, _, _ in
                CurlEasy.receiver(context)?.connected()
                return CURL_PREREQFUNC_OK
            })
    }

    private static func receiver(_ context: UnsafeMutableRawPointer?) -> (any Receiver)? {
        context.map { Unmanaged<CurlEasy>.fromOpaque($0).takeUnretainedValue() }?.receiver
    }
}
