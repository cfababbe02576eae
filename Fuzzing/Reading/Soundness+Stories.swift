import Catalogue

extension Soundness {
    static func station(_ station: Station) throws(Finding) {
        for text in [station.title, station.country, station.language, station.codec] + station.tags { try line(text, "a station's fact") }
        try expect(!station.audio.isEmpty && station.audio.allSatisfy { !$0.url.isEmpty }, "a station has no stream")
        for url in [station.image, station.web] { try address(url, "a station's address") }
    }

    static func story(_ story: Story) throws(Finding) {
        for text in [story.title, story.author, story.hint, story.day] { try line(text, "a story's fact") }
        for url in [story.image, story.web] { try address(url, "a story's address") }
    }

    static func article(_ article: Article) throws(Finding) {
        try story(article.story)
        try text(article.text)
    }

    /// The numbers in a text are those of its links and pictures.
    static func text(_ text: RichText) throws(Finding) {
        for block in text.blocks {
            try paragraphs(block.text, "a block of a text")
            if case .image(let number) = block.kind {
                try expect((1...text.images.count).contains(number), "there is no picture \(number)")
            }
        }
        for url in text.links + text.images { try address(url, "an address in a text") }
    }

    static func comment(_ comment: Comment) throws(Finding) {
        try line(comment.author, "who comments")
        try paragraphs(comment.text, "a comment")
        try line(comment.replyTo?.author, "who was replied to")
        if let text = comment.replyTo?.text { try paragraphs(text, "what was replied to") }
    }
}
