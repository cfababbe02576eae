import Glibc
import Session
import Terminal

enum PictureCommands {
    static let all = [
        Command(
            name: "art", group: .browse, usage: "art ITEM", summary: "the cover, or a picture: shown by chafa, else its address",
            details: [
                "At a terminal it is drawn where chafa is installed; in a pipe its address is printed.",
                "An episode without a cover has its programme's. After `read` the numbers are those of the story's pictures.",
                "The URL or path of a picture stands for itself.",
            ], arguments: 1...1, completing: .files
        ) { context, arguments in
            try await show(try await context.session.cover(of: arguments.words[0]), context)
        }
    ]

    private static func show(_ cover: Cover, _ context: Context) async throws {
        guard !context.options.json, Chafa.canShow(on: context.out) else { return context.print(context.printer.art(cover)) }
        guard let chafa = Chafa() else {
            context.print(context.printer.art(cover))
            return context.noteOnce("chafa isn't installed; apt install chafa shows pictures here")
        }
        let picture = try await context.session.picture(at: cover.url)
        if let (seen, reason) = picture.stored { context.note(Notes.stored(seen: seen, reason, now: context.now)) }
        let palette = Palette(for: context.out, isWanted: !context.options.noColor)
        do {
            context.out.write(try await chafa.draw(picture.path, for: context.out, palette: palette))
        } catch let error as ChildProgram.Failure {
            throw PictureFailure(url: cover.url, error: error)
        }
    }
}

/// A picture that could not be drawn, by its address.
struct PictureFailure: Error {
    let url: String
    let error: ChildProgram.Failure
}
