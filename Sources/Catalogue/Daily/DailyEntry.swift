/// One object of a daily news service's answer, with its fields as they are meant.
struct DailyEntry {
    let json: JSON

    /// One clean line.
    func line(_ keys: String...) -> String? {
        for key in keys {
            if let text = json[key]?.text.map(PlainText.clean), !text.isEmpty { return text }
        }
        return nil
    }

    /// An id: opaque, every digit kept.
    func ref(_ keys: String...) -> String? {
        for key in keys {
            if let text = json[key]?.text.map(PlainText.verbatim), !text.isEmpty { return text }
        }
        return nil
    }

    func address(_ keys: String...) -> String? {
        for key in keys {
            if let address = json[key]?.list.first?.text.flatMap({ WebAddress.absolute($0) }) { return address }
        }
        return nil
    }

    func day(_ key: String) -> DailyDay? { json[key]?.text.flatMap { DailyDay($0) } }

    /// A story, as lists and articles tell of it; nil without an id. `day` is the list's.
    func story(of day: DailyDay?) -> Story? {
        guard let ref = ref("id", "news_id") else { return nil }
        let hint = line("hint")
        return Story(
            ref: ref, title: line("title") ?? "", author: hint.flatMap(Self.author), hint: hint, day: (self.day("date") ?? day)?.text,
            image: address("image", "images", "thumbnail"), web: web, counters: [])
    }

    /// Where people read it. The oldest answers have the address of the data itself in `url`.
    private var web: String? {
        let url = address("url")
        return url.flatMap { $0.contains("/api/") ? nil : $0 } ?? address("share_url")
    }

    /// `样例作者 · 3 分钟阅读` and `作者 / 样例作者` name an author; other hints don't.
    static func author(in hint: String) -> String? {
        var name = Substring(hint)
        if name.hasSuffix(" 分钟阅读") {
            name = name.dropLast(" 分钟阅读".count)
            let minutes = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
            name = name.dropLast(minutes)
            guard minutes > 0, name.hasSuffix(" · ") else { return nil }
            name = name.dropLast(" · ".count)
        } else {
            guard name.hasPrefix("作者 / ") else { return nil }
            name = name.dropFirst("作者 / ".count)
        }
        let author = name.trimmed
        return author.isEmpty ? nil : author
    }

    /// Nil without an id.
    var comment: Comment? {
        guard let ref = ref("id") else { return nil }
        let likes = json["likes"]?.int.flatMap { $0 >= 0 ? $0 : nil }
        let reply = json["reply_to"]?.objectOrNil.map { DailyEntry(json: $0).reply }
        return Comment(
            ref: ref, author: line("author"), text: json["content"]?.text.map(PlainText.paragraphs) ?? "", likes: likes,
            time: json["time"]?.text.flatMap(Timestamp.parse), replyTo: reply)
    }

    /// What was replied to. Of one that is gone there is no more than a `status` and the service's word for it.
    private var reply: Comment.Reply {
        let text = json["content"]?.text.map(PlainText.paragraphs)
        let isGone = (json["status"]?.int ?? 0) != 0 || text == nil && json["error_msg"]?.text != nil
        return isGone ? Comment.Reply(isDeleted: true) : Comment.Reply(author: line("author"), text: text)
    }

    var counters: [Counter] {
        let names = [
            ("popularity", "likes"), ("comments", "comments"), ("long_comments", "longComments"), ("short_comments", "shortComments"),
        ]
        return names.compactMap { key, name in
            guard let count = json[key]?.int, count >= 0 else { return nil }
            return Counter(name: name, text: String(count))
        }
    }

    /// A theme or a section; nil without id or name.
    func category(_ kind: String) -> Category? {
        guard let ref = ref("id"), let title = line("name") else { return nil }
        return Category(ref: "\(kind)/\(ref)", title: title)
    }
}

/// What could be read of a list, and why the rest could not.
struct DailyReading<Value> {
    var values: [Value] = []
    var skipped: [String] = []

    /// Reads each entry by itself, so that a bad one costs only itself. `read` gives a value, or what the entry is without.
    init(_ list: JSON?, _ what: String, _ read: (DailyEntry) -> Result<Value, Lack>) {
        for (index, json) in (list?.list ?? []).enumerated() {
            guard json.kind == .object else {
                skipped.append("\(what) \(index + 1) is \(json.kind == .null ? "null" : "no object")")
                continue
            }
            switch read(DailyEntry(json: json)) {
            case .success(let value): values.append(value)
            case .failure(let lack): skipped.append("\(what) \(index + 1) has no \(lack.what)")
            }
        }
    }

    init(_ list: JSON?, _ what: String, lack: String, _ read: (DailyEntry) -> Value?) {
        self.init(list, what) { entry in read(entry).map { .success($0) } ?? .failure(Lack(what: lack)) }
    }

    struct Lack: Error {
        let what: String
    }
}

extension DailyReading<Story> {
    /// The stories of a list; one that has no title can't be shown.
    init(stories list: JSON?, _ what: String, day: DailyDay?) {
        self.init(list, what) { entry in
            guard let story = entry.story(of: day) else { return .failure(Lack(what: "id")) }
            return story.title.isEmpty ? .failure(Lack(what: "title")) : .success(story)
        }
    }
}
