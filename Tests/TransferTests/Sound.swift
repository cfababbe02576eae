import Foundation
import TestSupport
import Transfer

/// What the tests download: bytes that begin like MP3, are different at every place, and are the same each time.
enum Sound {
    static func bytes(_ count: Int, seed: UInt8 = 0) -> [UInt8] {
        let head: [UInt8] = [0xff, 0xfb, 0x90, 0x64]
        return (0..<count).map { $0 < 4 ? head[$0] : UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 251) ^ seed }
    }
}

extension TransferClient {
    /// A client for tests: short times, so that what has to fail fails soon.
    static func quick(_ change: (inout TransferLimits) -> Void = { _ in }) -> TransferClient {
        var limits = TransferLimits()
        limits.connectTimeout = 60
        limits.stallSeconds = 20
        limits.retryDelay = 0.01
        limits.patientRetries = 3
        change(&limits)
        return TransferClient(userAgent: "skywave-tests", limits: limits)
    }
}

/// Collects what comes from other threads.
final class Collected<Value: Sendable>: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var items: [Value] = []

    func add(_ value: Value) { lock.withLock { items.append(value) } }
    var all: [Value] { lock.withLock { items } }
}

/// What an operation throws, or nil.
func errorOf<Value>(_ body: () async throws -> Value) async -> TransferError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? TransferError
    }
}
