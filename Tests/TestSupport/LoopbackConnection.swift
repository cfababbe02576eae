import Glibc

/// One connection of the loopback server: reads requests, writes answers with the faults asked for. Used on one thread.
final class LoopbackConnection {
    private let socket: Int32
    private let stopped: Flag
    private var buffer: [UInt8] = []
    /// Bytes of the last answer's body that were written.
    private(set) var sent = 0

    init(socket: Int32, stopped: Flag) {
        self.socket = socket
        self.stopped = stopped
    }

    /// The next request, or nil when the client has left or sends nonsense.
    func nextRequest() -> LoopbackServer.Request? {
        var end = endOfHead()
        while end == nil {
            guard buffer.count < 1 << 20, receive() else { return nil }
            end = endOfHead()
        }
        guard let end else { return nil }
        let lines = String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        var request = LoopbackServer.Request()
        request.method = String(words[0])
        request.target = String(words[1])
        for line in lines.dropFirst() {
            let halves = line.split(separator: ":", maxSplits: 1)
            guard let name = halves.first, halves.count == 2 else { continue }
            request.headers.append((String(name), String(halves[1].drop { $0 == " " })))
        }
        let length = request.header("Content-Length").flatMap { Int($0) } ?? 0
        while buffer.count < end + 4 + length { guard receive() else { return nil } }
        request.body = Array(buffer[(end + 4)..<(end + 4 + length)])
        buffer.removeFirst(end + 4 + length)
        return request
    }

    /// Writes the answer; `done` is called when it is out or can't be. False: the connection is to be closed.
    func send(_ response: LoopbackServer.Response, to request: LoopbackServer.Request, done: () -> Void) -> Bool {
        // Counted as answered before the last byte leaves, so that a client never sees its own request still open.
        var counted = false
        func count() {
            if !counted { done() }
            counted = true
        }
        defer { count() }
        sent = 0
        if response.resets {
            var lingers = linger(l_onoff: 1, l_linger: 0)
            setsockopt(socket, SOL_SOCKET, SO_LINGER, &lingers, socklen_t(MemoryLayout<linger>.size))
        }
        if let gate = response.headGate { guard wait(for: gate) else { return false } }
        let silent = request.method == "HEAD" || response.status == 304 || response.status == 204
        let body = silent ? [] : response.body
        if body.isEmpty && response.stallAfter == nil { count() }
        guard response.withoutHead || write(Array(head(of: response).utf8)[...]) else { return false }
        var stalled = false
        while sent < body.count || (response.stallAfter != nil && !stalled) {
            if let stall = response.stallAfter, sent >= stall, !stalled {
                stalled = true
                guard wait(for: response.gate) else { return false }
                continue
            }
            if let cut = response.cutAfter, sent >= cut { return false }
            var next = min(body.count, sent + max(1, response.chunk ?? body.count))
            if let stall = response.stallAfter, !stalled { next = min(next, stall) }
            if let cut = response.cutAfter { next = min(next, cut) }
            if next == sent { break }
            if next == body.count { count() }
            guard write(framed(body[sent..<next], response)) else { return false }
            sent = next
            if response.pause > 0, sent < body.count { usleep(UInt32(response.pause * 1e6)) }
        }
        if response.cutAfter.map({ sent >= $0 }) == true { return false }
        if response.chunked { return write(Array("0\r\n\r\n".utf8)[...]) }
        return !response.withoutLength
    }

    private func endOfHead() -> Int? {
        guard buffer.count >= 4 else { return nil }
        return (0...(buffer.count - 4)).first { buffer[$0] == 13 && buffer[$0 + 1] == 10 && buffer[$0 + 2] == 13 && buffer[$0 + 3] == 10 }
    }

    private func framed(_ bytes: ArraySlice<UInt8>, _ response: LoopbackServer.Response) -> ArraySlice<UInt8> {
        guard response.chunked else { return bytes }
        return (Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + [13, 10])[...]
    }

    private func head(of response: LoopbackServer.Response) -> String {
        var text = "HTTP/1.1 \(response.status) Answer\r\n"
        for header in response.headers { text += "\(header.name): \(header.value)\r\n" }
        let given = response.headers.contains { $0.name.lowercased() == "content-length" }
        if response.chunked {
            text += "Transfer-Encoding: chunked\r\n"
        } else if response.withoutLength {
            text += "Connection: close\r\n"
        } else if !given && response.status != 304 && response.status != 204 {
            text += "Content-Length: \(response.body.count)\r\n"
        }
        return text + "\r\n"
    }

    /// Waits until the gate opens. False: the client left or the server stopped.
    private func wait(for gate: LoopbackServer.Gate?) -> Bool {
        while gate?.isOpen != true {
            var descriptor = pollfd(fd: socket, events: Int16(0x2000) /* POLLRDHUP */, revents: 0)
            let found = poll(&descriptor, 1, 5)
            if stopped.isRaised || found > 0 { return false }
        }
        return true
    }

    private func receive() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16384)
        let count = recv(socket, &bytes, bytes.count, 0)
        guard count > 0 else { return false }
        buffer += bytes[..<count]
        return true
    }

    private func write(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
