/// What tells the answers of an FM-style service apart.
enum FMShape {
    /// The leaderboards: their wire keys, the names that the interface has for them, and headings.
    static let charts: [(key: FMKey, name: String, title: String)] = [
        (.hotResourceList, "hot", "Most played"), (.praiseList, "liked", "Most liked"), (.subList, "subscribed", "Most subscribed"),
        (.newList, "new", "New programmes"), (.bkBdList, "albums", "Selected albums"),
    ]

    /// The wire keys of one of a category's lists and of how many it holds.
    static func listKeys(_ list: PageRequest.List) -> (list: FMKey, count: FMKey) {
        switch list {
        case .recommended: (.reList, .reListCount)
        case .hot: (.hotList, .hotListCount)
        case .new: (.newList, .newListCount)
        }
    }

    /// A category's newest programmes come under `newList` too, but beside the category's own id.
    static func isLeaderboard(_ data: JSON) -> Bool {
        has(data, ["hotResourceList", "praiseList", "subList", "bkBdList"])
            || (has(data, ["newList"]) && !has(data, ["nodeId", "newListCount"]))
    }

    static func isProgramList(_ data: JSON) -> Bool { has(data, ["reList", "hotList", "newList"]) }

    static func isPlayList(_ data: JSON) -> Bool { has(data, ["programInfo", "programinfo", "resourceList"]) }

    /// Focus and cards in one answer, as in 2016.
    static func isIndex(_ data: JSON) -> Bool { has(data, ["focus", "cardList"]) }

    static func isSearch(_ data: JSON) -> Bool { has(data, ["program", "resource"]) && !has(data, ["id"]) }

    static func namesItsContents(_ data: JSON) -> Bool {
        data["list"] != nil || isLeaderboard(data) || isProgramList(data) || isPlayList(data) || isIndex(data) || isSearch(data)
    }

    static func isActivity(_ entry: JSON) -> Bool { has(entry, ["bannerTitle", "redirectType", "activityUrl"]) }

    static func isCard(_ entry: JSON) -> Bool {
        has(entry, ["cardTitle", "listTwy", "listCategory", "listReource", "listResource", "cardDetails", "listTopic"])
    }

    static func isChannel(_ entry: JSON) -> Bool { has(entry, ["channelContent", "channelName"]) }

    static func has(_ value: JSON, _ keys: [String]) -> Bool { keys.contains { value[$0] != nil } }
}
