import Foundation
import Queue
import TestSupport
import Testing

/// Real lists, and what stands in them.
@Suite struct PlaylistVectorTests {
    @Test func everyRealListGivesTheEntriesOfTheAnswers() throws {
        guard let folder = vectorsFolder.map({ $0 + "/playlists" }), let table = table(folder + "/entries.tsv") else {
            return print("SKYWAVE_VECTORS is not set: the real playlists were not read")
        }
        var answers: [String: [[String]]] = [:]
        for row in table.dropFirst() where row.count > 8 { answers[row[0], default: []].append(row) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { PlaylistFormat(name: $0) != nil }
        #expect(names.count > 8)
        for name in names.sorted() {
            let bytes = Array(try Data(contentsOf: URL(filePath: folder + "/" + name)))
            if bytes.contains("#EXT-X-") {
                #expect(throws: PlaylistError.liveStream) { try PlaylistReader.read(bytes, base: "/v/" + name) }
                continue
            }
            let list = try PlaylistReader.read(bytes, base: "/v/" + name)
            let expected = (answers[name] ?? []).map { row in
                PlaylistEntry(
                    location: row[3].contains("://") ? row[3] : "/v/" + row[3], title: row[5].isEmpty ? nil : row[5],
                    duration: Double(row[8]).flatMap { $0 > 0 ? $0 : nil }, creator: row[6].isEmpty ? nil : row[6],
                    album: row[7].isEmpty ? nil : row[7])
            }
            #expect(list.entries == expected, "\(name)")
            #expect(list.skipped.isEmpty, "\(name)")
        }
    }

    private func table(_ path: String) -> [[String]]? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        return text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool { Data(self).range(of: Data(text.utf8)) != nil }
}
