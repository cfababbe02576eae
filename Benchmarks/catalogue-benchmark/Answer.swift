import Glibc

/// Makes up a play list in an FM-style service's manner: numbers as texts, Chinese titles, three files an episode, six pictures.
struct MadeUpAnswer {
    private var random: UInt64 = 1
    private static let words = [
        "城市", "声音", "图书馆", "早晨", "车站", "森林", "录音", "节日", "故事", "主持人", "语言", "听众", "新闻", "音乐", "人生", "回答",
    ]

    /// Writes about `megabytes` MB to `file`. The same call always writes the same.
    static func write(_ megabytes: Int, to file: String) -> Bool {
        guard let output = fopen(file, "w") else { return false }
        var answer = MadeUpAnswer()
        fputs(#"{"msg":"调用成功","code":"0","data":{"programInfo":{"id":"5101","programName":"城市杂音"},"resourceList":["#, output)
        var number = 0
        while ftell(output) < megabytes * 1_000_000 {
            number += 1
            fputs((number > 1 ? "," : "") + answer.episode(number), output)
        }
        fputs("]}}\n", output)
        return fclose(output) == 0
    }

    private mutating func next(_ bound: Int) -> Int {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(random >> 33) % bound
    }

    private mutating func title(_ count: Int) -> String { (0..<count).map { _ in Self.words[next(Self.words.count)] }.joined() }

    private mutating func audio(_ number: Int, rate: Int, seconds: Int) -> String {
        #"{"isDefault":"\#(rate == 64 ? 1 : 0)","size":"\#(seconds * rate * 125 / 1024)","audioStream":"\#(rate)","#
            + #""filePath":"http://audio.example.test/2026/\#(5100 + number % 200)/\#(number)-\#(rate).mp3?sign=\#(String(random, radix: 16))&t=178"}"#
    }

    private mutating func episode(_ number: Int) -> String {
        let (seconds, created, base) = (120 + next(7000), 1_780_000_000 - number * 600, "http://img.example.test/images/\(number)")
        var text = #"{"id":"\#(70000 + number)","title":"\#(title(3 + next(6)))","programId":"\#(5100 + number % 200)","#
        text += #""programName":"\#(title(3))","duration":"\#(seconds)","listenNumShow":"\#(next(9999)).\#(next(10))万","#
        text += #""downloadNumShow":"\#(next(9999))","collectNumShow":"\#(next(9999))","commentNum":"\#(next(999))","#
        text += #""publishTime":"\#(created)","createTime":"\#(created)","updateTime":"\#(created + 86400)","isVideo":"0","videoUrl":"","#
        text += #""focusMap":"","sourceSort":"\#(number)","tags":"\#(title(1)) \#(title(1))","watchingNum":"0","#
        text += ["small", "middle", "big"].map { #""\#($0)PictureUrl":"\#(base)/\#($0).jpg","# }.joined()
        text += #""audiolist":["# + [32, 64, 128].map { audio(number, rate: $0, seconds: seconds) }.joined(separator: ",") + "]"
        for size in ["100_100", "194_194", "370_370", "640_640", "297_194", "180_240"] {
            text += #","img\#(size)":"\#(base)/\#(size).jpg""#
        }
        return text + "}"
    }
}
