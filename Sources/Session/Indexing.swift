import Library

extension RadioSession {
    /// Indexes notes that wait, a short while after the other, while the prompt waits for a line. Nothing is opened for it.
    public func indexInBackground() {
        guard indexing == nil, let opening else { return }
        indexing = Task {
            if let library = try? await opening.value {
                // What can't be indexed now, as the library is busy or the disk full, waits on.
                while !Task.isCancelled, (try? await library.indexPending()) ?? false { try? await Task.sleep(for: .milliseconds(5)) }
            }
            indexing = nil
        }
    }

    /// Ends that, after at most one step.
    func endIndexing() async {
        indexing?.cancel()
        await indexing?.value
    }

    /// Indexes notes that wait while `update` waits for servers, so that it costs nobody any time: a step whenever nothing has come for a moment.
    /// To be cancelled.
    func indexWhileServersAreAwaited() async {
        var seen = updateSteps
        while true {
            do { try await Task.sleep(for: .milliseconds(50)) } catch { return }
            // What can't be indexed now waits on.
            if updateSteps == seen { _ = try? await library().indexPending() }
            seen = updateSteps
        }
    }

    /// Indexes notes that wait, for so long at most.
    func index(for time: Duration, of library: LibraryStore) async throws {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end, !Task.isCancelled, try await library.indexPending() {}
    }
}
