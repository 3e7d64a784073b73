import OutboxEntries
import RemoteGraph

/// The edits of a store at the beginning of a round, and the user that sends them.
struct Agenda: Sendable {
    var dependencies: EntryDependencies
    let user: String?
}

/// The progress of a round: edits that can be sent, that are being sent, and results.
///
/// Edits are read at the beginning, and again at the end for newly added ones. Each response
/// releases the edits that depend on it.
struct OutboxCourse {
    typealias Step = EntryPlan.Step

    private(set) var round = OutboxRound()
    private(set) var runningCount = 0
    /// The steps that can be taken, the first one last.
    private var steps: [Step] = []
    /// The entries that are not sent again in this round.
    private var tried: Set<String> = []
    /// Entries that changed before they could be claimed.
    private var lost: Set<String> = []
    private var agenda: Agenda?
    /// Indicates whether entries changed, so that the agenda is outdated.
    private var isOutdated = true
    /// Whether entries have been treated since the agenda was read.
    private var hasEnded = false

    /// Whether the agenda has to be read, before anything can be sent.
    var needsSteps: Bool {
        steps.isEmpty && round.pause == nil && (isOutdated || hasEnded && runningCount == 0)
    }

    /// Takes the first of the steps that can be taken.
    mutating func next() -> Step? { steps.popLast() }

    /// Begins to work on an agenda.
    mutating func begin(_ agenda: Agenda, _ canTake: (Step) -> Bool) {
        self.agenda = agenda
        (isOutdated, hasEnded) = (false, false)
        add(agenda.dependencies.free, canTake)
    }

    /// Takes note of a claim; returns the entry if it is to be sent.
    mutating func begin(
        _ step: Step, _ claim: EntryClaim?, _ canTake: (Step) -> Bool
    ) -> (OutboxEntry, isUncertain: Bool)? {
        if claim != nil { tried.insert(step.entry.id) }
        switch claim {
        case .claimed(let entry, let isUncertain):
            runningCount += 1
            return (entry, isUncertain)
        case .settled(let entry, let verdict):
            round.note(verdict, entry)
            hasEnded = true
            if case .none = verdict { complete(entry, canTake) }
        case nil:
            // It is tried once more with the entries as they are now.
            isOutdated = true
            if !lost.insert(step.entry.id).inserted { tried.insert(step.entry.id) }
        }
        return nil
    }

    /// Records the result of an entry.
    mutating func end(
        _ entry: OutboxEntry, _ verdict: OutboxRound.Verdict, _ canTake: (Step) -> Bool
    ) {
        runningCount -= 1
        hasEnded = true
        round.note(verdict, entry)
        switch verdict {
        case .sent, .resolved: complete(entry, canTake)
        case .again:
            tried.remove(entry.id)
            isOutdated = true
        case .none: isOutdated = true
        case .waiting, .failed, .conflict, .unconfirmed, .paused: break
        }
        if round.pause != nil { steps = [] }
    }

    private mutating func complete(_ entry: OutboxEntry, _ canTake: (Step) -> Bool) {
        guard let freed = agenda?.dependencies.complete(entry) else { return }
        add(freed, canTake)
    }

    private mutating func add(_ found: [Step], _ canTake: (Step) -> Bool) {
        let user = agenda?.user
        steps += found.reversed().filter { step in
            !tried.contains(step.entry.id)
                && (step.entry.user == nil || step.entry.user == user) && canTake(step)
        }
    }
}
