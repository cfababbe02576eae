import Glibc

extension ChildProcess {
    /// Starts the program with these three standard descriptors and no other; signals as a shell would leave them.
    static func spawn(
        _ path: String, _ arguments: [String], _ environment: [String: String], _ folder: String, _ standard: [Int32]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in standard.enumerated() { posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number)) }
        _ = GNU.addChangeOfFolder?(&actions, folder)
        // Another test's pipe would stay open for as long as this child lives, and its reader wait for the end.
        _ = GNU.addClosing?(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, path, &actions, &attributes, words, variables)
        guard code == 0 else { throw LaunchFailure(path: path, errno: code) }
        return process
    }
}

/// What the C library has beyond POSIX, and its Swift module doesn't show.
private enum GNU {
    typealias Pipe = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
    typealias AddClosing = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
    typealias AddFolder = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32

    static var pipe: Pipe? { dlsym(nil, "pipe2").map { unsafeBitCast($0, to: Pipe.self) } }
    static var addClosing: AddClosing? {
        dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map { unsafeBitCast($0, to: AddClosing.self) }
    }
    static var addChangeOfFolder: AddFolder? {
        dlsym(nil, "posix_spawn_file_actions_addchdir_np").map { unsafeBitCast($0, to: AddFolder.self) }
    }
}

/// The two ends of a channel, which children don't inherit.
struct ChannelEnds {
    private(set) var reader: Int32
    private(set) var writer: Int32

    /// A pipe, or (for a child's input) a socket, so that writing to a child that has gone is an error and not a signal.
    init(isSocket: Bool = false) throws {
        var ends: [Int32] = [-1, -1]
        let code =
            isSocket
            ? socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) : GNU.pipe?(&ends, O_CLOEXEC) ?? -1
        guard code == 0 else { throw ChildProcess.LaunchFailure(path: "pipe", errno: errno) }
        (reader, writer) = (ends[0], ends[1])
    }

    mutating func replaceWriter(_ path: String) throws {
        Self.end(&writer)
        writer = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o600)
        if writer < 0 { throw ChildProcess.LaunchFailure(path: path, errno: errno) }
    }

    mutating func takeReader() -> Int32 {
        defer { reader = -1 }
        return reader
    }

    mutating func takeWriter() -> Int32 {
        defer { writer = -1 }
        return writer
    }

    mutating func closeReader() { Self.end(&reader) }

    mutating func closeAll() {
        Self.end(&reader)
        Self.end(&writer)
    }

    private static func end(_ descriptor: inout Int32) {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
