import Foundation

/// How long what has to come about may take, however loaded the machine: a minute.
private let patience = Duration.seconds(60)

/// Waits, for a minute at most, until something that another thread, task or program does has come about; what can't be asked yet hasn't.
public func eventually(isolation: isolated (any Actor)? = #isolation, _ holds: () async throws -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
        if (try? await holds()) == true { return true }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return (try? await holds()) == true
}

/// The same for a test that blocks its thread.
public func eventuallyBlocking(_ holds: () throws -> Bool) -> Bool {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
        if (try? holds()) == true { return true }
        Thread.sleep(forTimeInterval: 0.002)
    }
    return (try? holds()) == true
}
