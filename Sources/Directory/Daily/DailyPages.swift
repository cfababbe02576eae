import Catalogue
import Transfer

/// A daily news service.
struct DailyPages {
    let access: SourceAccess
    let transfer: TransferClient
    let asking: Asking

    func page(_ request: PageRequest) async throws(DirectoryError) -> FetchedPage {
        throw .noSuchPage(source: access.source.name, kind: access.source.kind, page: request.word)
    }
}
