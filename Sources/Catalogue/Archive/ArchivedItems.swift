extension Program {
    /// All that is known of it, for a library's export.
    public var archived: JSONLine {
        var line = JSONLine.archived("program", ref: ref, title: title)
        line.add("hosts", hosts)
        line.add("tags", tags)
        line.add("summary", summary)
        line.add("image", image)
        line.add("feed", feed)
        line.add("web", web)
        line.add("language", language)
        line.add("episodes", episodeCount)
        line.add("latest", latestTitle)
        line.add("updated", time: updated)
        line.add(counters: counters)
        line.add("isSerial", isSerial)
        line.add("explicit", isExplicit)
        return line
    }

    /// What `archived` wrote; nil where the service's id is missing, as with the others.
    public init?(archived json: JSON) {
        guard let ref = json.exact("ref") else { return nil }
        self.init(
            ref: ref, title: json.exact("title") ?? "", hosts: json.texts("hosts"), tags: json.texts("tags"),
            summary: json.exact("summary"),
            image: json.exact("image"), feed: json.exact("feed"), web: json.exact("web"), language: json.exact("language"),
            episodeCount: json["episodes"]?.int, latestTitle: json.exact("latest"), updated: json.time("updated"),
            counters: json.archivedCounters, isSerial: json.bool("isSerial"), isExplicit: json.bool("explicit"))
    }
}

extension Episode {
    /// All that is known of it, for a library's export.
    public var archived: JSONLine {
        var line = JSONLine.archived("episode", ref: ref, title: title)
        line.add("programRef", programRef)
        line.add("programTitle", programTitle)
        line.add("hosts", hosts)
        line.add("tags", tags)
        line.add("summary", summary)
        line.add("published", time: published)
        line.add("duration", duration)
        line.add("number", number)
        line.add("season", season)
        line.add("guid", guid)
        line.add(audio: audio)
        line.add("image", image)
        line.add("web", web)
        line.add("isVideo", isVideo ? true : nil)
        line.add(counters: counters)
        line.add("kind", kind?.rawValue)
        line.add("explicit", isExplicit)
        line.add("chapters", chapters)
        line.add("transcripts", transcripts.map(\.archived))
        return line
    }

    /// What `archived` wrote.
    public init?(archived json: JSON) {
        guard let ref = json.exact("ref") else { return nil }
        self.init(
            ref: ref, title: json.exact("title") ?? "", programRef: json.exact("programRef"), programTitle: json.exact("programTitle"),
            hosts: json.texts("hosts"), tags: json.texts("tags"), summary: json.exact("summary"), published: json.time("published"),
            duration: json["duration"]?.double, number: json["number"]?.int, season: json["season"]?.int, guid: json.exact("guid"),
            audio: json.archivedAudio, image: json.exact("image"), web: json.exact("web"), isVideo: json.isSet("isVideo"),
            counters: json.archivedCounters, kind: json.exact("kind").flatMap(Kind.init), isExplicit: json.bool("explicit"),
            chapters: json.exact("chapters"), transcripts: json["transcripts"]?.elements.compactMap(Transcript.init(archived:)) ?? [])
    }
}

extension Transcript {
    fileprivate var archived: JSONLine {
        var line = JSONLine()
        line.add("url", url)
        line.add("mime", mime)
        line.add("language", language)
        return line
    }

    fileprivate init?(archived json: JSON) {
        guard let url = json.exact("url") else { return nil }
        self.init(url: url, mime: json.exact("mime"), language: json.exact("language"))
    }
}

extension Station {
    /// All that is known of it, for a library's export.
    public var archived: JSONLine {
        var line = JSONLine.archived("station", ref: ref, title: title)
        line.add(audio: audio)
        line.add("tags", tags)
        line.add("country", country)
        line.add("language", language)
        line.add("codec", codec)
        line.add("votes", votes)
        line.add("clicks", clicks)
        line.add("trend", trend)
        line.add("image", image)
        line.add("web", web)
        line.add("isHLS", isHLS ? true : nil)
        return line
    }

    /// What `archived` wrote.
    public init?(archived json: JSON) {
        guard let ref = json.exact("ref") else { return nil }
        self.init(
            ref: ref, title: json.exact("title") ?? "", audio: json.archivedAudio, tags: json.texts("tags"), country: json.exact("country"),
            language: json.exact("language"), codec: json.exact("codec"), votes: json["votes"]?.int, clicks: json["clicks"]?.int,
            trend: json["trend"]?.int, image: json.exact("image"), web: json.exact("web"), isHLS: json.isSet("isHLS"))
    }
}

extension Story {
    /// All that is known of it but its text, for a library's export.
    public var archived: JSONLine {
        var line = JSONLine.archived("story", ref: ref, title: title)
        line.add("author", author)
        line.add("hint", hint)
        line.add("date", day)
        line.add("image", image)
        line.add("web", web)
        line.add(counters: counters)
        return line
    }

    /// What `archived` wrote.
    public init?(archived json: JSON) {
        guard let ref = json.exact("ref") else { return nil }
        self.init(
            ref: ref, title: json.exact("title") ?? "", author: json.exact("author"), hint: json.exact("hint"), day: json.exact("date"),
            image: json.exact("image"), web: json.exact("web"), counters: json.archivedCounters)
    }
}
