import CCurl

/// libcurl, opened at first use.
enum CurlLibrary {
    /// Opens it once a process; any thread.
    static func open() throws(TransferError) {
        if let words = ccurl_open() { throw .libraryMissing(String(cString: words)) }
    }

    /// Seconds since 1970 of a date as HTTP writes them.
    static func date(_ text: String) -> Int64? {
        guard ccurl_open() == nil else { return nil }
        let seconds = ccurl_date(text)
        return seconds < 0 ? nil : seconds
    }
}

/// A libcurl result code; an unknown one is still representable. `CURLcode` in curl.h.
struct CurlCode: Error, Equatable {
    let rawValue: Int32

    init(_ code: CURLcode) { rawValue = Int32(truncatingIfNeeded: code.rawValue) }

    /// libcurl's words for it (`curl_easy_strerror`).
    var words: String { String(cString: ccurl_easy_words(CURLcode(rawValue: UInt32(bitPattern: rawValue)))) }

    /// What it means for a request of `address`; `message` is the text of the error buffer, or "".
    func error(at address: WebAddress, message: String, got: Int64, expected: Int64?) -> TransferError {
        let words = message.isEmpty ? words : message
        switch CURLcode(rawValue: UInt32(bitPattern: rawValue)) {
        // The address was looked at before, so that it is the answer ("HTTP/0.9").
        case CURLE_UNSUPPORTED_PROTOCOL: return .notHTTP(url: address.url)
        case CURLE_URL_MALFORMAT: return .badURL(address.url)
        case CURLE_COULDNT_RESOLVE_HOST: return .couldNotResolve(host: address.host)
        case CURLE_COULDNT_CONNECT: return .couldNotConnect(host: address.host, port: address.port)
        case CURLE_OPERATION_TIMEDOUT: return .timedOut(url: address.url)
        case CURLE_PARTIAL_FILE: return .cutShort(url: address.url, got: got, expected: expected)
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return .connectionLost(url: address.url, message: words)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ENGINE_INITFAILED:
            return .tls(host: address.host, message: words)
        default: return .other(code: rawValue, message: words, url: address.url)
        }
    }
}

/// A libcurl URL code; `CURLUcode` in urlapi.h.
struct CurlURLCode: Error { let rawValue: UInt32 }

/// Throws a code that is not success.
func check(_ code: CURLcode) throws(CurlCode) {
    if code != CURLE_OK { throw CurlCode(code) }
}

func check(_ code: CURLUcode) throws(CurlURLCode) {
    if code != CURLUE_OK { throw CurlURLCode(rawValue: code.rawValue) }
}
