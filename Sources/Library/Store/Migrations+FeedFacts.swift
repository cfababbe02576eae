extension Migrations {
    /// What feeds say beyond the rest. `episode_type` is `full`, `trailer` or `bonus`; what is no flag that a feed has set is NULL.
    static let feedFacts = """
        ALTER TABLE program ADD COLUMN is_serial INTEGER;
        ALTER TABLE program ADD COLUMN explicit INTEGER;
        ALTER TABLE episode ADD COLUMN chapters TEXT;
        ALTER TABLE episode ADD COLUMN transcripts TEXT;
        ALTER TABLE episode ADD COLUMN episode_type TEXT;
        ALTER TABLE episode ADD COLUMN explicit INTEGER;
        """
}
