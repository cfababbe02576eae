import CEdit
import Glibc

/// What a process sets up before anything else.
public enum Launch {
    /// Call it first in `main`, before any thread starts: threads begun later have the same signals blocked.
    ///
    /// Opens closed standard descriptors, ignores SIGPIPE and SIGXFSZ (writes then fail with EPIPE and EFBIG), takes UTF-8 as the character set, and blocks
    /// the signals that `Signals` hands out. Threads share two pools of memory: the C library would keep up to eight a processor, and little of
    /// what is free in one is of use to others.
    public static func prepare() {
        openStandardDescriptors()
        signal_ignore(SIGPIPE)
        signal_ignore(SIGXFSZ)
        useUTF8()
        Signals.block()
        memory_use_pools(2)
    }

    /// A closed descriptor 0, 1 or 2 would be given to the next file that is opened, and our text written into it. Open for reading
    /// only: standard input is then at its end, and writing fails as it should.
    private static func openStandardDescriptors() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
            if open("/dev/null", O_RDONLY) != descriptor { return }
        }
    }

    /// Only LC_CTYPE: numbers are written with a point whatever LC_NUMERIC says. Without UTF-8 libedit crashes on a prompt that isn't ASCII.
    static func useUTF8() {
        if setlocale(LC_CTYPE, "") == nil || String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" {
            setlocale(LC_CTYPE, "C.UTF-8")
        }
    }
}
