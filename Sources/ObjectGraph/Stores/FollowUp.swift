import Synchronization

/// Work that re-examines the results of a unit of work in a newer view of the store.
///
/// A context saves the follow-up with its changes. The store compares the state that the unit has
/// read with the state before the commit: if they are the same, no work is needed. If there were
/// other commits in between, the store leaves a mark in the same commit, and the save does the work
/// after the commit.
package final class FollowUp: Sendable {
    /// The input of the work.
    package struct Subject: Sendable {
        /// The committed changes.
        package var changes = ChangeSet()
        /// The name of the mark for other commits in between; `nil` without such commits.
        package var mark: String?
    }

    package let seen: StoreVersion?
    /// A value that identifies the work to its creator.
    package let purpose: any Sendable
    private let describe: @Sendable (ChangeSet) -> String
    private let work: @Sendable (Subject, ManagedObjectModel, any StoreBackend) -> Void
    private let isDueAnyway: Bool
    /// The relationships, at the storing ends, with owners that the work determines.
    fileprivate let settled: Set<ConnectionTarget>
    private let subject = Mutex(Subject())

    /// Creates work that is done after a unit of work is saved.
    ///
    /// - Parameters:
    ///   - seen: The state of the store that the unit has read.
    ///   - isDueAnyway: Whether the work is done even if there were no other commits in between.
    ///   - settled: The relationships, at the storing ends, with owners that the work determines,
    ///     so that an object with two owners is not a conflict.
    ///   - purpose: A value that identifies the work to its creator.
    ///   - describe: Returns the text of a mark for a commit.
    ///   - work: The work. It cannot fail: anything that it cannot do remains recorded in the mark.
    package init(
        seen: StoreVersion?, isDueAnyway: Bool, settled: Set<ConnectionTarget>,
        purpose: any Sendable,
        describe: @escaping @Sendable (ChangeSet) -> String,
        work: @escaping @Sendable (Subject, ManagedObjectModel, any StoreBackend) -> Void
    ) {
        self.seen = seen
        self.isDueAnyway = isDueAnyway
        self.settled = settled
        self.purpose = purpose
        self.describe = describe
        self.work = work
    }

    /// Stores the changes that are about to be committed.
    package func prepare(_ changes: ChangeSet) {
        var changes = changes
        // They hold their follow-ups, and would keep this one and themselves alive.
        changes.followUps = []
        subject.withLock { $0 = Subject(changes: changes, mark: nil) }
    }

    /// Returns whether others have committed to a part of a store, now at a version, since the unit
    /// of work read it.
    fileprivate func isCrossed(at number: Int, ofPart part: Int) -> Bool {
        seen?.numbers[part].map { $0 != number } ?? false
    }

    /// Returns the mark for a commit.
    fileprivate func mark() -> (name: String, text: String) {
        subject.withLock { subject in
            let name =
                subject.mark ?? String(UInt64.random(in: .min ... .max), radix: 16)
            subject.mark = name
            return (name, describe(subject.changes))
        }
    }

    /// Does the work if it is due.
    func run(_ model: ManagedObjectModel, _ backend: any StoreBackend) {
        let subject = subject.withLock { $0 }
        guard isDueAnyway || subject.mark != nil else { return }
        work(subject, model, backend)
    }
}

extension ChangeSet {
    /// Returns the marks that a commit leaves, by name.
    ///
    /// There is one mark for each follow-up that has read a different store version from the
    /// version before the commit; a store calls this function inside its transaction. Marks say
    /// what to connect: a store without connections needs none, which saves the check and its
    /// commit.
    package func marks(
        at number: Int, hasConnections: () throws(StoreError) -> Bool
    ) throws(StoreError) -> [String: String] {
        // Other units cannot miss a commit that writes nothing.
        guard changesVersion else { return [:] }
        let crossed = followUps.filter { $0.isCrossed(at: number, ofPart: part) }
        guard !crossed.isEmpty else { return [:] }
        // A connection is in the partition of its sources; its destinations can be elsewhere.
        if !isPartitioned, connections.isEmpty, try !hasConnections() { return [:] }
        return Dictionary(uniqueKeysWithValues: crossed.map { $0.mark() })
    }

    private var isPartitioned: Bool {
        followUps.contains { ($0.seen?.numbers.count ?? 1) > 1 }
    }

    /// Returns whether others have committed since the changes were begun.
    ///
    /// The store may then contain objects that the changes do not take into account.
    package func isCrossed(at number: Int) -> Bool {
        seen?.numbers[part].map { $0 != number } ?? false
    }

    /// Tests whether a follow-up determines the owners of a relationship.
    package func isSettledLater(
        _ relationship: RelationshipLayout, in model: ManagedObjectModel
    ) -> Bool {
        let target = ConnectionTarget(
            entity: model.layouts[relationship.entity].name, relationship: relationship.name)
        return followUps.contains { $0.settled.contains(target) }
    }

    /// Indicates whether the commit changes objects or connections that are visible to readers.
    package var changesVersion: Bool {
        writesContent || !connections.isEmpty || !removedConnections.isEmpty
    }
}
