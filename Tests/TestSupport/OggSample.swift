/// Ogg built in code.
public enum OggSample {
    /// A page of one packet, with a sum made bit by bit (RFC 3533, 6). One that goes on in the next page has full parts alone.
    public static func page(_ flags: UInt8, place: UInt64, _ packet: [UInt8], goesOn: Bool = false) -> [UInt8] {
        var page = Array("OggS".utf8) + [0, flags]
        page += (0..<8).map { UInt8(truncatingIfNeeded: place >> (8 * UInt64($0))) }
        page += [1, 0, 0, 0] + [0, 0, 0, 0] + [0, 0, 0, 0]
        let parts = [UInt8](repeating: 255, count: packet.count / 255) + (goesOn ? [] : [UInt8(packet.count % 255)])
        page += [UInt8(parts.count)] + parts + packet
        var sum: UInt32 = 0
        for byte in page {
            sum ^= UInt32(byte) << 24
            for _ in 0..<8 { sum = sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04c1_1db7 }
        }
        for place in 0..<4 { page[22 + place] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(place))) }
        return page
    }
}
