import Foundation
import Synchronization

/// A web server on 127.0.0.1 as if it were far away: what all its connections send together is no more than a rate, and a new connection and each
/// answer take their time. One range, HEAD and GET; connections stay open.
final class FarServer: Sendable {
    private struct State {
        /// When the link is free again.
        var free = ContinuousClock.now
        var sent = 0
    }

    let address: String
    private let folder: String
    private let bytesPerSecond: Double
    private let delay: UInt32
    private let state = Mutex(State())

    init(folder: String, kilobits: Int, milliseconds: Int) throws {
        self.folder = folder
        bytesPerSecond = Double(max(1, kilobits)) * 125
        delay = UInt32(clamping: milliseconds) * 1000
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listens = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0 && listen(listener, 64) == 0
            }
        }
        guard listens else { throw Failure(String(cString: strerror(errno))) }
        self.address = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                if client >= 0 { Thread.detachNewThread { self.serve(client) } }
            }
        }
    }

    /// Bytes of bodies that have left since the last `forget`.
    var sent: Int { state.withLock { $0.sent } }
    func forget() { state.withLock { $0.sent = 0 } }

    private func serve(_ client: Int32) {
        defer { close(client) }
        // A small buffer: what is sent has nearly arrived, and who leaves ends the traffic.
        var (small, yes) = (Int32(8192), Int32(1))
        setsockopt(client, SOL_SOCKET, SO_SNDBUF, &small, socklen_t(MemoryLayout<Int32>.size))
        setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        usleep(delay)
        var held: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 8192)
        while true {
            while let end = held.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: held[..<end.lowerBound], as: UTF8.self)
                held.removeSubrange(..<end.upperBound)
                usleep(delay)
                guard answer(head, to: client) else { return }
            }
            let count = recv(client, &buffer, buffer.count, 0)
            if count <= 0 { return }
            held += buffer[..<count]
        }
    }

    private func answer(_ head: String, to client: Int32) -> Bool {
        let lines = head.components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3, let file = FileHandle(forReadingAtPath: folder + "/" + (words[1].split(separator: "/").last ?? "")),
            let size = try? file.seekToEnd()
        else { return send(Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8), to: client) }
        let range = lines.first { $0.lowercased().hasPrefix("range: bytes=") }?.dropFirst(13).split(
            separator: "-", omittingEmptySubsequences: false)
        let first = range.flatMap { UInt64($0.first ?? "") } ?? 0
        let last = min(range.flatMap { $0.count > 1 ? UInt64($0[1]) : nil } ?? .max, size - 1)
        guard first <= last else {
            return send(Array("HTTP/1.1 416 No\r\nContent-Range: bytes */\(size)\r\nContent-Length: 0\r\n\r\n".utf8), to: client)
        }
        var answer = range == nil ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 206 Part\r\nContent-Range: bytes \(first)-\(last)/\(size)\r\n"
        answer += "Content-Type: audio/mpeg\r\nETag: \"one\"\r\nAccept-Ranges: bytes\r\nContent-Length: \(last - first + 1)\r\n\r\n"
        guard send(Array(answer.utf8), to: client) else { return false }
        return words[0] == "HEAD" || sendBody(file, first...last, to: client)
    }

    private func sendBody(_ file: FileHandle, _ range: ClosedRange<UInt64>, to client: Int32) -> Bool {
        var place = range.lowerBound
        guard (try? file.seek(toOffset: place)) != nil else { return false }
        // Pieces of ten milliseconds, 64 KB at most.
        let piece = UInt64(min(65_536, max(512, bytesPerSecond / 100)))
        while place <= range.upperBound {
            let count = Int(min(piece, range.upperBound - place + 1))
            guard let bytes = try? file.read(upToCount: count), !bytes.isEmpty else { return false }
            wait(for: bytes.count)
            guard send([UInt8](bytes), to: client) else { return false }
            place += UInt64(bytes.count)
            state.withLock { $0.sent += bytes.count }
        }
        return true
    }

    /// Waits until the link has taken so many bytes more.
    private func wait(for count: Int) {
        let until = state.withLock { state in
            state.free = max(state.free, .now) + .seconds(Double(count) / bytesPerSecond)
            return state.free
        }
        let left = (until - .now) / .seconds(1)
        if left > 0 { usleep(UInt32(left * 1e6)) }
    }

    private func send(_ bytes: [UInt8], to client: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
