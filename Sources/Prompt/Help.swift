/// What `help` says, printed from the command table.
enum Help {
    /// All commands, or more about one command or topic. Throws UsageError.unknownCommand.
    static func lines(about word: String?) throws(UsageError) -> [String] {
        guard let word else { return overview }
        if let topic = topics.first(where: { $0.name == word }) { return topic.lines }
        let command = try CommandTable.find(word)
        var lines = [command.usage, "    " + command.summary] + command.details.map { "    " + $0 }
        if !command.aliases.isEmpty { lines.append("    also: " + command.aliases.joined(separator: ", ")) }
        return lines
    }

    static let topicNames = topics.map(\.name)

    private static var overview: [String] {
        var lines = [
            "skywave                     the prompt", "skywave COMMAND [ARG …]     one command",
            "skywave < FILE              a script, one command a line",
        ]
        let width = CommandTable.commands.map(\.usage.count).filter { $0 <= 40 }.max() ?? 0
        for group in Command.Group.allCases {
            let commands = CommandTable.commands.filter { $0.group == group }
            if commands.isEmpty { continue }
            lines += ["", "\(group.rawValue):"]
            for command in commands {
                let gap = String(repeating: " ", count: max(width - command.usage.count, 0))
                lines.append("  \(command.usage)\(gap)  \(command.summary)")
            }
        }
        return lines + ["", "More: help COMMAND, or help " + topicNames.joined(separator: ", help ") + "."]
    }

    private static let topics: [(name: String, lines: [String])] = [
        (
            "items",
            [
                "ITEM is one of:",
                "  3, 2-5, all     numbers of the last listing",
                "  .               what is playing now",
                "  p12, e345       a programme or an episode by its id, which never changes",
                "  ./talk.mp3      an audio file, or an http(s) URL of one",
                "  ./list.m3u8     a playlist (M3U, PLS, XSPF, CSV), or a URL of one: all of its entries",
            ]
        ),
        (
            "options",
            [
                "Before or after any command:",
                "  --json             one JSON object a line on standard output",
                "  --library DIR      the library's folder (also SKYWAVE_LIBRARY)",
                "  --output WHERE     pulse, pulse:SINK, null, wav:FILE or raw:-",
                "  --source NAME      the catalogue that browsing commands ask",
                "  --yes              answer yes where a command would ask",
                "  --quiet, --verbose, --no-color, --version, --help",
            ]
        ),
        (
            "exit",
            [
                "Exit status:",
                "  0 done   1 failed   2 wrong usage   3 nothing matched   4 a server failed   5 no audio device   130 interrupted",
            ]
        ),
        (
            "settings",
            [
                "Settings (set KEY VALUE), kept in skywave/settings.conf under XDG_CONFIG_HOME:",
                "  auto-download        how many of the newest episodes of each subscription `update` fetches (0)",
                "  cleanup              which downloaded files `cleanup` and `update` move to the trash (off); see help cleanup",
                "  device               the sound device; the server's default without one",
                "  download-name        folders and names of downloaded files ({program}/{date} {title}.{ext}); besides these there are",
                "                       {year} {number} {season} {host} {source} and {id}",
                "  download-rate        bytes a second of all downloads together, as 500k or 2M; as fast as can be without one",
                "  max-bitrate          kbit/s: which of several audio files to choose",
                "  replay-gain          off, track or album: whose loudness tags count (off: the samples are left as they are)",
                "  rewind               on or off: after a pause it goes back a little (on); see help resume",
                "  skip-intro           a time, as 30 or 1:30: where an episode begins that wasn't begun (0)",
                "  skip-outro           a time: how long before its end an episode ends (0)",
                "  skip-silence         on or off: silences over 0.7 s are made short (off)",
                "  speed                0.5 to 3 (1)",
                "  status-line          on or off: what plays, in the prompt's last row",
                "  transfers            downloads at once (4)",
                "  transfers-per-host   downloads at once from one host (2)",
                "  volume               percent (100)",
                "  p12.auto-download    as auto-download, for one programme",
                "  p12.speed, p12.skip-intro, p12.skip-outro, p12.skip-silence   for one programme, in place of the general ones",
                "  p12.volume           percent of that, for one programme",
                "  SOURCE.appid, SOURCE.sign, SOURCE.key, SOURCE.allow-http, SOURCE.country   for one catalogue",
                "  feed.allow-http, url.allow-http   on or off: feeds, and sound named by its address, may lead from https to http (off)",
            ]
        ),
    ]
}
