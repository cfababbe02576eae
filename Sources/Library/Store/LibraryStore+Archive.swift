extension LibraryStore {
    /// All that the listener has made, as it is at this moment.
    public func archive() throws -> LibraryArchive {
        try reading { try ArchiveReading(database: database, paths: paths).archive() }
    }

    /// Takes an archive in, in one transaction. What the library has is never taken away, doubled or replaced by something older: a place that was kept
    /// later counts, a playlist of the same name with other items comes beside the one that is there. The queue's modes and its current entry
    /// come only into a queue that was never used.
    public func merge(_ archive: LibraryArchive) throws -> ArchiveMerge {
        try writing {
            var merging = ArchiveMerging(database: database, paths: paths, now: now)
            try merging.take(archive)
            return merging.merge
        }
    }
}
