import Catalogue

// What a service says now, laid over what it said before. An absent fact never takes a known one away: one list names more than another.

extension Program {
    /// Known by no more than its name, as an activity or an episode mentions it.
    var isStub: Bool { self == Program(ref: ref, title: title) }

    func merged(over old: Program) -> Program {
        var merged = self
        merged.title = title.isEmpty || (isStub && !old.isStub) ? old.title : title
        merged.hosts = hosts.isEmpty ? old.hosts : hosts
        merged.tags = tags.isEmpty ? old.tags : tags
        merged.summary = summary ?? old.summary
        merged.image = image ?? old.image
        merged.feed = feed ?? old.feed
        merged.web = web ?? old.web
        merged.language = language ?? old.language
        merged.episodeCount = episodeCount ?? old.episodeCount
        merged.latestTitle = latestTitle ?? old.latestTitle
        merged.updated = updated ?? old.updated
        merged.isSerial = isSerial ?? old.isSerial
        merged.isExplicit = isExplicit ?? old.isExplicit
        merged.counters = counters.merged(over: old.counters)
        return merged
    }
}

extension Episode {
    /// Known by no more than its name and its programme's.
    var isStub: Bool { self == Episode(ref: ref, title: title, programRef: programRef, programTitle: programTitle) }

    func merged(over old: Episode) -> Episode {
        let isLesser = isStub && !old.isStub
        var merged = self
        merged.title = title.isEmpty || isLesser ? old.title : title
        merged.programRef = programRef ?? old.programRef
        merged.programTitle = programTitle ?? old.programTitle
        merged.hosts = hosts.isEmpty ? old.hosts : hosts
        merged.tags = tags.isEmpty ? old.tags : tags
        merged.summary = summary ?? old.summary
        merged.published = published ?? old.published
        merged.duration = duration ?? old.duration
        merged.number = number ?? old.number
        merged.season = season ?? old.season
        merged.guid = guid ?? old.guid
        merged.audio = audio.isEmpty ? old.audio : audio
        merged.image = image ?? old.image
        merged.web = web ?? old.web
        merged.kind = kind ?? old.kind
        merged.isExplicit = isExplicit ?? old.isExplicit
        merged.chapters = chapters ?? old.chapters
        merged.transcripts = transcripts.isEmpty ? old.transcripts : transcripts
        merged.isVideo = isLesser ? old.isVideo : isVideo
        merged.counters = counters.merged(over: old.counters)
        return merged
    }
}

extension Station {
    func merged(over old: Station) -> Station {
        var merged = self
        merged.title = title.isEmpty ? old.title : title
        merged.audio = audio.isEmpty ? old.audio : audio
        merged.tags = tags.isEmpty ? old.tags : tags
        merged.country = country ?? old.country
        merged.language = language ?? old.language
        merged.codec = codec ?? old.codec
        merged.votes = votes ?? old.votes
        merged.clicks = clicks ?? old.clicks
        merged.trend = trend ?? old.trend
        merged.image = image ?? old.image
        merged.web = web ?? old.web
        merged.isHLS = audio.isEmpty ? old.isHLS : isHLS
        return merged
    }
}

extension Story {
    func merged(over old: Story) -> Story {
        var merged = self
        merged.title = title.isEmpty ? old.title : title
        merged.author = author ?? old.author
        merged.hint = hint ?? old.hint
        merged.day = day ?? old.day
        merged.image = image ?? old.image
        merged.web = web ?? old.web
        merged.counters = counters.merged(over: old.counters)
        return merged
    }
}

extension [Counter] {
    /// The new ones as they are, then the old ones of other names.
    func merged(over old: [Counter]) -> [Counter] {
        if old.isEmpty || self == old { return self }
        return self + old.filter { known in !contains { $0.name == known.name } }
    }
}
