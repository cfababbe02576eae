import Foundation

/// A process that inherits nothing: Foundation's leaves its descriptors to whatever is started beside it, and waits for those too.
final class Child {
    private(set) var pid: pid_t = 0

    /// Finds `tool` on `PATH`. Nil where it isn't there. `output` is a file for its standard output.
    init?(_ tool: String, _ arguments: [String], environment: [String: String]? = nil, output: String = "/dev/null") {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        for descriptor: Int32 in 3..<1024 { posix_spawn_file_actions_addclose(&actions, descriptor) }
        // The threads of a test block signals, and a child would inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0.key)=\($0.value)" }
        var words: [UnsafeMutablePointer<CChar>?] = ([tool] + arguments).map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        defer { for text in words + settings { free(text) } }
        guard posix_spawnp(&pid, tool, &actions, &attributes, &words, &settings) == 0 else { return nil }
    }

    deinit { kill() }

    func kill() {
        guard pid > 0 else { return }
        _ = Foundation.kill(pid, SIGKILL)
        _ = wait()
    }

    /// Waits for the end; true for exit status 0.
    func wait() -> Bool {
        guard pid > 0 else { return false }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        pid = 0
        return status == 0
    }
}

/// True where a tool runs and succeeds.
func succeeds(_ tool: String, _ arguments: [String], environment: [String: String]? = nil) -> Bool {
    Child(tool, arguments, environment: environment)?.wait() ?? false
}
