import Glibc

extension DownloadFile {
    /// Fills the part from memory.
    func copy(_ bytes: [UInt8]) async throws(TransferError) {
        try await begin(total: Int64(bytes.count))
        var offset = 0
        while offset < bytes.count {
            let end = min(offset + Self.piece, bytes.count)
            try await put(Array(bytes[offset..<end]), from: "")
            offset = end
        }
        try await settle()
    }

    /// Fills the part from another file of this machine.
    func copy(fileAt path: String) async throws(TransferError) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: path, errno: errno) }
        defer { Glibc.close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw .unreadable(path: path, errno: errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: path, errno: EISDIR) }
        try await begin(total: Int64(facts.st_size))
        while true {
            var piece = [UInt8](repeating: 0, count: Self.piece)
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(path: path, errno: errno) }
            if count == 0 { break }
            try await put(Array(piece[..<count]), from: path)
        }
        try await settle()
    }

    /// A finished file's facts. Needs no open part.
    func read(_ path: String) async throws(TransferError) -> DownloadedFile {
        try await alone { [self] () throws(TransferError) in
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw .unreadable(path: path, errno: errno) }
            defer { Glibc.close(descriptor) }
            let hash = SHA256()
            var first: [UInt8] = []
            var size: Int64 = 0
            try FileCalls.readAll(descriptor, path: path) { (chunk) throws(TransferError) in
                if isCancelled { throw .cancelled }
                if first.isEmpty { first = Array(chunk.prefix(AudioSniffer.enough)) }
                hash.update(chunk)
                size += Int64(chunk.count)
                return true
            }
            guard let sha256 = hash.finish() else { throw .other(code: 0, message: "SHA-256", url: path) }
            var mime: String?
            if case .audio(let known) = AudioSniffer.judge(first) { mime = known }
            let frames = FrameCheck.of(descriptor, size: size, mime: mime)
            return DownloadedFile(path: path, size: size, sha256: sha256, mime: mime, frames: frames)
        }
    }

    private static var piece: Int { 256 << 10 }

    private func begin(total: Int64) async throws(TransferError) {
        try await work { (part) throws(TransferError) in
            try part.restart()
            try part.note(PartInfo(resource: "local", total: total))
        }
    }

    private func put(_ bytes: [UInt8], from url: String) async throws(TransferError) {
        if Task.isCancelled { throw .cancelled }
        try await write(bytes, from: url)
    }
}
