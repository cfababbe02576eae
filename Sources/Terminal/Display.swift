/// Where a console shows what comes while it waits. Main thread only.
protocol Display: AnyObject {
    /// Shows events in their order.
    func show(_ events: [TerminalEvent])
    /// After Ctrl-C, for which the terminal's driver has written `^C`.
    func leaveMark()
    /// After SIGWINCH.
    func resize()
    /// After the process was stopped and goes on.
    func resume()
    /// Makes the terminal fit for the shell, stops the process and comes back when it goes on. Gives the signals that end the process.
    func suspend(_ signals: Signals) -> [Int32]
    /// Takes the status away.
    func close()
}
