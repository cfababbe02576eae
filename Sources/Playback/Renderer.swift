/// What a rendering came to.
public struct RenderResult: Sendable, Equatable {
    /// PCM frames written.
    public var frames: Int64 = 0
    /// How often the format changed, within an item or between two: the samples went on as decoded.
    public var formatChanges = 0
    /// The first format: a WAVE header's.
    public var format: AudioFormat?
    /// The pipe's reader went away before the end.
    public var isCutShort = false
}

/// Which item a rendering failed at.
public struct RenderFailure: Error, Sendable {
    public var name: String
    public var error: PlaybackError
}

/// One item of a rendering.
public struct RenderItem: Sendable {
    /// For words about it.
    public var name: String
    public var makeSource: @Sendable () throws -> any ByteSource

    public init(name: String, makeSource: @escaping @Sendable () throws -> any ByteSource) {
        self.name = name
        self.makeSource = makeSource
    }
}

/// Decodes into a file or pipe as fast as the machine can.
public enum Renderer {
    /// Writes the items one after another, each whole, to a `.wav` or `.raw` place. Blocks until it is done: from a thread that may wait.
    /// Throws at the first item that fails; then there is no file. `SIGPIPE` has to be ignored by the process.
    public static func render(_ items: [RenderItem], to choice: OutputChoice) throws(RenderFailure) -> RenderResult {
        let output: FileOutput
        switch choice {
        case .wav(let path): output = FileOutput(path: path, isWave: true)
        case .raw(let path): output = FileOutput(path: path, isWave: false)
        case .pulse, .null: throw RenderFailure(name: "", error: .noDevice("not a file"))
        }
        var result = RenderResult()
        for item in items {
            do throws(PlaybackError) {
                try render(item, to: output, &result)
            } catch .closedPipe {
                result.isCutShort = true
                return result
            } catch {
                output.close()
                throw RenderFailure(name: item.name, error: error)
            }
        }
        do throws(PlaybackError) { try output.finish() } catch { throw RenderFailure(name: items.last?.name ?? "", error: error) }
        return result
    }

    private static func render(_ item: RenderItem, to output: FileOutput, _ result: inout RenderResult) throws(PlaybackError) {
        let source: any ByteSource
        do { source = try item.makeSource() } catch { throw PlaybackError(wrapping: error) }
        defer { source.cancel() }
        let decoder = try AudioDecoders.open(source)
        var frames: Int64 = 0
        var isEnded = false
        while !isEnded {
            open(output, decoder.format, &result)
            var got: Decoded?
            _ = try output.write(limit: source.isLocal ? .max : 1152 * decoder.format.bytesPerFrame) { buffer throws(PlaybackError) in
                let decoded = try decoder.read(into: buffer)
                got = decoded
                if case .bytes(let count) = decoded { return count }
                return 0
            }
            if case .bytes(let count) = got { frames += Int64(count / decoder.format.bytesPerFrame) }
            isEnded = got == .end
        }
        guard frames > 0 else { throw .nothingPlayable }
        result.frames += frames
    }

    private static func open(_ output: FileOutput, _ format: AudioFormat, _ result: inout RenderResult) {
        if case .ready = output.state, output.format == format { return }
        if result.format == nil { result.format = format } else { result.formatChanges += 1 }
        output.open(format)
    }
}
