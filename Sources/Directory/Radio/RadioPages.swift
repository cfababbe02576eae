import Catalogue
import Transfer

/// A directory of radio stations.
struct RadioPages {
    let access: SourceAccess
    let transfer: TransferClient
    let asking: Asking

    func page(_ request: PageRequest) async throws(DirectoryError) -> FetchedPage {
        throw .noSuchPage(source: access.source.name, kind: access.source.kind, page: request.word)
    }
}
