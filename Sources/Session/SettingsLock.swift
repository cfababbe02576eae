import Glibc

/// The right to change the settings in a folder, which one process has at a time: a lock of the folder itself (flock(2)), so that no file is
/// left in it. The system takes it back when the process ends. A folder that takes no locks keeps nobody out.
final class SettingsLock {
    private let folder: Int32

    /// Waits for it; nil where another has had it for `milliseconds`.
    init?(folder path: String, milliseconds: Int = 5_000) {
        folder = unsafe open(path.isEmpty ? "/" : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        for _ in 0...milliseconds / Self.pause {
            if flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return }
            usleep(UInt32(Self.pause) * 1_000)
        }
        return nil
    }

    deinit { if folder >= 0 { close(folder) } }

    /// Milliseconds between two tries.
    private static let pause = 2
}
