import Dispatch

/// Runs what waits (files, the sound server) on a thread of its own, so that no thread of the cooperative pool is held.
func onThread<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Swift.Result { try work() }) }
    }
}
