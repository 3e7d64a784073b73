package import ObjectGraph
import Synchronization

/// A check of connections after a save, if others have committed since the context began to read.
///
/// Two concurrent loads do not see each other's objects: one may bring a source, the other its
/// destination. The later commit has to take both into account. Connections are therefore evaluated
/// again for the objects of the commit, in a view that is newer than it. The resulting changes are
/// saved, and checked again if there were further commits in the meantime.
package struct ConnectionCheck: Sendable {
    private let history: ConnectionHistory
    /// The report of the check.
    let report: Report

    /// The findings of a check, for a result that is returned afterwards.
    package final class Report: Sendable {
        package struct Content: Sendable {
            package var counts: [String: ConnectionTally.Count] = [:]
            package var unresolved: [UnresolvedConnection] = []
        }

        private let stored = Mutex<Content?>(nil)

        package var content: Content? { stored.withLock { $0 } }

        fileprivate func set(_ content: Content) { stored.withLock { $0 = content } }
    }

    private init(_ history: ConnectionHistory, _ report: Report) {
        self.history = history
        self.report = report
    }

    /// Schedules a check for the next save of a context, combined with the checks of earlier loads.
    package static func prepare(
        _ history: ConnectionHistory, in context: ManagedObjectContext
    ) throws(StoreError) -> Report {
        var history = history
        var seen = try context.reader().version
        if let last = context.state.followUps.last, let known = last.purpose as? ConnectionCheck {
            history.merge(known.history)
            seen = last.seen
        }
        let check = ConnectionCheck(history, Report())
        context.state.followUps = [check.followUp(seen, context.model)]
        return check.report
    }

    private func followUp(_ seen: StoreVersion?, _ model: ManagedObjectModel) -> FollowUp {
        FollowUp(
            seen: seen, isDueAnyway: !history.marks.isEmpty, settled: history.settled,
            purpose: self,
            describe: { changes in CommittedObjects(changes, history, model).text(model) },
            work: { subject, model, backend in run(subject, model, backend) })
    }

    /// The maximum number of attempts while others commit at the same time.
    private static let attempts = 100

    /// Runs the check; if it fails, the mark remains and a later load repeats it.
    private func run(
        _ subject: FollowUp.Subject, _ model: ManagedObjectModel, _ backend: any StoreBackend
    ) {
        for _ in 0..<Self.attempts {
            do {
                let context = ManagedObjectContext(model: model, backend: backend)
                let content = try evaluate(subject, in: context)
                try context.save()
                report.set(content)
                return
            } catch  where error.isOthersSave {
                continue
            } catch {
                return
            }
        }
    }

    private func evaluate(
        _ subject: FollowUp.Subject, in context: ManagedObjectContext
    ) throws -> Report.Content {
        let active = try context.activeConnections()
        var scope = ConnectionScope()
        scope.includesHolders = true
        if subject.mark != nil {
            try CommittedObjects(subject.changes, history, context.model)
                .add(to: &scope, active.plans, in: context)
        }
        var marks = history.marks
        if let own = subject.mark { marks[own] = nil }
        for text in marks.values {
            try CommittedObjects(text: text, active.plans, context.model)
                .add(to: &scope, active.plans, in: context)
        }
        var engine = ConnectionEngine(active.plans, scope, in: context)
        try engine.run()
        try engine.separateOwners()
        var tally = ConnectionTally()
        tally.add(engine)
        let counts = try tally.counts(in: context)
        context.state.settledMarks = marks.keys + [subject.mark].compactMap(\.self)
        let history = ConnectionHistory(
            formerKeys: engine.scope.formerKeys, whole: scope.whole,
            settled: active.plans.settledRelationships(in: context.model))
        _ = try Self.prepare(history, in: context)
        return Report.Content(
            counts: engine.connections.counts(counts), unresolved: engine.unresolved)
    }
}
