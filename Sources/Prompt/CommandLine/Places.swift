import Glibc

/// Where things lie, by the XDG base directory specification and the program's own options.
struct Places: Sendable {
    var library: String
    var settings: String
    var history: String
    var cache: String

    /// `environment` gives the value of a variable, nil where it isn't set or is empty.
    init(library: String?, environment: (String) -> String?) {
        let home = environment("HOME") ?? Self.accountHome
        // The specification says that a relative path in one of its variables is to be ignored.
        func folder(_ name: String, or standard: String) -> String {
            environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + standard
        }
        self.library =
            Self.absolute(library ?? environment("SKYWAVE_LIBRARY"), home: home)
            ?? folder("XDG_DATA_HOME", or: "/.local/share") + "/skywave"
        settings = folder("XDG_CONFIG_HOME", or: "/.config") + "/skywave/settings.conf"
        history = folder("XDG_STATE_HOME", or: "/.local/state") + "/skywave/history"
        cache = folder("XDG_CACHE_HOME", or: "/.cache") + "/skywave"
    }

    private static func absolute(_ path: String?, home: String) -> String? {
        guard let path else { return nil }
        if path.hasPrefix("~/") { return home + path.dropFirst() }
        if path.hasPrefix("/") { return path }
        guard let folder = unsafe getcwd(nil, 0) else { return path }
        defer { unsafe free(folder) }
        return unsafe String(cString: folder) + "/" + path
    }

    /// What the system's accounts say, for a process that was given no HOME.
    private static var accountHome: String {
        guard let account = unsafe getpwuid(getuid()) else { return "/" }
        return unsafe String(cString: account.pointee.pw_dir)
    }

    static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }
}
