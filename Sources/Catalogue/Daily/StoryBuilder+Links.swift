/// A link that is open.
struct StoryLink {
    /// As the page writes it.
    let sent: String
    let address: String
    /// Where its text begins.
    var start: Int
    /// How many blocks and waiting pictures there were.
    let before: Int
    var isNoted = false
}

/// Links and pictures.
extension StoryBuilder {
    func addText(_ text: String) {
        guard !waiting.isEmpty else { return paragraph.add(text) }
        guard !text.trimmed.isEmpty else { return paragraph.addBlank() }
        let called = waiting
        waiting = []
        for picture in called { paragraph.add("[image \(picture.number)]") }
        paragraph.add(text)
    }

    func add(_ picture: StoryPicture) {
        let text = picture.text.trimmed
        if picture.isEquation, !text.isEmpty { return addText(picture.text) }
        guard let address = picture.sources.lazy.compactMap(pictures.absolute).first(where: { !$0.hasPrefix("mailto:") }) else {
            return addText(picture.text)
        }
        let number = pictures.number(of: address)
        if picture.standsAlone || figure != nil {
            flush()
            blocks.append(block(.image(number: number), PlainText.verbatim(text)))
        } else if paragraph.isEmpty {
            waiting.append((number, PlainText.verbatim(text)))
        } else {
            paragraph.add("[image \(number)]")
        }
    }

    func beginLink(_ sent: String) {
        link = links.absolute(sent).map {
            StoryLink(sent: sent.trimmed, address: $0, start: paragraph.count, before: blocks.count + waiting.count)
        }
    }

    func endLink() {
        noteLink()
        guard let ended = link else { return }
        link = nil
        // No text but a picture, and not such as leads to the picture itself.
        guard !ended.isNoted, blocks.count + waiting.count > ended.before, pictures.all.last != ended.address else { return }
        let note = "[\(links.number(of: ended.address))]"
        if let last = waiting.indices.last {
            waiting[last].text += note
        } else if let last = blocks.indices.last, case .image = blocks[last].kind {
            blocks[last].text += note
        }
    }

    /// Puts the open link's number behind its text, unless that is the address itself.
    func noteLink() {
        guard var noted = link, !noted.isNoted else { return }
        let text = paragraph.text(from: noted.start).trimmed
        noted.start = 0
        if !text.isEmpty {
            noted.isNoted = true
            if !Self.isSame(text, noted) { paragraph.addNote("[\(links.number(of: noted.address))]") }
        }
        link = noted
    }

    private static func isSame(_ text: String, _ link: StoryLink) -> Bool {
        text == link.sent || bare(text) == bare(link.address)
    }

    /// Without scheme and the slash at the end.
    private static func bare(_ address: String) -> Substring {
        var bare = Substring(address)
        for scheme in ["https://", "http://", "mailto:"] where bare.hasPrefix(scheme) { bare = bare.dropFirst(scheme.count) }
        return bare.hasSuffix("/") ? bare.dropLast() : bare
    }

    /// The figure's last picture gets what stands below it; without a picture that is a paragraph.
    func endFigure() {
        defer {
            figure = nil
            caption = ""
        }
        guard !caption.isEmpty else { return }
        let start = min(figure ?? 0, blocks.count)
        let last = blocks[start...].lastIndex { if case .image = $0.kind { true } else { false } }
        if let last { blocks[last].text = caption } else { blocks.append(block(.paragraph, caption)) }
    }
}
