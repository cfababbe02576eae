import Glibc
import Synchronization

/// A file into which what comes is written as it comes. It lies beside its place as `NAME.recording` until it is settled, so that a kill leaves what was
/// written. Any thread; the calls wait for the disk.
final class Recorder: Sendable {
    private struct State {
        var file: Int32
        var bytes: Int64 = 0
    }

    /// Where it comes to lie, and how the listener called that.
    let target: NewFile
    /// It may take the place of a file that is there.
    private let isOver: Bool
    private let state: Mutex<State>

    var part: String { target.target + Self.ending }
    /// Not that of downloads, whose leftovers `doctor` may take away.
    static let ending = ".recording"

    /// How much was written.
    var bytes: Int64 { state.withLock { $0.bytes } }

    private init(_ target: NewFile, over: Bool, file: Int32) {
        (self.target, isOver) = (target, over)
        state = Mutex(State(file: file))
    }

    /// Begins one. Throws SessionError.fileExists, .notAFile, .fileNotWritten.
    static func begin(_ target: NewFile, over: Bool) throws(SessionError) -> Recorder {
        if LocalFile.isThere(target.target) {
            guard LocalFile.isRegular(target.target) else { throw .notAFile(target.path) }
            if !over { throw .fileExists(target.path) }
        }
        let part = target.target + ending
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (over ? 0 : O_EXCL)
        let file = unsafe Glibc.open(part, flags, 0o666)
        if file < 0, errno == EEXIST { throw .fileExists(target.path + ending) }
        if file < 0 { throw .fileNotWritten(target.path, errno: errno) }
        // What a kill has left may be written over, what another process records may not.
        guard LocalFile.isRegular(part), flock(file, LOCK_EX | LOCK_NB) == 0, ftruncate(file, 0) == 0 else {
            let code = errno == EWOULDBLOCK ? EBUSY : errno
            Glibc.close(file)
            throw .fileNotWritten(target.path + ending, errno: code)
        }
        return Recorder(target, over: over, file: file)
    }

    deinit { close() }

    /// Writes all of it; the system's error number where that can't be, and then nothing more is taken.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int32? {
        let failure = state.withLock { state -> Int32? in
            var rest = unsafe bytes[...]
            while unsafe !rest.isEmpty, state.file >= 0 {
                let count = unsafe Glibc.write(state.file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                if count < 0 { return errno }
                state.bytes += Int64(count)
                unsafe rest = rest.dropFirst(count)
            }
            return nil
        }
        if failure != nil { close() }
        return failure
    }

    /// Ends it and gives it its name; of a recording without a byte nothing stays. Throws SessionError.fileExists, .fileNotWritten; then it stays
    /// where it is.
    func settle() throws(SessionError) {
        state.withLock { if $0.file >= 0 { fsync($0.file) } }
        close()
        if bytes == 0 {
            _ = LocalFile.remove(part)
            return
        }
        try target.giveName(part, over: isOver)
        target.syncFolder()
    }

    private func close() {
        state.withLock { state in
            if state.file >= 0 { Glibc.close(state.file) }
            state.file = -1
        }
    }
}
