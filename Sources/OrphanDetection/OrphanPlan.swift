public import ObjectGraph

/// The orphans that a load leaves, the planned deletions, and the reasons for preserving objects.
///
/// It is a value that can be examined before it is applied.
///
/// ```swift
/// let plan = try operation.orphanPlan(for: document, in: container)
/// for scope in plan.scopes { print(scope.request.entityName, scope.orphans, scope.refusals) }
/// ```
public struct OrphanPlan: Sendable, Hashable {
    /// The results for the scopes, in the order of ``OrphanDeletion/scopes``.
    public package(set) var scopes: [Scope]
    /// The state of the orphans when the plan was created; empty if it was applied immediately.
    package var snapshots: [ManagedObjectID: OrphanSnapshot] = [:]

    /// The result for a scope.
    public struct Scope: Sendable, Hashable {
        /// The request for the objects of the scope.
        public let request: FetchRequest
        /// The maximum number of orphans.
        public let limit: OrphanDeletion.Limit
        /// The number of objects in the scope that existed before the load.
        public package(set) var knownCount = 0
        /// The orphans that entered the scope because of the load, exempt from a limit by fraction.
        ///
        /// Examples are tags that the load removed from their last article.
        package var entered: Set<ManagedObjectID> = []
        /// The untouched objects, oldest first.
        public package(set) var orphans: [ManagedObjectID] = []
        /// The objects preserved for reasons other than an applied or unmodified record.
        ///
        /// The oldest object comes first.
        public package(set) var preserved: [PreservedObject] = []
        /// The reasons for preserving all orphans; empty if they may be deleted.
        public package(set) var refusals: [OrphanRefusal] = []

        package init(request: FetchRequest, limit: OrphanDeletion.Limit) {
            self.request = request
            self.limit = limit
        }
    }

    /// A preserved object, with the reason.
    public struct PreservedObject: Sendable, Hashable {
        /// The object.
        public let objectID: ManagedObjectID
        /// The reason for preserving it.
        public let reason: PreservationReason

        package init(objectID: ManagedObjectID, reason: PreservationReason) {
            self.objectID = objectID
            self.reason = reason
        }
    }

    package init(scopes: [Scope]) {
        self.scopes = scopes
    }

    /// The objects that the plan deletes, apart from cascades.
    ///
    /// These are the orphans of the scopes that are not refused.
    public var deletions: [ManagedObjectID] { scopes.flatMap(\.deletions) }

    /// The orphans of refused scopes.
    package var refusedOrphans: Set<ManagedObjectID> {
        Set(scopes.filter { !$0.refusals.isEmpty }.flatMap(\.orphans))
    }
}

extension OrphanPlan: CustomStringConvertible {
    /// A line for each scope, each refusal and each preserved object.
    public var description: String {
        scopes.map(\.description).joined(separator: "\n")
    }
}

extension OrphanPlan.Scope: CustomStringConvertible {
    /// The number of orphans, the reasons for a refusal, and the preserved objects.
    public var description: String {
        let head =
            "\(request.entityName): \(orphans.count) of \(knownCount) "
            + (orphans.count == 1 ? "is an orphan" : "are orphans")
        let lines = preserved.lazy.map { "\($0.objectID) is preserved: \($0.reason)" }
        let shown = preserved.isEmpty ? [] : [TextLines(lines, limit: 20).bulleted]
        return ([head] + refusals.map { "- refused: \($0)" } + shown).joined(separator: "\n")
    }
}
