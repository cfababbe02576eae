import Glibc
import Library

extension RadioSession {
    /// Writes a text file whole or not at all: into a new file beside it, which then takes its name. A file that is there already is
    /// written over only with `over`, one of the library's own never. Throws SessionError.fileExists, .fileNotWritten.
    public func write(_ text: String, to path: String, over: Bool) async throws {
        let target = LocalFile.exists(path) ? LocalFile.absolute(path) : LocalFile.placed(path)
        try requireNotTheLibrary(target, path)
        try await onThread { try NewFile(target: target, path: path).write(Array(text.utf8), over: over) }
    }

    /// Whatever the listener agreed to, nothing is written over the library.
    func requireNotTheLibrary(_ target: String, _ path: String) throws(SessionError) {
        guard LibraryPaths(existing: configuration.libraryFolder)?.isOwn(target) == true else { return }
        throw .fileNotWritten(path, errno: EBUSY)
    }
}

/// A file that is being written.
struct NewFile {
    let target: String
    /// As the listener wrote it.
    let path: String
    /// Of a file that was not there; the process's mask takes from it.
    var mode: mode_t = 0o666

    func write(_ bytes: [UInt8], over: Bool) throws(SessionError) {
        let isThere = LocalFile.exists(target)
        // A pipe or a device has nothing that could be lost.
        if isThere, !LocalFile.isRegular(target) { return try writeInto(bytes) }
        if isThere && !over { throw .fileExists(path) }
        let draft = target + ".\(getpid()).part"
        do {
            try writeDraft(bytes, at: draft)
            if isThere { copyMode(from: target, to: draft) }
            try giveName(draft, over: over)
        } catch {
            _ = LocalFile.remove(draft)
            throw error
        }
        syncFolder()
    }

    private func writeInto(_ bytes: [UInt8]) throws(SessionError) {
        let file = unsafe open(target, O_WRONLY | O_CLOEXEC)
        if file < 0 { throw failure }
        defer { close(file) }
        try put(bytes, into: file)
    }

    private func writeDraft(_ bytes: [UInt8], at draft: String) throws(SessionError) {
        let file = unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        if file < 0 { throw failure }
        defer { close(file) }
        try put(bytes, into: file)
        if fsync(file) != 0 { throw failure }
    }

    private func put(_ bytes: [UInt8], into file: Int32) throws(SessionError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Without `over` another file that came meanwhile stays: a link, unlike a rename, never takes a name away.
    func giveName(_ draft: String, over: Bool) throws(SessionError) {
        if !over {
            if unsafe link(draft, target) == 0 {
                _ = LocalFile.remove(draft)
                return
            }
            if errno == EEXIST { throw .fileExists(path) }
        }
        if unsafe rename(draft, target) != 0 { throw failure }
    }

    private func copyMode(from old: String, to new: String) {
        var facts = stat()
        if unsafe stat(old, &facts) == 0 { _ = unsafe chmod(new, facts.st_mode & 0o7777) }
    }

    func syncFolder() {
        let folder = target.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let place = unsafe open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if place < 0 { return }
        _ = fsync(place)
        close(place)
    }

    private var failure: SessionError { .fileNotWritten(path, errno: errno) }
}
