/// What an entry of an FM-style answer is: fields of reference section A6.
extension FMEntry {
    /// An episode; nil without an id. `re…` fields are an editor's words and stand above the plain ones.
    var episode: Episode? {
        guard let ref = id(.id, .rid, .resourceId) else { return nil }
        let duration = raw(.duration).flatMap(DurationText.parse)
        return Episode(
            ref: ref, title: line(.reTitle, .title) ?? "", programRef: link(.programId, .pid),
            programTitle: line(.reProgramName, .programName, .programname), hosts: names(.reCompere, .compere),
            tags: names(.tags, atBlanks: true), summary: paragraphs(.description, .info),
            published: time(.publishTime, .createTime, .updateTime, .createAt), duration: duration, audio: audio(duration: duration),
            image: image, isVideo: flag(.isVideo) ?? false, counters: counters)
    }

    /// A programme; nil without an id. In the oldest answers a programme is listed with its newest episode's `title`.
    var program: Program? { id(.id, .programId, .pid).map(programFacts) }

    /// A programme whose id is known.
    func programFacts(ref: String) -> Program {
        let name = line(.reProgramName, .programName, .programname, .topTitle)
        return Program(
            ref: ref, title: name ?? line(.title) ?? "", hosts: names(.reCompere, .compere), tags: names(.tags, atBlanks: true),
            summary: paragraphs(.reProgramDetails, .programDetails, .description, .info, .topDesc), image: image,
            episodeCount: count(.resourceNum), latestTitle: line(.resourceTitle) ?? (name == nil ? nil : line(.title)),
            updated: time(.updateTime, .resourceCreateTime, .createTime, .createAt), counters: counters)
    }

    /// An entry of 专辑精选: it leads to its programme, whose id it bears unless it names another.
    var album: Program? {
        var album = program
        if let ref = link(.programId, .pid) { album?.ref = ref }
        return album
    }

    /// A programme or an episode, told apart by what is there.
    var item: Item? {
        if looksLikeProgram { return program.map(Item.program) }
        if has(.nodeName), !has(.title) { return category(group: nil).map(Item.category) }
        return episode.map(Item.episode)
    }

    func category(group: String?) -> Category? {
        guard let ref = id(.id, .nodeId), let title = line(.nodeName, .title) else { return nil }
        return Category(ref: ref, title: title, group: group)
    }

    private var looksLikeProgram: Bool {
        if has(.audiolist, .audioList, .filePath, .duration) { return false }
        if has(.topTitle, .resourceTitle, .resourceNum, .subscribesNumShow, .programLogo, .programlogo) { return true }
        return has(.programName, .programname) && (!has(.title, .reTitle) || !has(.id, .rid))
    }

    /// The largest picture there is.
    private var image: String? {
        let largest = address(.img640x640, .bigPictureUrl, .img1035x441, .img640x292, .img370x370, .middlePictureUrl, .img297x194)
        let small = address(.img194x194, .img180x240, .img130x130, .img100x100, .reSmallPictureUrl, .smallPictureUrl)
        return largest ?? small ?? address(.programLogo, .programlogo, .iosBanner, .androidBanner, .iosLogo, .androidLogo)
            ?? address(.thumbnail, .img, .image, .headImgUrl)
    }

    private var counters: [Counter] {
        var counters: [Counter] = []
        counters.reserveCapacity(4)
        func add(_ name: String, _ text: String?) {
            if let text { counters.append(Counter(name: name, text: text)) }
        }
        add("listens", line(.listenNumShow, .listenNum))
        add("downloads", line(.downloadNumShow, .downloadNum))
        add("collects", line(.collectNumShow, .collectionNumShow, .collectionNum))
        add("subscribers", line(.subscribesNumShow, .subscribesNum))
        add("comments", line(.commentNum))
        return counters
    }
}
