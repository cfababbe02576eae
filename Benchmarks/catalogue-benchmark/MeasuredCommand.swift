import Glibc

/// What a command took, with those it waited for. Its output goes nowhere.
struct MeasuredCommand {
    var wall: Double
    /// User and system together.
    var cpu: Double
    /// Of the largest process, in bytes. Not below this program's own, from which the command was started.
    var peak: Int

    /// Throws where it can't be run, and where it fails.
    init(_ words: some Collection<String>) throws {
        guard let program = words.first else { throw Failure(command: [], words: "there is none") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        let start = ContinuousClock.now
        let code = posix_spawnp(&process, program, &actions, nil, &arguments, environ)
        guard code == 0 else { throw Failure(command: Array(words), words: String(cString: strerror(code))) }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
        wall = (ContinuousClock.now - start) / .seconds(1)
        guard status == 0 else { throw Failure(command: Array(words), words: "it ended with status \(status >> 8 & 0xFF)") }
        cpu = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        peak = usage.ru_maxrss * 1024
    }

    /// "wall cpu peak"
    var line: String { "\(wall) \(cpu) \(peak)" }

    struct Failure: Error {
        var command: [String]
        var words: String
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}

/// A port of 127.0.0.1 that nobody listens on now.
func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
        }
    }
    guard isBound else { throw MeasuredCommand.Failure(command: ["bind"], words: String(cString: strerror(errno))) }
    return UInt16(bigEndian: address.sin_port)
}
