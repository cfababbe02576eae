import Glibc

/// Where things lie, by the XDG base directory specification and the program's own options.
struct Places: Sendable {
    var library: String
    var settings: String
    var history: String

    init(library: String?) {
        let home = Self.variable("HOME") ?? "/"
        self.library =
            Self.absolute(library ?? Self.variable("SKYWAVE_LIBRARY"), home: home)
            ?? Self.folder("XDG_DATA_HOME", or: home + "/.local/share") + "/skywave"
        settings = Self.folder("XDG_CONFIG_HOME", or: home + "/.config") + "/skywave/settings.conf"
        history = Self.folder("XDG_STATE_HOME", or: home + "/.local/state") + "/skywave/history"
    }

    /// The specification says that a relative path in one of its variables is to be ignored.
    private static func folder(_ name: String, or standard: String) -> String {
        variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } ?? standard
    }

    private static func absolute(_ path: String?, home: String) -> String? {
        guard let path else { return nil }
        if path.hasPrefix("~/") { return home + path.dropFirst() }
        if path.hasPrefix("/") { return path }
        guard let folder = unsafe getcwd(nil, 0) else { return path }
        defer { unsafe free(folder) }
        return unsafe String(cString: folder) + "/" + path
    }

    private static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }
}
