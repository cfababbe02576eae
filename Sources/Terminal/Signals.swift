import CEdit
import Glibc

/// Takes signals out of a descriptor, so that one `poll` waits for them, for keys and for events.
///
/// Used on the main thread only. The signals have to be blocked in every thread (`Launch.prepare`).
final class Signals {
    /// Readable while a signal waits; -1, which `poll` passes over, if the kernel gave none.
    let descriptor: Int32

    init() {
        var set = Self.set
        descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Blocks in this thread, and those it starts, the signals that are taken here.
    static func block() {
        var set = Self.set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Whether a signal asks what runs to end.
    static func isEnding(_ number: Int32) -> Bool { [SIGINT, SIGTERM, SIGHUP].contains(number) }

    /// The signals that have come since the last call, in no order.
    func take() -> [Int32] {
        var (info, taken) = (signalfd_siginfo(), [Int32]())
        while descriptor >= 0, read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size) > 0 {
            taken.append(Int32(bitPattern: info.ssi_signo))
        }
        return taken
    }

    /// Stops the process as Ctrl-Z does; returns when it goes on. Gives back what ends the process, if that came meanwhile.
    func stop() -> [Int32] {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(SIGTSTP)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        return take().filter { $0 == SIGTERM || $0 == SIGHUP }  // SIGCONT would have the line drawn twice
    }

    /// SIGHUP is not taken where it is ignored: that is what nohup asks for.
    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGWINCH, SIGCONT, SIGINT, SIGTERM, SIGTSTP] { sigaddset(&set, number) }
        if !signal_is_ignored(SIGHUP) { sigaddset(&set, SIGHUP) }
        return set
    }
}
