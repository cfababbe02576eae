extension Migrations {
    /// Looks at charts. Looks that follow one another and say the same are one row, seen on `occasions` from `first` to `last` (seconds since
    /// 1970). `ranks` are the ids from rank 1 on with a blank between two, as "e12 p3"; `-` stands for what has no id.
    static let charts = """
        CREATE TABLE IF NOT EXISTS chart (
            id INTEGER PRIMARY KEY, source TEXT NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL,
            UNIQUE (source, name)
        ) STRICT;
        CREATE TABLE IF NOT EXISTS chart_look (
            id INTEGER PRIMARY KEY AUTOINCREMENT, chart INTEGER NOT NULL REFERENCES chart (id),
            first INTEGER NOT NULL, last INTEGER NOT NULL, occasions INTEGER NOT NULL, ranks TEXT NOT NULL
        ) STRICT;
        CREATE INDEX IF NOT EXISTS chart_look_by_chart ON chart_look (chart, id);
        """
}
