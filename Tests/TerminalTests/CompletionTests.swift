import Testing

@testable import Terminal

@Suite struct CompletionTests {
    private func line(_ before: String, _ candidates: String...) -> String {
        let completion = Completion(of: before, from: candidates)
        let kept = String(String.UnicodeScalarView(before.unicodeScalars.dropLast(completion.deleted)))
        return kept + completion.inserted
    }

    @Test func aSingleMatchIsCompletedWithABlank() {
        #expect(line("pau", "play", "pause") == "pause ")
        #expect(line("play 历", "历史故事", "新闻") == "play 历史故事 ")
        #expect(line("play", "play") == "play ")
        #expect(line("add dir", "dir/", "x") == "add dir/")
    }

    @Test func whatAllMatchesBeginWithIsAdded() {
        #expect(line("p", "play", "playlist") == "play")
        #expect(line("历", "历史故事", "历史人物") == "历史")
    }

    @Test func choicesAreGivenWhereNothingCanBeAdded() {
        let completion = Completion(of: "play", from: ["playlist", "play", "pause", "play\u{1B}"])
        #expect(completion.choices == ["play", "playlist"])
        #expect(completion.inserted.isEmpty)
        #expect(Completion(of: "x", from: ["play"]).choices.isEmpty)
    }

    @Test func namesWithBlanksAndQuotesAreQuoted() {
        #expect(line("play 夜", "夜 听") == "play '夜 听' ")
        #expect(line("play 'it", "it's here") == "play \"it's here\" ")
        #expect(line("play \"say", "say \"it's\"") == #"play "say \"it's\"" "#)
        #expect(line("play '夜", "夜 听", "夜 间") == "play '夜 ")
        #expect(line("play 夜\\ ", "夜 听") == "play '夜 听' ")
        #expect(line("play 'a b' c", "cd") == "play 'a b' cd ")
    }
}
