public import Catalogue

extension LibraryStore {
    /// A programme's own value of a setting; nil where it has none.
    public func programSetting(_ program: ItemID, _ key: String) throws -> String? {
        guard program.kind == .program else { return nil }
        return try reading {
            try database.first("SELECT value FROM program_setting WHERE program = ? AND key = ?", program.number, key) { $0.text() }
        }
    }

    /// Gives a programme its own value of a setting; nil takes it away. Throws `noSuchItem`.
    public func setProgramSetting(_ program: ItemID, _ key: String, _ value: String?) throws {
        try writing {
            guard program.kind == .program else { throw LibraryError.noSuchItem(program) }
            try requireItem(program)
            if let value {
                try database.run(
                    "INSERT OR REPLACE INTO program_setting (program, key, value) VALUES (?, ?, ?)", program.number, key, value)
            } else {
                try database.run("DELETE FROM program_setting WHERE program = ? AND key = ?", program.number, key)
            }
        }
    }

    /// All values that programmes have of their own, by programme.
    public func programSettings() throws -> [ProgramSetting] {
        try reading {
            try database.all("SELECT program, key, value FROM program_setting ORDER BY program, key") { row in
                ProgramSetting(program: ItemID(.program, row.int()), key: row.text(), value: row.text())
            }
        }
    }
}
