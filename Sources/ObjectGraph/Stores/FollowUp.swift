import Synchronization

/// A state of a store, as a number for each of its parts that is another one after each commit of
/// objects or connections; `nil` for a part that was not read.
package struct StoreVersion: Sendable, Hashable {
    package var numbers: [Int?]

    package init(_ numbers: [Int?]) {
        self.numbers = numbers
    }
}

/// What a store says of connections.
package struct RegisteredConnections: Sendable {
    /// Those that loads have registered, in order of registration.
    package var descriptions: [ConnectionDescription]
    /// What commits have left to check, by name: the process that was to do so may have ended.
    package var marks: [String: String]

    package init(descriptions: [ConnectionDescription], marks: [String: String] = [:]) {
        self.descriptions = descriptions
        self.marks = marks
    }
}

/// Work that looks once more at what a unit of work has done, in a newer view of the store.
///
/// A context saves it along. The store compares the state that the unit has seen with the one that it
/// commits to: if they are the same, nothing happens. If others have committed in between, the store
/// leaves a mark in the same commit, and the save does the work when it is through.
package final class FollowUp: Sendable {
    /// What the work is about.
    package struct Subject: Sendable {
        /// What was committed.
        package var changes = ChangeSet()
        /// The name of the mark that the commit has left, if others have committed in between.
        package var mark: String?
    }

    package let seen: StoreVersion?
    /// What the author of the work knows it by.
    package let purpose: any Sendable
    private let describe: @Sendable (ChangeSet) -> String
    private let work: @Sendable (Subject, ManagedObjectModel, any StoreBackend) -> Void
    private let isDueAnyway: Bool
    private let subject = Mutex(Subject())

    /// Work to do once a unit of work is saved.
    ///
    /// - Parameters:
    ///   - seen: The state of the store that the unit has read.
    ///   - isDueAnyway: Whether it is to be done even if nobody has committed in between.
    ///   - purpose: What the author of the work knows it by.
    ///   - describe: What a mark says of a commit.
    ///   - work: What is done. It cannot fail: what it cannot do, the mark leaves to others.
    package init(
        seen: StoreVersion?, isDueAnyway: Bool, purpose: any Sendable,
        describe: @escaping @Sendable (ChangeSet) -> String,
        work: @escaping @Sendable (Subject, ManagedObjectModel, any StoreBackend) -> Void
    ) {
        self.seen = seen
        self.isDueAnyway = isDueAnyway
        self.purpose = purpose
        self.describe = describe
        self.work = work
    }

    /// Takes the changes that are about to be committed.
    package func prepare(_ changes: ChangeSet) {
        var changes = changes
        // They hold their follow-ups, and would keep this one and themselves alive.
        changes.followUps = []
        subject.withLock { $0 = Subject(changes: changes, mark: nil) }
    }

    /// The mark to leave with a commit to a part of a store in some state; `nil` if there is no need.
    fileprivate func mark(at number: Int, ofPart part: Int) -> (name: String, text: String)? {
        guard let seen = seen?.numbers[part], seen != number else { return nil }
        return subject.withLock { subject in
            let name =
                subject.mark ?? String(UInt64.random(in: .min ... .max), radix: 16)
            subject.mark = name
            return (name, describe(subject.changes))
        }
    }

    /// Does the work, if there is a need.
    func run(_ model: ManagedObjectModel, _ backend: any StoreBackend) {
        let subject = subject.withLock { $0 }
        guard isDueAnyway || subject.mark != nil else { return }
        work(subject, model, backend)
    }
}

extension ChangeSet {
    /// The marks that a commit leaves, by name.
    ///
    /// There is one for each follow-up that has seen another state of the store than the one the commit
    /// is made to; a store asks inside its transaction.
    package func marks(at number: Int) -> [String: String] {
        // Who has written nothing has nothing that others may have missed.
        guard changesVersion else { return [:] }
        var marks: [String: String] = [:]
        for followUp in followUps {
            if let mark = followUp.mark(at: number, ofPart: part) { marks[mark.name] = mark.text }
        }
        return marks
    }

    /// Whether who reads the store before and after sees other objects or connections.
    package var changesVersion: Bool {
        writesContent || !connections.isEmpty || !removedConnections.isEmpty
    }
}

/// What a connection fills: an entity's relationship.
package struct ConnectionTarget: Sendable, Hashable {
    package let entity: String
    package let relationship: String

    package init(entity: String, relationship: String) {
        self.entity = entity
        self.relationship = relationship
    }
}

extension ConnectionDescription {
    /// What the connection fills.
    package var target: ConnectionTarget {
        ConnectionTarget(entity: entity, relationship: relationship)
    }
}
