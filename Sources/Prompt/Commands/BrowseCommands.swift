import Catalogue
import Directory
import Library
import Session

enum BrowseCommands {
    static let all = [
        Command(
            name: "featured", group: .browse, usage: "featured", summary: "the carousel and the cards of the home page", arguments: 0...0
        ) { context, _ in
            context.show(try await context.session.featured())
        },
        Command(
            name: "charts", group: .browse, usage: "charts [NAME] [--history ITEM]",
            summary: "the leaderboards: all with their first entries, or one whole",
            details: chartDetails + [
                "Each look is kept. Behind the rank stands how something has moved since the last one: ▲2, ▼1, = or new.",
                "Looks within ten minutes count as one.",
                "--history ITEM shows the ranks of something over time, in all charts or in NAME.",
            ], arguments: 0...1, options: ["--history="], completing: .words(chartNames)
        ) { context, arguments in
            if let item = arguments.options["--history"] {
                let histories = try await context.session.chartHistory([item], chart: arguments.first)
                return context.print(context.printer.chartHistory(histories))
            }
            context.show(try await context.session.charts(arguments.first))
        },
        Command(
            name: "categories", group: .browse, usage: "categories", summary: "the shelves that `browse` takes", arguments: 0...0
        ) { context, _ in
            context.show(try await context.session.categories())
        },
        Command(
            name: "browse", group: .browse, usage: "browse CATEGORY [recommended|hot|new]", summary: "the programmes of a category",
            details: ["CATEGORY is an id or a title that `categories` prints, or of a radio directory any tag."], arguments: 1...2,
            completing: .words(PageRequest.List.allCases.map(\.rawValue))
        ) { context, arguments in
            let name = arguments.words.count > 1 ? arguments.words[1] : PageRequest.List.recommended.rawValue
            guard let list = PageRequest.List(rawValue: name) else {
                throw UsageError.badArgument(name, expected: "recommended, hot or new")
            }
            context.show(try await context.session.browse(arguments.words[0], list: list))
        },
        Command(
            name: "open", group: .browse, usage: "open ITEM", summary: "a programme with its episodes",
            details: ["An episode opens its programme, an entry of the carousel its target, a story its text."], arguments: 1...1
        ) { context, arguments in
            context.show(try await context.session.open(arguments.words[0]))
        },
        Command(name: "info", group: .browse, usage: "info ITEM…", summary: "all that is known of something", arguments: Command.any) {
            context, arguments in
            let report = try await context.session.info(arguments.words)
            context.print(parts: report.records.map { context.printer.item($0) })
            try context.end(report)
        },
        Command(
            name: "more", group: .browse, usage: "more", summary: "the next page of the last listing, numbered on", arguments: 0...0
        ) { context, _ in
            if context.showRest() { return }
            context.show(try await context.session.more())
        },
        Command(
            name: "search", group: .browse, usage: "search [--local|--online] WORDS…", summary: "find programmes and episodes",
            details: [
                "--local looks into the library only, --online asks the catalogue and fails where it can't be asked.",
                "All words have to stand somewhere: in title, hosts, programme or notes, or in the text of a story that was read.",
                "\"a phrase\"          these words side by side; nothing is to follow the last one's letters",
                "-word               not with this word",
                "title:word host:word program:word   only there; quotes hold several together",
                "is:favourite is:downloaded is:played is:new   also -is:played",
                "before:2026-05 after:2025 a day, month or year; after takes in that day",
                "sort:relevance|date|duration",
                "With one of these signs only the library is looked through.",
            ],
            arguments: Command.any, options: ["--local", "--online"]
        ) { context, arguments in
            if arguments.options.count > 1 { throw arguments.wrong }
            let place: RadioSession.SearchPlace =
                arguments.has("--local") ? .local : arguments.has("--online") ? .online : .everywhere
            let query = query(arguments.words)
            if let fault = SearchQuery.fault(in: query) { throw fault }
            let unasked = try await context.session.search(query, in: place) { part in
                if part.part == nil { context.show(list: .page(part)) } else { context.show(part) }
            }
            if let unasked { context.note("only the library was looked through: \(ErrorText.words(for: unasked))") }
        },
    ]
}

extension BrowseCommands {
    /// The words as one query: what the line held together by quotes is a phrase.
    static func query(_ words: [String]) -> String {
        words.map { word in
            guard word.contains(where: \.isWhitespace), !word.contains("\"") else { return word }
            let sign = word.hasPrefix("-") ? "-" : ""
            let rest = word.dropFirst(sign.count)
            let field = ["title:", "host:", "program:", "programme:"].first { rest.hasPrefix($0) } ?? ""
            return "\(sign)\(field)\"\(rest.dropFirst(field.count))\""
        }.joined(separator: " ")
    }

    /// The charts of each kind of source that has some; those of the first stand for all FM-style ones.
    private static let chartKinds: [(kind: Source.Kind, of: String)] = [
        (.fm, "NAME is one of:"), (.radio, "Of a radio directory:"), (.apple, "Of apple:"), (.fyyd, "Of fyyd:"),
    ]

    private static let chartDetails = chartKinds.map { "\($0.of) \(CatalogueDirectory.charts(of: $0.kind).joined(separator: ", "))." }

    private static let chartNames = Set(chartKinds.flatMap { CatalogueDirectory.charts(of: $0.kind) }).sorted()
}

enum SourceCommands {
    static let all = [
        Command(
            name: "source", group: .catalogues, usage: "source list | add NAME URL [--kind KIND] | use NAME | remove NAME",
            summary: "the catalogues that can be asked",
            details: [
                "`source add` finds the kind by asking the service, or takes it from --kind: \(kinds).",
                "URL is the service's base, or the folder of a static station.",
            ], arguments: 0...3, options: ["--kind="], completing: .sources,
            optionValues: ["--kind": Source.Kind.allCases.map(\.rawValue)]
        ) { context, arguments in
            let rest = Array(arguments.words.dropFirst())
            switch (arguments.first ?? "list", rest.count) {
            case ("list", 0):
                let (sources, current) = try await context.session.sources()
                context.print(context.printer.sources(sources, current: current))
            case ("add", 2): try await add(rest, arguments, context)
            case ("use", 1):
                try await context.session.useSource(rest[0])
                try context.show(ChangeReport(action: "source use", items: 1))
            case ("remove", 1):
                try await context.session.removeSource(rest[0])
                try context.show(ChangeReport(action: "source remove", items: 1))
            default: throw arguments.wrong
            }
        }
    ]

    private static let kinds =
        Source.Kind.allCases.dropLast().map(\.rawValue).joined(separator: ", ") + " or \(Source.Kind.allCases.last?.rawValue ?? "")"

    private static func add(_ words: [String], _ arguments: Arguments, _ context: Context) async throws {
        var kind: Source.Kind?
        if let name = arguments.options["--kind"] {
            guard let named = Source.Kind(rawValue: name) else {
                throw UsageError.badOption("--kind", expected: kinds)
            }
            kind = named
        }
        let source = try await context.session.addSource(words[0], url: words[1], kind: kind)
        if context.options.json {
            context.print(context.printer.sources([source], current: ""))
        } else {
            try context.show(ChangeReport(action: "source add", items: 1))
        }
    }
}
