import Foundation
import Testing

/// Transcripts specify the prompt: each file in Transcripts is a test.
@Suite struct StoryTests {
    @Test(arguments: Story.all) func thePromptSaysWhatTheStoryHas(_ story: Story) async throws {
        // For writing stories: SKYWAVE_STORIES=DIR keeps what is really said, whatever the files have.
        if let folder = ProcessInfo.processInfo.environment["SKYWAVE_STORIES"] {
            let text = try await Stage().transcript(of: story)
            return try text.write(toFile: "\(folder)/\(story.name).txt", atomically: true, encoding: .utf8)
        }
        let difference = try await Stage().play(story)
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test func thereAreStories() {
        #expect(Story.all.count > 5)
        #expect(Story.all.allSatisfy { !$0.steps.isEmpty })
    }

    @Test func anEllipsisStandsForAnyText() {
        #expect(Said.fits("seen 2 h ago", "seen … ago"))
        #expect(Said.fits("anything", "…"))
        #expect(Said.fits("a b", "a b"))
        #expect(!Said.fits("a b c", "a b"))
        #expect(!Said.fits("a b c", "…b"))
        #expect(Said.fits("1:…", "1:…"))
    }

    @Test func eachFaultOfAStoryIsSeen() {
        let story = Story(name: "x", text: "# remark\n> go\none\n\ntwo\n! bad\n~ late\n= 3\n\n> stop\n")
        #expect(story.steps.map(\.text) == ["go", "stop"])
        let step = story.steps[0]
        #expect(Said(output: ["one", "late", "", "two"], errors: ["bad"], status: 3).difference(from: step) == nil)
        #expect(Said(output: ["one", "", "two"], errors: ["bad"], status: 3).difference(from: step) != nil)
        #expect(Said(output: ["one", "", "two", "late"], errors: [], status: 3).difference(from: step) != nil)
        #expect(Said(output: ["one", "", "two", "late", "more"], errors: ["bad"], status: 3).difference(from: step) != nil)
        #expect(Said(output: ["one", "", "two", "late"], errors: ["bad"], status: 0).difference(from: step) != nil)
    }
}
