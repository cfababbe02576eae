/// Words by chance, but the same ones each time.
struct MadeUpText {
    enum Language: String {
        case english = "en"
        case chinese = "zh-cn"
        case japanese = "ja"
    }

    private var random: UInt64

    /// Texts of different `seed`s differ.
    init(seed: Int) {
        random = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        _ = next(2)
    }

    mutating func next(_ bound: Int) -> Int {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(random >> 33) % bound
    }

    mutating func words(_ count: Int, in language: Language) -> String {
        var words: [String] = []
        for _ in 0..<count {
            let known = language == .chinese ? Self.chinese : language == .japanese && next(5) < 2 ? Self.japanese : Self.english
            words.append(known[next(known.count)])
        }
        return words.joined(separator: language == .chinese ? "" : " ")
    }

    /// Show notes in HTML, one to three kilobytes.
    mutating func notes(in language: Language) -> String {
        let size = 1024 + next(2048)
        var text = ""
        while text.utf8.count < size {
            switch next(20) {
            case 0..<3: text += "<p>\(10 + next(50)):\(10 + next(50)) \(words(4, in: language))</p>\n"
            case 3..<6:
                let link = "https://www.example.test/\(next(100_000))?a=1&amp;b=2"
                text += "<p><a href=\"\(link)\">\(words(3, in: language))</a></p>\n"
            case 6..<8: text += "<ul>" + (0..<3).map { _ in "<li>\(words(5, in: language))</li>" }.joined() + "</ul>\n"
            default: text += "<p>\(words(15 + next(16), in: language))\(language == .chinese ? "。" : ".")</p>\n"
            }
        }
        return text
    }

    private static let english = """
        radio listener archive morning evening history city river market council letter bridge signal weather station music science interview \
        harbour garden winter memory museum railway language doctor village north voice record festival economy teacher forest island kitchen \
        theatre engine library coast mountain report question answer
        """.split(separator: " ").map(String.init)
    private static let chinese = """
        城市 历史 故事 新闻 早晨 车站 音乐 访谈 科学 经济 读书 评书 相声 旅行 医生 老师 电影 档案 声音 夜晚 江河 乡村 博物馆 记忆 语言 天气 海岸 森林 市场 信件 节日 \
        厨房 剧场 图书馆 问题 回答 主持人 嘉宾 时间 世界 人生 播客 录音 听众
        """.split(separator: " ").map(String.init)
    private static let japanese = "ラジオ ニュース 物語 音楽 こんにちは 時間 東京 歴史 라디오 뉴스 이야기 음악 안녕하세요 역사 서울"
        .split(separator: " ").map(String.init)
}
