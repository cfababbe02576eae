import Glibc

/// Makes up a play list in an FM-style service's manner: numbers as texts, Chinese titles, three files an episode, six pictures.
struct MadeUpAnswer {
    private var text = MadeUpText(seed: 1)

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

    private mutating func next(_ bound: Int) -> Int { text.next(bound) }

    private mutating func title(_ count: Int) -> String { text.words(count, in: .chinese) }

    private mutating func audio(_ number: Int, rate: Int, seconds: Int) -> String {
        #"{"isDefault":"\#(rate == 64 ? 1 : 0)","size":"\#(seconds * rate * 125 / 1024)","audioStream":"\#(rate)","#
            + #""filePath":"http://audio.example.test/2026/\#(5100 + number % 200)/\#(number)-\#(rate).mp3?sign=\#(String(number &* 0x9E37_79B9_7F4A, radix: 16))&t=178"}"#
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
