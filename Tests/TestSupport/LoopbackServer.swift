import Foundation
import Synchronization

/// A small HTTP/1.1 server on 127.0.0.1 that plays the remote host in tests, and misbehaves as asked.
///
/// Each connection has a thread of its own; the handler is called on it. It stops when it is let go or by `stop()`.
public final class LoopbackServer: Sendable {
    /// The port it listens on.
    public let port: UInt16
    /// `http://127.0.0.1:PORT`, without a slash at the end.
    public let url: String

    private let listener: LoopbackListener

    /// Starts it; `handler` answers each request, on the thread of its connection.
    public init(_ handler: @escaping @Sendable (Request) -> Response) throws {
        let listener = try LoopbackListener(handler)
        self.listener = listener
        port = listener.port
        url = "http://127.0.0.1:\(listener.port)"
        Thread.detachNewThread { listener.acceptAll() }
    }

    deinit { listener.stop() }

    /// The requests so far, in the order they came.
    public var requests: [Request] { listener.log.withLock { $0.requests } }
    /// How many were being answered at the same time at most.
    public var mostAtOnce: Int { listener.log.withLock { $0.most } }
    /// How many are being answered now.
    public var atOnce: Int { listener.log.withLock { $0.now } }

    /// How many bytes of bodies were written, by the requests' targets.
    public var served: [String: Int] { listener.log.withLock { $0.served } }

    /// Closes the port and every connection. May be called twice.
    public func stop() { listener.stop() }
}

/// A flag that goes up once.
final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    func raise() { value.store(true, ordering: .releasing) }
    var isRaised: Bool { value.load(ordering: .acquiring) }
}

/// The listening socket and its connections; lives until the last connection's thread has ended.
final class LoopbackListener: Sendable {
    struct Log: Sendable {
        var requests: [LoopbackServer.Request] = []
        var now = 0
        var most = 0
        var connections = 0
        var served: [String: Int] = [:]
        var sockets: Set<Int32> = []
    }

    let port: UInt16
    let log = Mutex(Log())
    let stopped = Flag()
    private let socket: Int32
    private let handler: @Sendable (LoopbackServer.Request) -> LoopbackServer.Response

    init(_ handler: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Response) throws {
        self.handler = handler
        // A port that was asked for by its number stays this socket's when it listens no more, so that no other test gets it.
        for _ in 0..<20 {
            let (finder, free) = try Self.bound(to: 0)
            close(finder)
            guard let (socket, port) = try? Self.bound(to: free) else { continue }
            guard listen(socket, 256) == 0 else {
                close(socket)
                continue
            }
            (self.socket, self.port) = (socket, port)
            return
        }
        throw POSIXError(.EADDRINUSE)
    }

    /// A socket of a port, 0 for any that is free.
    private static func bound(to port: UInt16) throws -> (socket: Int32, port: UInt16) {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, size) == 0 && getsockname(socket, address, &size) == 0
            }
        }
        guard isBound else {
            let code = errno
            close(socket)
            throw POSIXError(.init(rawValue: code) ?? .EIO)
        }
        return (socket, UInt16(bigEndian: address.sin_port))
    }

    deinit { close(socket) }

    func acceptAll() {
        while !stopped.isRaised {
            let client = accept(socket, nil, nil)
            guard client >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                return
            }
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            var yes: Int32 = 1
            setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
            let number = log.withLock { log in
                log.sockets.insert(client)
                log.connections += 1
                return log.connections
            }
            if stopped.isRaised { shutdown(client, Int32(SHUT_RDWR)) }
            Thread.detachNewThread { self.serve(client, number) }
        }
    }

    func stop() {
        stopped.raise()
        shutdown(socket, Int32(SHUT_RDWR))
        log.withLock { log in
            for client in log.sockets { shutdown(client, Int32(SHUT_RDWR)) }
        }
    }

    private func serve(_ client: Int32, _ number: Int) {
        let connection = LoopbackConnection(socket: client, stopped: stopped)
        while !stopped.isRaised, var request = connection.nextRequest() {
            request.connection = number
            // Decided before it is told: whoever waits for a request may change what the next one gets.
            let response = handler(request)
            log.withLock { log in
                log.requests.append(request)
                log.now += 1
                log.most = max(log.most, log.now)
            }
            let goesOn = connection.send(response, to: request) { self.log.withLock { $0.now -= 1 } }
            log.withLock { $0.served[request.target, default: 0] += connection.sent }
            if !goesOn { break }
        }
        log.withLock { log in
            log.sockets.remove(client)
            close(client)
        }
    }
}
