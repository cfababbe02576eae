import Catalogue
public import Library

extension RadioSession {
    /// Who jumps farther than that, in seconds, may want to go back.
    static let farJump = 30.0
    /// A place within so many seconds of where it plays is none to go back to.
    private static let here = 10.0
    private static let mostPlaces = 20

    /// Places to go back to, those left last first: where sittings ended, where episodes wait to be gone on with, and where long jumps came from.
    /// They become the last listing: `play` of their numbers begins there. Throws SessionError.noPlaces.
    public func places() async throws -> [LeftPlace] {
        let places = try await library().leftPlaces().filter { place in
            let duration = place.item.episode.duration
            if duration.map({ Self.isHeard(place.position, of: $0) }) == true { return false }
            guard let play = playing.current, play.record.id == place.item.id else { return true }
            return (play.position - place.position).magnitude > Self.here
        }.prefix(Self.mostPlaces)
        if places.isEmpty { throw SessionError.noPlaces }
        try await keepListing(places.map { PlaceAddress($0).address }, source: nil, next: nil)
        return Array(places)
    }

    /// Notes where a jump came from.
    func leave(_ id: ItemID, at position: Double, for place: Double) async {
        guard (place - position).magnitude > Self.farJump else { return }
        await noting { try await $0.addLeftPlace(id, position: position) }
    }
}
