import Glibc
import Synchronization

/// The bytes that are piped into the program.
enum StandardInput {
    /// All of them, to their end. Ctrl-C ends the waiting. Throws SessionError (.tooLarge where they are more than `most`) and CancellationError.
    static func read(most: Int) async throws -> [UInt8] {
        let isCancelled = Flag()
        return try await withTaskCancellationHandler {
            try await onThread { try read(most, until: isCancelled) }
        } onCancel: {
            isCancelled.set()
        }
    }

    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .relaxed) }
        func set() { value.store(true, ordering: .relaxed) }
    }

    private static func read(_ most: Int, until isCancelled: Flag) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= most {
            if isCancelled.isSet { throw CancellationError() }
            var end = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
            // Someone at a terminal may think for long; the wait is short so that Ctrl-C is heard.
            if unsafe poll(&end, 1, 100) == 0 { continue }
            let count = unsafe Glibc.read(0, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                throw SessionError.notAFile("standard input")
            }
            bytes += buffer.prefix(count)
        }
        throw SessionError.tooLarge(limit: most)
    }
}
