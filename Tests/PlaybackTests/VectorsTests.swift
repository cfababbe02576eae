import Foundation
import Testing

@testable import Playback

/// Public files with right answers, where `SKYWAVE_VECTORS` names their folder.
@Suite struct VectorsTests {
    private func rows() throws -> (folder: String, rows: [[String: String]]) {
        guard let folder = ProcessInfo.processInfo.environment["SKYWAVE_VECTORS"] else {
            print("SKYWAVE_VECTORS is not set: the public audio files are not tried")
            return ("", [])
        }
        let text = try String(contentsOfFile: folder + "/audio/expected.tsv", encoding: .utf8)
        let lines = text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        let head = lines.first ?? []
        return (folder + "/audio/", lines.dropFirst().map { Dictionary(zip(head, $0), uniquingKeysWith: { $1 }) })
    }

    @Test func everyFileGivesExactlyItsSamplesOrAClearError() throws {
        let (folder, rows) = try rows()
        let scratch = try Scratch()
        for row in rows {
            let name = row["file"] ?? ""
            let path = scratch.file(name + ".raw")
            let item = RenderItem(name: name) { try FileSource(path: folder + name) }
            if ["other-codec", "container-trap"].contains(row["category"]), FFmpegProgram.installed != nil {
                try checkOther(row, folder + name)
                continue
            }
            guard row["mpeg_audio_file"] == "yes", row["mpg123_no_pcm"] == "no" else {
                #expect(throws: RenderFailure.self, "\(name)") { try Renderer.render([item], to: .raw(path)) }
                #expect(throws: PlaybackError.self, "\(name)") { try AudioInspector.inspect(FileSource(path: folder + name)) }
                continue
            }
            try check(item, row, folder + name, path)
        }
        #expect(scratch.names.count == rows.count { $0["mpeg_audio_file"] == "yes" && $0["mpg123_no_pcm"] == "no" })
    }

    /// Another kind of sound.
    private func checkOther(_ row: [String: String], _ file: String) throws {
        let facts = try AudioInspector.inspect(FileSource(path: file))
        #expect(facts.sampleRate == Int(row["ffprobe_rate"] ?? ""), "\(file)")
        #expect(facts.channels == Int(row["ffprobe_channels"] ?? ""), "\(file)")
        #expect(abs(facts.duration - (Double(row["mutagen_length_s"] ?? "") ?? 0)) < 0.05, "\(file)")
    }

    private func check(_ item: RenderItem, _ row: [String: String], _ file: String, _ path: String) throws {
        _ = try Renderer.render([item], to: .raw(path))
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        #expect(size == Int(row["raw_s_bytes"] ?? ""), "\(item.name)")
        let walk = try FrameWalk(FileSource(path: file))
        while try !walk.step(1000) {}
        guard row["format_changes_midstream"] == "no" else { return }
        let frames = Int(row["pcm_frames_gapless"] ?? "")
        #expect(try AudioInspector.inspect(FileSource(path: file)).frames == Int64(frames ?? -1), "\(item.name)")
        #expect(walk.table.frames == frames, "walk over \(item.name)")
        #expect(Child("sha256sum", [path], output: path + ".sum")?.wait() == true)
        let sum = try String(contentsOfFile: path + ".sum", encoding: .utf8).prefix(64)
        try FileManager.default.removeItem(atPath: path + ".sum")
        #expect(String(sum) == row["pcm_sha256_gapless"], "\(item.name)")
    }
}
