import CSpawn
import Glibc

/// A process of ffmpeg's with its three pipes. It is started with nothing else open, in a process group of its own (Ctrl-C is not for it),
/// and is killed and waited for when this goes; if this program dies, its pipes close, and it ends by itself.
final class FFmpegProcess {
    /// It couldn't be started, or ended with an error; its own words, which may be none.
    struct Failure: Error {
        let words: String
    }

    /// So many bytes of sound are kept at most.
    private static let room = 64 << 10

    private(set) var words = FFmpegWords()
    /// It has written its last sound.
    private(set) var isEnded = false
    /// Its id, 0 once it was waited for.
    private(set) var process: pid_t = 0
    private var input: Int32
    private var output: Int32
    private var errors: Int32
    private var buffer = [UInt8](repeating: 0, count: 16 << 10)
    private var areWordsEnded = false
    private var sound: [UInt8] = []
    private var start = 0

    /// Starts it; `file` is to be its standard input, else what `write` gives it.
    init(_ program: FFmpegProgram, _ arguments: [String], file: Int32? = nil) throws(Failure) {
        let pipes = (0..<3).map { _ in Self.pipe() }
        guard pipes.allSatisfy({ $0.reader >= 0 }) else {
            for end in pipes.flatMap({ [$0.reader, $0.writer] }) where end >= 0 { close(end) }
            throw Failure(words: String(cString: strerror(errno)))
        }
        let code = Self.spawn(&process, program.path, ["ffmpeg"] + arguments, [file ?? pipes[0].reader, pipes[1].writer, pipes[2].writer])
        (input, output, errors) = (pipes[0].writer, pipes[1].reader, pipes[2].reader)
        for end in [pipes[0].reader, pipes[1].writer, pipes[2].writer] { close(end) }
        for end in [input, output, errors] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        if file != nil { endInput() }
        guard code == 0 else {
            process = 0
            closePipes()
            throw Failure(words: String(cString: strerror(code)))
        }
    }

    deinit {
        closePipes()
        guard process > 0 else { return }
        kill(process, SIGKILL)
        let process = process
        var status: Int32 = 0
        if waitpid(process, &status, WNOHANG) == 0 {
            startThread {
                var status: Int32 = 0
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
            }
        }
    }

    /// Bytes of sound that are here.
    var count: Int { sound.count - start }

    var takesInput: Bool { input >= 0 }

    /// Writes what goes in without waiting, and returns how many bytes that were.
    func write(_ bytes: ArraySlice<UInt8>) -> Int {
        guard input >= 0, !bytes.isEmpty else { return 0 }
        let written = bytes.withUnsafeBytes { send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if written >= 0 { return written }
        // It wants no more of it.
        if errno != EAGAIN, errno != EINTR { endInput() }
        return 0
    }

    func endInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Takes in what it has written, without waiting.
    func pull() {
        while !areWordsEnded, let got = Self.read(errors, &buffer, buffer.count) {
            words.add(buffer.prefix(got))
            areWordsEnded = got == 0
        }
        while !isEnded, count < Self.room, let got = Self.read(output, &buffer, min(buffer.count, Self.room - count)) {
            sound += buffer.prefix(got)
            isEnded = got == 0
        }
    }

    /// Waits until it writes something, or takes something where there `isMore`; false when so many milliseconds are over.
    func wait(isMore: Bool, milliseconds: Int32) -> Bool {
        var waits = [
            pollfd(fd: isEnded ? -1 : output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: areWordsEnded ? -1 : errors, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isMore ? input : -1, events: Int16(POLLOUT), revents: 0),
        ]
        return poll(&waits, 3, milliseconds) != 0
    }

    /// The next bytes of the sound, left where they are.
    func peek(_ count: Int) -> [UInt8] { Array(sound[start...].prefix(count)) }

    /// Moves sound that is here to `buffer`; returns how many bytes.
    func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let taken = min(buffer.count, count)
        sound[start..<start + taken].withUnsafeBytes { buffer.copyMemory(from: $0) }
        drop(taken)
        return taken
    }

    /// Lets go of so many bytes of sound that are here.
    func drop(_ taken: Int) {
        start += min(taken, count)
        guard start >= Self.room / 2 || start == sound.count else { return }
        sound.removeFirst(start)
        start = 0
    }

    /// How it ended: nil where all is well. Waits for that, two seconds at most; one that then still runs counts as well.
    func failure() -> Failure? {
        for _ in 0..<2000 {
            pull()
            guard let status = reaped() else {
                usleep(1000)
                continue
            }
            closePipes()
            let signal = status & 0x7F
            return status == 0 ? nil : Failure(words: signal != 0 ? "signal \(signal) ended it" : words.complaint)
        }
        return nil
    }

    /// Its status, once it has ended; of one that is no more 0.
    private func reaped() -> Int32? {
        guard process > 0 else { return 0 }
        var status: Int32 = 0
        let found = waitpid(process, &status, WNOHANG)
        if found == 0 || found < 0 && errno == EINTR { return nil }
        process = 0
        pull()
        return found > 0 ? status : 0
    }

    private func closePipes() {
        endInput()
        for end in [output, errors] where end >= 0 { close(end) }
        (output, errors) = (-1, -1)
        (isEnded, areWordsEnded) = (true, true)
    }

    /// As read(2); nil where nothing is there yet.
    private static func read(_ descriptor: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int? {
        let got = Glibc.read(descriptor, &buffer, count)
        if got >= 0 { return got }
        return errno == EAGAIN || errno == EINTR ? nil : 0
    }

    /// A pair of sockets does as a pipe does, but writing to one whose reader has gone needs send no signal, and no program that another thread
    /// starts meanwhile inherits it.
    private static func pipe() -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        return socketpair(AF_UNIX, kind, 0, &ends) == 0 ? (ends[0], ends[1]) : (-1, -1)
    }

    private static func spawn(_ process: inout pid_t, _ path: String, _ words: [String], _ ends: [Int32]) -> Int32 {
        let arguments = words.map { strdup($0) } + [nil]
        defer { for text in arguments { free(text) } }
        return CSpawn(&process, path, arguments, ends, variables() + [nil])
    }

    /// This program's own, without those that make ffmpeg write reports and colours.
    private static func variables() -> [UnsafeMutablePointer<CChar>?] {
        var found: [UnsafeMutablePointer<CChar>?] = []
        var next = environ
        while let variable = next.pointee {
            let isWanted = ["FFREPORT=", "AV_LOG_FORCE"].allSatisfy { !String(cString: variable).hasPrefix($0) }
            if isWanted { found.append(variable) }
            next += 1
        }
        return found
    }
}
