import Catalogue
import Transfer

/// Reads a static station: the FM-style answers as files of a tree.
struct StationClient: FMOrigin {
    let access: SourceAccess
    let tree: TreeReader
    let transfer: TransferClient
    let demo: DemoStation

    var base: String? { tree.base }

    var isRemote: Bool {
        if case .web = tree.place { return true }
        return false
    }

    func reply(to question: FMQuestion, known: Answer?) async throws(DirectoryError) -> Reply {
        try await file(question.path, known: known)
    }

    /// `station.json` at the tree's root.
    func description() async throws(DirectoryError) -> Reply {
        try await file(["station"], known: nil)
    }

    private func file(_ components: [String], known: Answer?) async throws(DirectoryError) -> Reply {
        try await tree.reply(components, ending: ".json", known: known, transfer: transfer, demo: demo, access: access)
    }
}
