import Catalogue

/// What must hold of everything that the readers hand out.
enum Soundness {
    /// One clean line, as a terminal may show it.
    static func line(_ text: String?, _ what: String) throws(Finding) {
        guard let text else { return }
        try expect(!text.unicodeScalars.contains(where: isUnwanted), "\(what) has a control character: \(text.debugDescription)")
    }

    /// Clean lines.
    static func paragraphs(_ text: String?, _ what: String) throws(Finding) {
        guard let text else { return }
        try expect(
            !text.unicodeScalars.contains { $0 != "\n" && isUnwanted($0) }, "\(what) has a control character: \(text.debugDescription)")
    }

    /// An absolute address.
    static func address(_ text: String?, _ what: String) throws(Finding) {
        guard let text else { return }
        try expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(what) has what no address has: \(text.debugDescription)")
    }

    static func program(_ program: Program) throws(Finding) {
        for text in [program.ref, program.title, program.language, program.latestTitle] { try line(text, "a programme's fact") }
        for text in program.hosts + program.tags + program.counters.map(\.text) { try line(text, "a programme's name") }
        try paragraphs(program.summary, "a programme's summary")
        for url in [program.image, program.feed, program.web] { try address(url, "a programme's address") }
    }

    /// `program`: whose facts have been looked at already.
    static func episode(_ episode: Episode, of program: Program? = nil) throws(Finding) {
        for text in [episode.ref, episode.title, episode.guid] { try line(text, "an episode's fact") }
        if episode.programRef != program?.ref { try line(episode.programRef, "an episode's programme") }
        if episode.programTitle != program?.title { try line(episode.programTitle, "an episode's programme") }
        for text in episode.hosts + episode.tags + episode.counters.map(\.text) { try line(text, "an episode's name") }
        try paragraphs(episode.summary, "an episode's summary")
        for url in [episode.image, episode.web] + episode.audio.map(\.url) { try address(url, "an episode's address") }
        for file in episode.audio { try line(file.mime, "a file's type") }
        try expect(episode.duration.map { $0 > 0 && $0.isFinite } ?? true, "a length of \(episode.duration ?? 0)")
        try expect(episode.audio.isEmpty || episode.audioFile(maxBitrate: 64) != nil, "no file can be chosen")
        if let published = episode.published { try line(Timestamp.iso8601(published), "a date") }
    }

    static func page(_ page: Page) throws(Finding) {
        if let program = page.program { try Self.program(program) }
        if let article = page.article { try Self.article(article) }
        for section in page.sections {
            if case .card(let title, let category) = section.kind {
                try line(title, "a card's title")
                try line(category, "a card's category")
            }
            // Many may have the same heading.
            var group: String?
            for item in section.items {
                try Self.item(item, of: page.program)
                if case .category(let category) = item, category.group != group {
                    try line(category.group, "a category's heading")
                    group = category.group
                }
            }
        }
        for reason in page.skipped { try line(reason, "a reason for leaving out") }
    }

    private static func item(_ item: Item, of program: Program?) throws(Finding) {
        switch item {
        case .program(let program): try Self.program(program)
        case .episode(let episode): try Self.episode(episode, of: program)
        case .station(let station): try Self.station(station)
        case .story(let story): try Self.story(story)
        case .comment(let comment): try Self.comment(comment)
        case .category(let category):
            for text in [category.ref, category.title] { try line(text, "a category's fact") }
        case .activity(let activity):
            try line(activity.title, "an activity's title")
            try address(activity.image, "an activity's image")
            switch activity.target {
            case .program(let program): try Self.program(program)
            case .episode(let episode): try Self.episode(episode)
            case .station(let station): try Self.station(station)
            case .story(let story): try Self.story(story)
            case .web(let url): try address(url, "an activity's address")
            case .live, .none: break
            }
        }
    }

    private static func isUnwanted(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
