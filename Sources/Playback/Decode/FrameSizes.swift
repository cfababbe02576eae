import CMpg123

/// Some frames and the bytes that they take.
struct FrameSizes {
    let bytes: Double
    let frames: Double

    var mean: Double { frames > 0 ? bytes / frames : 0 }

    init(bytes: Double, frames: Double) { (self.bytes, self.frames) = (bytes, frames) }

    /// Goes over so many bytes of frames from a place of libmpg123's file on, which may be amid one.
    init(_ window: ByteWindow, at place: Int64, bytes: Int64) throws(PlaybackError) {
        let walk = try FrameWalk(window.source, from: window.origin + place)
        try walk.step(bytes: bytes)
        self.init(bytes: Double(walk.table.audioBytes), frames: Double(walk.frames))
    }
}

extension Mpg123Handle {
    /// The bytes that a frame takes by its bit rate.
    func size(of frame: mpg123_frameinfo2) -> Double {
        Double(mpg123_spf(pointer)) / Double(max(1, frame.rate)) * Double(frame.bitrate) * 125
    }
}

extension SeekGuide {
    /// What is known at the first frame. Its header is one frame, too, which is no longer than 2 KB.
    init?(_ handle: Mpg123Handle) throws(PlaybackError) {
        guard let length = handle.window.length, let frame = handle.frame, frame.rate > 0 else { return nil }
        let start = Int64(max(0, mpg123_framepos(handle.pointer)))
        let before = min(start, 2048)
        let header = Header(in: try handle.window.bytes(at: start - before, count: Int(before)))
        self.init(start: start, end: length, header: header, mean: handle.size(of: frame))
    }
}
