public import ObjectGraph

/// Which objects a load leaves without a record, which of them are deleted, and why others are not.
///
/// It is a value that can be read before anything happens.
///
/// ```swift
/// let plan = try operation.orphanPlan(for: document, in: container)
/// for scope in plan.scopes { print(scope.request.entityName, scope.orphans, scope.refusals) }
/// ```
public struct OrphanPlan: Sendable, Hashable {
    /// What was found in each scope, in the order of ``OrphanDeletion/scopes``.
    public internal(set) var scopes: [Scope]
    /// What orphans looked like when the plan was made; empty if it was applied at once.
    var snapshots: [ManagedObjectID: OrphanSnapshot] = [:]

    /// What was found in one scope.
    public struct Scope: Sendable, Hashable {
        /// Asks for the objects of the scope.
        public let request: FetchRequest
        /// How many of them may be orphans.
        public let limit: OrphanDeletion.Limit
        /// How many objects the scope has that were there before the load.
        public internal(set) var knownCount = 0
        /// The orphans that the load itself has brought into the scope, such as tags that it took from
        /// their last article: the payload is not silent about them.
        var entered: Set<ManagedObjectID> = []
        /// The objects that nothing speaks for, the oldest first.
        public internal(set) var orphans: [ManagedObjectID] = []
        /// The objects that stay for another reason than a record that was applied or is no newer,
        /// the oldest first.
        public internal(set) var spared: [SparedObject] = []
        /// Why the orphans stay as well; empty if they may go.
        public internal(set) var refusals: [OrphanRefusal] = []

        init(request: FetchRequest, limit: OrphanDeletion.Limit) {
            self.request = request
            self.limit = limit
        }
    }

    /// An object that stays, and why.
    public struct SparedObject: Sendable, Hashable {
        /// The object.
        public let objectID: ManagedObjectID
        /// Why it stays.
        public let reason: SparingReason
    }

    /// The objects that applying the plan deletes, beside what cascades: the orphans of the scopes
    /// that are not refused.
    public var deletions: [ManagedObjectID] { scopes.flatMap(\.deletions) }

    /// The orphans that stay because their scope does.
    var refusedOrphans: Set<ManagedObjectID> {
        Set(scopes.filter { !$0.refusals.isEmpty }.flatMap(\.orphans))
    }
}

extension OrphanPlan: CustomStringConvertible {
    /// A line for each scope, and one for each refusal and each object that is spared.
    public var description: String {
        scopes.map(\.description).joined(separator: "\n")
    }
}

extension OrphanPlan.Scope: CustomStringConvertible {
    /// How many orphans there are, then why they stay, then who is spared.
    public var description: String {
        let head =
            "\(request.entityName): \(orphans.count) of \(knownCount) "
            + (orphans.count == 1 ? "is an orphan" : "are orphans")
        let lines = spared.lazy.map { "\($0.objectID) is spared: \($0.reason)" }
        let shown = spared.isEmpty ? [] : [TextLines(lines, limit: 20).bulleted]
        return ([head] + refusals.map { "- refused: \($0)" } + shown).joined(separator: "\n")
    }
}
