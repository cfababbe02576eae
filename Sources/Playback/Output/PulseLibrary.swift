import CPulse

/// libpulse, opened at first use.
enum PulseLibrary {
    /// What every pulse stream and context is called.
    static let name = "Skywave"
    /// Seconds that a server may take to answer.
    static let patience = 4.0

    /// The functions; `.noDevice` with the loader's words where the library is missing.
    static func open() throws(PlaybackError) -> cpulse {
        guard let table = cpulse_open() else { throw .noDevice(String(cString: cpulse_problem())) }
        return table.pointee
    }

    /// libpulse's words for one of its codes.
    static func words(_ code: Int32, _ pulse: cpulse) -> String { pulse.strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}
