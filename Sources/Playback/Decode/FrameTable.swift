/// What a walk over all frames found: enough to say to the sample what playing gives, and where a time is.
struct FrameTable: Equatable {
    /// Frames of one kind in a row.
    struct Segment: Equatable {
        var format: AudioFormat
        var samplesPerFrame: Int
        /// The number of its first frame, from 0.
        var firstFrame: Int
        var frames: Int
    }

    /// What an encoder's Info frame says to cut: of the first `frames` frames only the samples in `kept` are heard.
    struct Trim: Equatable {
        var frames: Int
        var kept: Range<Int>
    }

    var segments: [Segment] = []
    var trim: Trim?
    /// Bytes of all frames, headers included.
    var audioBytes: Int64 = 0
    /// The frames' bit rates in kbit/s.
    var bitrates: ClosedRange<Int>?
    /// Bytes between the first and the last frame that belong to none.
    var junkBytes: Int64 = 0

    /// PCM frames of the whole.
    var frames: Int { segments.reduce(0) { $0 + heard(in: $1) } }
    /// In seconds, summed over the formats.
    var duration: Double { segments.reduce(0) { $0 + $1.format.seconds(heard(in: $1)) } }

    var formatChanges: Int { zip(segments, segments.dropFirst()).count { $0.format != $1.format } }

    /// The samples of a segment's frames `from` up to `to` that are heard. The trim counts in each frame's own samples, as libmpg123 does.
    func heard(in segment: Segment, upTo frames: Int? = nil) -> Int {
        let count = frames ?? segment.frames
        let all = segment.firstFrame * segment.samplesPerFrame..<(segment.firstFrame + count) * segment.samplesPerFrame
        guard let trim, segment.firstFrame < trim.frames else { return all.count }
        let trimmedEnd = min(segment.firstFrame + count, trim.frames) * segment.samplesPerFrame
        let trimmed = all.lowerBound..<max(all.lowerBound, trimmedEnd)
        return trimmed.clamped(to: trim.kept).count + (all.upperBound - trimmed.upperBound)
    }

    /// Where a time ≥ 0 is: the segment, its start in seconds, and the samples in it.
    func place(of seconds: Double) -> (segment: Int, start: Double, samples: Int)? {
        var start = 0.0
        for (index, segment) in segments.enumerated() {
            let length = segment.format.seconds(heard(in: segment))
            if seconds < start + length || index == segments.count - 1 {
                return (index, start, min(segment.format.frames(seconds - start), heard(in: segment)))
            }
            start += length
        }
        return nil
    }
}
