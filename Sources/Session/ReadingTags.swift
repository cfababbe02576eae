import Catalogue
import Playback
import Transfer

extension ByteSource {
    /// Blocks for as long as the bytes of the tags take to come.
    func tagsAtTheBeginning() throws -> AudioTags { try tags(AudioTagReading(length: length)) }

    /// None where the source doesn't know how long it is.
    func tagsAtTheEnd() throws -> AudioTags { try length.map { try tags(AudioTagReading(endOf: $0)) } ?? AudioTags() }

    private func tags(_ reading: AudioTagReading) throws -> AudioTags {
        var reading = reading
        while let wanted = reading.wanted { reading.take(try LeadingText.read(self, from: wanted.lowerBound, count: wanted.count)) }
        return reading.tags
    }
}

extension RadioSession {
    /// Of a server no more than so many bytes of a tag are asked for.
    private static let mostOfATag = 3 << 20

    /// The tags at the beginning of something; of a remote file their bytes alone are asked for. `renewed` gives an address with a new signature
    /// where the server wants one. Throws TransferError, PlaybackError, SessionError.
    func tags(of place: SoundPlace, renewed: @Sendable (String) async -> String? = { _ in nil }) async throws -> AudioTags {
        guard case .remote(let url) = place else {
            let transfer = transfer
            return try await onThread {
                let source = try place.source(by: transfer)
                defer { source.cancel() }
                return try source.tagsAtTheBeginning()
            }
        }
        do { return try await remoteTags(url) } catch {
            guard error.wantsSignature, let fresh = await renewed(url) else { throw error }
            return try await remoteTags(fresh)
        }
    }

    private func remoteTags(_ url: String) async throws(TransferError) -> AudioTags {
        var reading = AudioTagReading(length: nil, most: Self.mostOfATag)
        while let wanted = reading.wanted { reading.take(try await transfer.bytes(wanted, of: url)) }
        return reading.tags
    }
}
