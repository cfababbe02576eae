import Catalogue
public import Library

/// What undoing a command, or doing it again, has come to.
public struct UndoReport: Sendable {
    public var isRedo: Bool
    public var step: UndoStep
    /// How many things are as they were.
    public var items: Int
    /// The name that a playlist has now, where its own was taken since.
    public var name: String?
    /// Files that could not be had back.
    public var failures: [ItemFailure]
    /// What has to be said of things that were done.
    public var notes: [ItemFailure]

    public init(
        isRedo: Bool = false, step: UndoStep, items: Int, name: String? = nil, failures: [ItemFailure] = [], notes: [ItemFailure] = []
    ) {
        self.isRedo = isRedo
        self.step = step
        self.items = items
        self.name = name
        self.failures = failures
        self.notes = notes
    }
}

extension RadioSession {
    /// What can be undone, the latest first.
    public func undoSteps() async throws -> [UndoStep] { try await library().undoSteps() }

    /// Takes the latest command back that took something away. What plays goes on: here it has gone on to what is current now, while another
    /// process still plays what was current then; where the whole library is exchanged, playing ends. Throws SessionError.nothingToUndo.
    public func undo() async throws -> UndoReport {
        if try await library().exchangesLibrary(isRedo: false) {
            let outcome = try await exchangingLibrary { try await $0.undo(keepsCurrent: false) }
            guard let outcome else { throw SessionError.nothingToUndo }
            return try await report(outcome, isRedo: false)
        }
        let outcome = try await inTurn {
            let outcome = try await library().undo(keepsCurrent: playing.current != nil)
            try await tellUpcoming()
            return outcome
        }
        guard let outcome else { throw SessionError.nothingToUndo }
        return try await report(outcome, isRedo: false)
    }

    /// Does what was undone once more; where that takes away what plays, the entry that follows plays. Throws SessionError.nothingToRedo.
    public func redo() async throws -> UndoReport {
        if try await library().exchangesLibrary(isRedo: true) {
            let outcome = try await exchangingLibrary { try await $0.redo() }
            guard let outcome else { throw SessionError.nothingToRedo }
            return try await report(outcome, isRedo: true)
        }
        let (outcome, isOver) = try await inTurn { () -> (UndoOutcome?, Bool) in
            let outcome = try await library().redo()
            return (outcome, try await followRemoval())
        }
        if isOver { await settled { $0.current == nil } }
        guard let outcome else { throw SessionError.nothingToRedo }
        return try await report(outcome, isRedo: true)
    }

    private func report(_ outcome: UndoOutcome, isRedo: Bool) async throws -> UndoReport {
        var report = UndoReport(isRedo: isRedo, step: outcome.step, items: outcome.items, name: outcome.name)
        let library = try await library()
        for id in outcome.lost {
            let title = try await library.record(id)?.title ?? id.description
            report.failures.append(ItemFailure(title: title, error: SessionError.lostFromTrash))
        }
        if let name = outcome.lostBackup { report.failures.append(ItemFailure(title: name, error: SessionError.backupGone)) }
        for file in outcome.gone {
            let failure = ItemFailure(
                title: try await library.record(file.id)?.title ?? file.id.description, error: SessionError.notInTrash(file))
            if file.isStillThere { report.failures.append(failure) } else { report.notes.append(failure) }
        }
        return report
    }
}
