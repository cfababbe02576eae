/// A kind of sound that ffmpeg decodes.
struct FFmpegKind: Equatable {
    /// How a place in a source that is read by a pipe is reached.
    enum Way {
        /// Frames or pages that tell their time (Ogg, FLAC): the headers, then from a guessed byte on.
        case timed
        /// Frames that follow one another (ADTS): from a guessed byte on, and its time is a guess, too.
        case frames
        /// A table says where each time is (MPEG-4).
        case table
        /// Time and bytes are in proportion (uncompressed).
        case proportion
        /// It is read from the start.
        case whole
    }

    /// For people.
    let name: String
    /// ffmpeg's name of what reads it. It is never left to guess: a list of other files could pass for sound.
    let demuxer: String
    var way = Way.whole

    static let mpeg4 = FFmpegKind(name: "MPEG-4/AAC", demuxer: "mov", way: .table)
    static let aac = FFmpegKind(name: "AAC", demuxer: "aac", way: .frames)
    static let wave = FFmpegKind(name: "WAVE", demuxer: "wav", way: .proportion)

    /// Those that their first bytes tell.
    static let signatures: [(bytes: [UInt8], kind: FFmpegKind)] = [
        (Array("OggS".utf8), FFmpegKind(name: "Ogg", demuxer: "ogg", way: .timed)),
        (Array("fLaC".utf8), FFmpegKind(name: "FLAC", demuxer: "flac", way: .timed)),
        (Array("FORM".utf8), FFmpegKind(name: "AIFF", demuxer: "aiff", way: .proportion)),
        (Array(".snd".utf8), FFmpegKind(name: "AU", demuxer: "au", way: .proportion)),
        (Array("caff".utf8), FFmpegKind(name: "CAF", demuxer: "caf")),
        (Array("#!AMR".utf8), FFmpegKind(name: "AMR", demuxer: "amr")),
        (Array("wvpk".utf8), FFmpegKind(name: "WavPack", demuxer: "wv")),
        (Array("MPCK".utf8), FFmpegKind(name: "Musepack", demuxer: "mpc8")),
        (Array("MP+".utf8), FFmpegKind(name: "Musepack", demuxer: "mpc")),
        (Array("MAC ".utf8), FFmpegKind(name: "Monkey's Audio", demuxer: "ape")),
        ([0x1A, 0x45, 0xDF, 0xA3], FFmpegKind(name: "Matroska/WebM", demuxer: "matroska")),
        ([0x30, 0x26, 0xB2, 0x75], FFmpegKind(name: "Windows Media", demuxer: "asf")),
    ]
}
