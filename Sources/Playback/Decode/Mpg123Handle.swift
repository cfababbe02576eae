import CMpg123

/// A result of libmpg123 (`enum mpg123_errors`); what isn't named here is representable too.
struct Mpg123Code: RawRepresentable, Equatable {
    let rawValue: Int32

    static let ok = Mpg123Code(rawValue: MPG123_OK.rawValue)
    static let done = Mpg123Code(rawValue: MPG123_DONE.rawValue)
    static let newFormat = Mpg123Code(rawValue: MPG123_NEW_FORMAT.rawValue)
    static let needMore = Mpg123Code(rawValue: MPG123_NEED_MORE.rawValue)
}

/// One `mpg123_handle` that reads through a `ByteWindow`; born, used and freed on one thread.
final class Mpg123Handle {
    let pointer: OpaquePointer
    let window: ByteWindow
    let isLocal: Bool

    /// `gapless` off counts an encoder's delay and padding as sound. What is before `start` isn't looked at.
    init(_ source: any ByteSource, from start: Int64 = 0, gapless: Bool = true) throws(PlaybackError) {
        // Since 1.26 there is nothing to initialise but for old versions, where it may be done again.
        mpg123_init()
        var code: Int32 = 0
        guard let made = mpg123_new(nil, &code) else {
            throw .decoder(code: code, words: String(cString: mpg123_plain_strerror(code)))
        }
        pointer = made
        isLocal = source.isLocal
        // Of a remote one little at a time: so a station's titles come with their sound.
        window = ByteWindow(source, from: start, capacity: isLocal ? 64 << 10 : 1 << 10)
        try configure(gapless: gapless)
        try open(source)
    }

    deinit { mpg123_delete(pointer) }

    private func configure(gapless: Bool) throws(PlaybackError) {
        try add(MPG123_QUIET)
        if !gapless { try set(MPG123_REMOVE_FLAGS, Int(MPG123_GAPLESS.rawValue)) }
        // Junk before the first frame may be that long; 64 KB unless said.
        try set(MPG123_RESYNC_LIMIT, 1 << 20)
        if !isLocal {
            // No look at the last bytes of a remote file for its tag; and where there is no table yet, a seek guesses the byte.
            try add(MPG123_NO_PEEK_END)
            try add(MPG123_FORCE_SEEKABLE)
            try add(MPG123_FUZZY)
        }
        try check(mpg123_format_none(pointer))
        for rate in [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000] {
            let channels = MPG123_MONO.rawValue | MPG123_STEREO.rawValue
            try check(mpg123_format(pointer, rate, Int32(channels), Int32(MPG123_ENC_SIGNED_16.rawValue)))
        }
    }

    private func open(_ source: any ByteSource) throws(PlaybackError) {
        let read: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int) -> Int = { context, target, count in
            guard let context, let target else { return -1 }
            let window = Unmanaged<ByteWindow>.fromOpaque(context).takeUnretainedValue()
            return window.read(into: UnsafeMutableRawBufferPointer(start: target, count: count))
        }
        let seek: @convention(c) (UnsafeMutableRawPointer?, Int, Int32) -> Int = { context, offset, whence in
            guard let context else { return -1 }
            return Int(Unmanaged<ByteWindow>.fromOpaque(context).takeUnretainedValue().seek(Int64(offset), from: whence))
        }
        try check(mpg123_replace_reader_handle(pointer, read, seek, nil))
        try check(mpg123_open_handle(pointer, Unmanaged.passUnretained(window).toOpaque()))
        if !isLocal, let length = window.length { try check(mpg123_set_filesize(pointer, Int(length))) }
    }

    /// Throws the source's own error where there was one, else libmpg123's.
    func check(_ result: Int32) throws(PlaybackError) {
        if let error = window.error { throw error }
        guard result != MPG123_OK.rawValue else { return }
        throw problem(result)
    }

    /// libmpg123's words for a result.
    func problem(_ result: Int32) -> PlaybackError {
        let code = result == MPG123_ERR.rawValue ? mpg123_errcode(pointer) : result
        return .decoder(code: code, words: String(cString: mpg123_plain_strerror(code)))
    }

    private func add(_ flag: mpg123_param_flags) throws(PlaybackError) { try set(MPG123_ADD_FLAGS, Int(flag.rawValue)) }

    private func set(_ key: mpg123_parms, _ value: Int) throws(PlaybackError) {
        try check(mpg123_param2(pointer, Int32(key.rawValue), value, 0))
    }

    /// The format of the next frame; parses up to it. Throws `.notAudio` or `.nothingPlayable` where there is none.
    func nextFormat() throws(PlaybackError) -> AudioFormat {
        var rate = 0
        var channels: Int32 = 0
        var encoding: Int32 = 0
        let result = mpg123_getformat(pointer, &rate, &channels, &encoding)
        if let error = window.error { throw error }
        switch Mpg123Code(rawValue: result) {
        case .ok where rate > 0 && channels > 0: return AudioFormat(sampleRate: rate, channels: Int(channels))
        case .ok, .done, .needMore: throw .nothingPlayable
        default: throw .notAudio(found: nil)
        }
    }

    /// What the last frame's header says.
    var frame: mpg123_frameinfo2? {
        var info = mpg123_frameinfo2()
        return mpg123_info2(pointer, &info) == MPG123_OK.rawValue ? info : nil
    }

    /// What the tags read up to now say of the loudness, in decibels; 0 where they say nothing. libmpg123 itself never applies it: it cuts off
    /// what gets too loud.
    func gain(_ kind: ReplayGain) -> Double {
        let wanted = kind == .track ? MPG123_RVA_MIX : MPG123_RVA_ALBUM
        guard mpg123_param2(pointer, Int32(MPG123_RVA.rawValue), Int(wanted.rawValue), 0) == MPG123_OK.rawValue else { return 0 }
        defer { mpg123_param2(pointer, Int32(MPG123_RVA.rawValue), Int(MPG123_RVA_OFF.rawValue), 0) }
        var (base, real, decibels) = (0.0, 0.0, 0.0)
        return mpg123_getvolume(pointer, &base, &real, &decibels) == MPG123_OK.rawValue ? decibels : 0
    }

    /// One of the numbers of `enum mpg123_state`.
    func state(_ key: mpg123_state) -> Int? {
        var value = 0
        return mpg123_getstate2(pointer, Int32(key.rawValue), &value, nil) == MPG123_OK.rawValue ? value : nil
    }
}
