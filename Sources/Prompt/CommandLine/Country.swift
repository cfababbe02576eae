/// The listener's country.
enum Country {
    /// As the locale has it: `de_AT.UTF-8` gives `at`. Of LC_ALL, LC_MESSAGES and LANG the first that is set counts; nil where that names
    /// no country, as `C` and `en` don't. `environment` gives the value of a variable, nil where it isn't set or is empty.
    static func ofLocale(_ environment: (String) -> String?) -> String? {
        guard let locale = environment("LC_ALL") ?? environment("LC_MESSAGES") ?? environment("LANG") else { return nil }
        let parts = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_")
        guard parts.count > 1, let country = parts.last, country.utf8.count == 2,
            country.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) })
        else { return nil }
        return country.lowercased()
    }
}
