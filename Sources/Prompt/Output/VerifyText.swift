import Catalogue
import Library
import Session
import Terminal

/// What `verify` found, in words: what is not right, and what to do about it.
enum VerifyText {
    static func lines(_ files: [VerifiedFile]) -> [String] {
        if files.isEmpty { return ["no files to verify"] }
        let bad = files.filter { $0.fault != nil }
        let noted = files.filter { $0.fault != nil || $0.endsInAFrame }
        let lines = noted.map { "\($0.fault == nil ? "✓" : "✗") “\(Columns.plain($0.record.title))”: \(words($0))" }
        guard !bad.isEmpty else { return lines + [Figures.count(files.count, "file is", "files are") + " as fetched"] }
        let ids = bad.prefix(20).map(\.record.id.description).joined(separator: " ")
        let command = "download \(ids)" + (bad.count > 20 ? " …" : "")
        return lines + [
            "\(bad.count) of \(Figures.count(files.count, "file", "files")) \(bad.count == 1 ? "is" : "are") not as fetched; "
                + "\(command) fetches \(bad.count == 1 ? "it" : "them") again"
        ]
    }

    /// Of one file; for scripts too.
    static func words(_ file: VerifiedFile) -> String {
        if let fault = file.fault { return Columns.plain(ErrorText.words(for: fault)) }
        return file.endsInAFrame ? "as fetched, though its end is cut off" : "as fetched"
    }
}
