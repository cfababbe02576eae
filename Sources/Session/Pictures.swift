public import Catalogue
import Directory
import Glibc
import Library
import Playback
import Transfer

/// The picture of something, by its address.
public struct Cover: Sendable, Equatable {
    /// What it is the picture of; nil for a picture that was named itself.
    public var id: ItemID?
    /// http, https, demo or file.
    public var url: String

    public init(id: ItemID? = nil, url: String) {
        (self.id, self.url) = (id, url)
    }
}

/// A picture in a file.
public struct PictureFile: Sendable {
    /// Absolute; it may go when other pictures are fetched.
    public var path: String
    /// Set where it could not be fetched and an earlier one is shown: when that was seen (seconds since 1970), and what failed.
    public var stored: (seen: Int64, reason: any Error)?
}

extension RadioSession {
    /// The largest picture that is taken, in bytes.
    static let pictureLimit: Int64 = 20 << 20
    /// For how long (seconds) a picture that was fetched is shown without asking again.
    private static let pictureAge: Int64 = 24 * 3600

    /// The picture of what a word points at: after `read` first the story's own pictures by their numbers, else the cover of the one thing
    /// that is meant; a URL or path is the picture itself. Throws SessionError, LibraryError.
    public func cover(of word: String) async throws -> Cover {
        switch Address(word) {
        case .number(let number)? where number >= 1:
            let images = try await lastReading()?.images ?? []
            if number <= images.count { return Cover(url: images[number - 1]) }
        case .url(let url)?:
            guard Self.isKnownScheme(url) else { throw SessionError.schemeNotSupported(url) }
            return Cover(url: url)
        case .path(let path)?: return Cover(url: LocalFile.url(try file(path)))
        default: break
        }
        let record = try await one(word)
        guard let url = try await picture(of: record) else { throw SessionError.noPicture(title: record.title) }
        return Cover(id: record.id, url: url)
    }

    /// A picture as a file: a local one where it lies, all others from the cache, or fetched into it. Throws SessionError.notAPicture,
    /// .noSuchFile, .fileNotWritten, TransferError.
    public func picture(at url: String) async throws -> PictureFile {
        let place = try SoundPlace(url: url)
        if case .file(let path) = place {
            _ = try file(path)
            let head = try await onThread { try LeadingText.beginning(of: FileSource(path: path), count: PictureKind.enough) }
            guard PictureKind.isPicture(head) else { throw SessionError.notAPicture(url: path, isRemote: false) }
            return PictureFile(path: path)
        }
        let cache = PictureCache(folder: configuration.cacheFolder + "/images")
        guard let path = cache.path(of: url) else { throw SessionError.fileNotWritten(cache.folder, errno: ENOSYS) }
        let fetched = cache.fetched(path)
        if let fetched, Int64(time(nil)) - fetched < Self.pictureAge { return PictureFile(path: path) }
        do {
            let bytes = try await pictureBytes(of: place)
            guard PictureKind.isPicture(Array(bytes.prefix(PictureKind.enough))) else {
                throw SessionError.notAPicture(url: url, isRemote: true)
            }
            try await onThread { try cache.keep(bytes, at: path) }
            return PictureFile(path: path)
        } catch let error as TransferError {
            guard let fetched, error != .cancelled else { throw error }
            return PictureFile(path: path, stored: (fetched, error))
        }
    }

    private func pictureBytes(of place: SoundPlace) async throws -> [UInt8] {
        switch place {
        case .remote(let url): return try await transfer.fetch(HTTPRequest(url, maxBytes: Self.pictureLimit)).body
        case .demo(let url), .file(let url):
            guard let bytes = DemoStation.packed.bytes(url) else { throw SessionError.noSuchFile(url) }
            return bytes
        }
    }

    /// An episode without a picture of its own has its programme's; a programme that is known by its title alone is asked for.
    private func picture(of record: ItemRecord) async throws -> String? {
        switch record {
        case .station(let record): return record.station.image
        case .story(let record): return record.story.image
        case .program(let record): return try await picture(ofProgram: record.program.ref, from: record.source)
        case .episode(let record):
            if let image = record.episode.image { return image }
            guard let ref = record.episode.programRef else { return nil }
            return try await picture(ofProgram: ref, from: record.source)
        }
    }

    private func picture(ofProgram ref: String, from name: String) async throws -> String? {
        let library = try await library()
        let known = try await library.program(source: name, ref: ref)?.program
        if let known, known.image != nil || known.summary != nil { return known.image }
        guard let source = try? await source(named: name) else { return nil }
        _ = try? await fetch(.program(ref: ref, page: 1), title: "open", from: source)
        return try await library.program(source: name, ref: ref)?.program.image
    }
}
