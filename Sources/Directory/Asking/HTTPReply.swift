import Catalogue
import Transfer

extension TransferClient {
    /// Fetches an answer, conditionally where one is known. Any status but 2xx, and a 304 to an unconditional request, is an error.
    func reply(to request: HTTPRequest, known: Answer?) async throws(TransferError) -> Reply {
        var request = request
        request.etag = known?.etag
        request.lastModified = known?.lastModified
        let response = try await fetch(request)
        switch response.status {
        case 304 where known != nil: return .unchanged(etag: response.etag, lastModified: response.lastModified)
        case 200..<300:
            let body = Body(
                bytes: response.body, etag: response.etag, lastModified: response.lastModified, charset: response.charset)
            return .body(body)
        default: throw .status(response.status, url: response.url)
        }
    }
}
