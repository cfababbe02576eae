/// Waits, for a minute at most, until something that another thread or program does has come about.
public func eventually(_ holds: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while !holds() {
        if ContinuousClock.now > deadline { return holds() }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return true
}
