/// The members of an FM-style answer's objects that are read (reference sections A6 and A2), named as they are spelt on the wire but
/// for `create_at` and the pictures (`img640_640`).
enum FMKey: UInt8, CaseIterable {
    case id, rid, pid, programId, resourceId, redirectId, nodeId
    case title, reTitle, nodeName, cardTitle, channelName, topTitle, bannerTitle, bannerDesc, resourceTitle
    case programName, reProgramName, programname, compere, reCompere, tags
    case description, info, programDetails, reProgramDetails, topDesc
    case publishTime, createTime, updateTime, resourceCreateTime, createAt, duration, isVideo
    case audiolist, audioList, filePath, filepath, url, audioStream, size, isDefault
    case listenNumShow, listenNum, downloadNumShow, downloadNum, collectNumShow, collectionNumShow, collectionNum
    case subscribesNumShow, subscribesNum, commentNum
    case img640x640, img1035x441, img640x292, img370x370, img297x194, img194x194, img180x240, img130x130, img100x100
    case bigPictureUrl, middlePictureUrl, smallPictureUrl, reSmallPictureUrl, programLogo, programlogo
    case iosBanner, androidBanner, iosLogo, androidLogo, thumbnail, img, image, headImgUrl
    case activityUrl, linkUrl, redirectType, resourceInfo, tvDetails, programInfo, programinfo, pfind, newestResource
    case listCategory, listReource, listResource, listTwy, cardDetails, channelContent
    case resourceList, list, count, totalCount, resourceNum, reList, hotList, reListCount, hotListCount, newListCount
    case hotResourceList, praiseList, subList, newList, bkBdList, program, resource
}

extension FMKey {
    /// From 0; below 128, for which `FMEntry` has room.
    var place: Int { Int(rawValue) }

    var spelling: String {
        let name = "\(self)"
        if self == .createAt { return "create_at" }
        return name.hasPrefix("img") ? String(name.map { $0 == "x" ? "_" : $0 }) : name
    }

    /// The key that is spelt so; nil for another. No text is made of it.
    static func spelt(_ bytes: Span<UInt8>) -> FMKey? {
        FMKeyTable.shared[bytes]
    }
}

/// Finds keys by their spelling: open addressing over a hash of the length and three letters.
private struct FMKeyTable: Sendable {
    static let shared = FMKeyTable()

    private static let size = 512
    /// The place of a key, from 1; 0 where none stands.
    private var slots = [UInt8](repeating: 0, count: size)
    /// The spellings one behind another, and where each begins; one more for the last one's end.
    private var letters: [UInt8] = []
    private var starts: [Int] = [0]

    private init() {
        for key in FMKey.allCases {
            let spelling = Array(key.spelling.utf8)
            letters += spelling
            starts.append(letters.count)
            var slot = Self.hash(spelling.span)
            while slots[slot] != 0 { slot = (slot + 1) % Self.size }
            slots[slot] = key.rawValue + 1
        }
    }

    subscript(bytes: Span<UInt8>) -> FMKey? {
        var slot = Self.hash(bytes)
        while slots[slot] != 0 {
            let place = Int(slots[slot]) - 1
            if isSpelling(bytes, of: place) { return FMKey(rawValue: UInt8(place)) }
            slot = (slot &+ 1) % Self.size
        }
        return nil
    }

    private func isSpelling(_ bytes: Span<UInt8>, of place: Int) -> Bool {
        let start = starts[place]
        guard starts[place + 1] - start == bytes.count else { return false }
        for index in bytes.indices where bytes[index] != letters[start + index] { return false }
        return true
    }

    private static func hash(_ bytes: Span<UInt8>) -> Int {
        let count = bytes.count
        guard count > 0 else { return 0 }
        let first = Int(bytes[0])
        let middle = Int(bytes[count / 2])
        let last = Int(bytes[count - 1])
        return (count &* 31 ^ first &* 7 ^ middle &* 57 ^ last &* 131) & (size - 1)
    }
}
