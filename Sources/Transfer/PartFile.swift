import Glibc

/// A download's `.part`: grows, is hashed as it grows, and in the end gets its name. Belongs to the download's thread for the disk.
///
/// While it is open no other process can open it here. A `.part` that is dropped stays on the disk if it holds anything.
final class PartFile {
    /// The name it gets in the end.
    let final: String
    private(set) var size: Int64 = 0
    private(set) var info: PartInfo?
    /// What the server says of the file besides.
    var named: String?
    var declared: String?
    private var hash = SHA256()
    /// The first bytes, to tell what it is.
    private var first: [UInt8] = []
    private var isJudged = false
    /// So many bytes may be written before the room is looked at again.
    private var allowed: Int64 = 0
    private let descriptor: Int32
    /// There may be something beside it.
    private var isNoted: Bool
    /// What the server said is not kept beside it yet.
    private var isToBeNoted = false
    private static let syncEvery: Int64 = 16 << 20
    /// So many bytes of a disk are left to others, and to the library, which has to note what came of it.
    private static let spare: Int64 = 256 << 10

    var path: String { Self.path(of: final) }
    static func path(of final: String) -> String { final + ".part" }
    static func infoPath(of final: String) -> String { final + ".part.info" }
    /// Where the next info is written before it takes the old one's name: a kill in between must cost nothing.
    static func nextInfoPath(of final: String) -> String { final + ".part.next" }

    /// Opens what is there, or makes it, with its folder. Throws `exists` where the final name is taken, `alreadyRunning` where another has it open.
    init(_ final: String) throws(TransferError) {
        guard final.hasPrefix("/"), !final.hasSuffix("/") else { throw .disk(path: final, errno: EINVAL) }
        if FileCalls.exists(final) {
            // A run that was killed between the two names: the part is the finished file.
            if FileCalls.areSame(Self.path(of: final), final) { Self.discard(final) }
            throw .exists(path: final)
        }
        try FileCalls.makeFolder(FileCalls.folder(of: final))
        self.final = final
        do {
            descriptor = try FileCalls.openLocked(Self.path(of: final))
        } catch .alreadyRunning {
            throw .alreadyRunning(path: final)
        } catch {
            throw error
        }
        isNoted = FileCalls.exists(Self.infoPath(of: final)) || FileCalls.exists(Self.nextInfoPath(of: final))
    }

    deinit {
        var facts = stat()
        if fstat(descriptor, &facts) == 0, facts.st_size == 0, facts.st_nlink > 0 { discard() }
        close(descriptor)
    }

    /// Takes up what an earlier run left of that resource, hashing it. nil, and an empty file, where it can't be trusted.
    func takeUp(resource: String, isCancelled: () -> Bool) throws(TransferError) -> ResumePoint? {
        let text = isNoted ? FileCalls.text(of: Self.infoPath(of: final)) : nil
        guard let info = text.flatMap({ PartInfo($0) }), info.resource == resource, info.validator != nil, info.trusted > 0 else {
            try restart()
            return nil
        }
        var facts = stat()
        if fstat(descriptor, &facts) != 0 { throw .file(path, errno) }
        if facts.st_size > info.trusted, ftruncate(descriptor, off_t(info.trusted)) != 0 { throw .file(path, errno) }
        try FileCalls.readAll(descriptor, path: path) { (chunk) throws(TransferError) in
            if isCancelled() { throw .cancelled }
            count(chunk)
            return true
        }
        if lseek(descriptor, off_t(size), SEEK_SET) < 0 { throw .file(path, errno) }
        self.info = info
        return resumePoint
    }

    /// Where to go on; nil where only a new start will do.
    var resumePoint: ResumePoint? {
        guard size > 0, let info, let validator = info.validator else { return nil }
        return ResumePoint(offset: size, validator: validator, total: info.total)
    }

    /// Empties it. What was kept beside it is of other bytes than those that come.
    func restart() throws(TransferError) {
        removeNotes()
        if ftruncate(descriptor, 0) != 0 || lseek(descriptor, 0, SEEK_SET) < 0 { throw .file(path, errno) }
        size = 0
        info = nil
        first = []
        isJudged = false
        hash = SHA256()
    }

    /// What the server said before its bytes come; kept as soon as there are some, unless those are all. Throws `noSpace` where the rest can't
    /// fit.
    func note(_ info: PartInfo) throws(TransferError) {
        self.info = info
        isToBeNoted = true
        if let total = info.total, let room = FileCalls.room(descriptor), total - size > room - Self.spare { throw .noSpace(path: final) }
    }

    /// Adds bytes.
    func write(_ bytes: [UInt8], from url: String) throws(TransferError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(TransferError) in try write(UnsafeRawBufferPointer(bytes), from: url) }
    }

    /// Adds bytes. Throws `webPageInsteadOfAudio`, `feedInsteadOfAudio` or `notAudio` as soon as that is plain.
    func write(_ bytes: UnsafeRawBufferPointer, from url: String) throws(TransferError) {
        try checkRoom(for: Int64(bytes.count))
        do {
            try FileCalls.write(bytes, to: descriptor, path: final)
        } catch {
            // What did get out is behind `size` and must not count.
            ftruncate(descriptor, off_t(size))
            lseek(descriptor, off_t(size), SEEK_SET)
            throw error
        }
        count(bytes)
        try keepNote()
        syncSometimes()
        if !isJudged && first.count >= AudioSniffer.enough { _ = try judge(url) }
    }

    /// Looks at the free space again before a small part of it is used up, as others write there too.
    private func checkRoom(for count: Int64) throws(TransferError) {
        if count > allowed, let room = FileCalls.room(descriptor) {
            if room - count < Self.spare { throw .noSpace(path: final) }
            allowed = max(count, min(Self.syncEvery, (room - Self.spare) / 64))
        }
        allowed -= min(count, allowed)
    }

    /// Makes it last, gives it its name, and says what it is.
    func finish(from url: String) throws(TransferError) -> DownloadedFile {
        let mime = try judge(url)
        guard let sha256 = hash.finish() else { throw .other(code: 0, message: "SHA-256", url: url) }
        if fsync(descriptor) != 0 { throw .file(final, errno) }
        try FileCalls.rename(path, toFree: final)
        removeNotes()
        try FileCalls.syncFolder(FileCalls.folder(of: final))
        var file = DownloadedFile(path: final, size: size, sha256: sha256, mime: mime, frames: frames(mime))
        (file.named, file.declared) = (named, declared)
        return file
    }

    /// Whether MPEG audio ends in the middle of a frame. Throws what `write` does.
    func isCut(from url: String) throws(TransferError) -> Bool {
        frames(try judge(url)).isCut
    }

    private func frames(_ mime: String?) -> FrameCheck { .of(descriptor, size: size, mime: mime) }

    /// Removes it and what is beside it.
    func discard() { Self.discard(final) }

    static func discard(_ final: String) {
        unlink(path(of: final))
        unlink(infoPath(of: final))
        unlink(nextInfoPath(of: final))
    }

    /// Makes what is there last, now and then, so that a power cut costs no more than that.
    private func syncSometimes() {
        guard var info, info.validator != nil, size - info.synced >= Self.syncEvery, fdatasync(descriptor) == 0 else { return }
        info.synced = size
        self.info = info
        _ = try? keep(info)
    }

    /// Small files come in one piece: to make another file for each and remove it would cost more than they do.
    private func keepNote() throws(TransferError) {
        guard isToBeNoted, let info, size != info.total else { return }
        isToBeNoted = false
        // Without it the part can't be taken up later: a loss, no error.
        do { try keep(info) } catch .noSpace { throw .noSpace(path: final) } catch {}
    }

    private func removeNotes() {
        if !isNoted { return }
        unlink(Self.infoPath(of: final))
        unlink(Self.nextInfoPath(of: final))
        isNoted = false
    }

    private func keep(_ info: PartInfo) throws(TransferError) {
        isNoted = true
        let next = Self.nextInfoPath(of: final)
        do { try FileCalls.write(info.text, to: next) } catch {
            unlink(next)
            throw error
        }
        if rename(next, Self.infoPath(of: final)) != 0 { throw .file(final, errno) }
    }

    private func count(_ bytes: UnsafeRawBufferPointer) {
        if first.count < AudioSniffer.enough { first.append(contentsOf: bytes.prefix(AudioSniffer.enough - first.count)) }
        hash.update(bytes)
        size += Int64(bytes.count)
    }

    private func judge(_ url: String) throws(TransferError) -> String? {
        isJudged = true
        switch AudioSniffer.judge(first) {
        case .audio(let mime): return mime
        case .unknown: return nil
        case .webPage: throw .webPageInsteadOfAudio(url: url)
        case .feed: throw .feedInsteadOfAudio(url: url)
        case .other(let found): throw .notAudio(url: url, found: found)
        }
    }
}
