package import ConnectionEvaluation

/// The numbers of objects of an entity, by outcome.
public struct MappingCounts: Sendable, Hashable, Codable {
    /// New objects, including those inserted by hooks.
    public var inserted = 0
    /// Existing objects with values or relationships changed by their record or by a hook.
    public var updated = 0
    /// Existing objects that were not changed.
    public var unchanged = 0
    /// Objects deleted by a policy, by a deletion predicate, as orphans, or by a cascade.
    public var deleted = 0
    /// Changes of relationships to other destinations by connections.
    ///
    /// A change is counted once for each object and connection.
    public var connected = 0
    /// Relationships cleared by connections, counted once for each object and connection.
    public var cleared = 0
    /// Foreign keys of the payload's objects that have no destination yet.
    public var unresolved = 0
    /// Records that were skipped because something in them is invalid.
    public var failed = 0
    /// Repeated records of an object, excluding the first.
    public var repeated = 0
    /// Records and objects whose change ``AllowedOperations`` does not permit.
    ///
    /// Such records were skipped, and such objects were not deleted.
    public var disallowed = 0
    /// New objects without identification.
    ///
    /// Loading the same record again inserts another object, unless a relationship lets it update
    /// this one.
    public var unidentified = 0

    /// Creates counts that are all zero.
    public init() {}

    /// Adds counts to other counts.
    ///
    /// - Parameters:
    ///   - left: The counts to add to.
    ///   - right: The counts to add.
    public static func += (left: inout MappingCounts, right: MappingCounts) {
        left.inserted += right.inserted
        left.updated += right.updated
        left.unchanged += right.unchanged
        left.deleted += right.deleted
        left.connected += right.connected
        left.cleared += right.cleared
        left.unresolved += right.unresolved
        left.failed += right.failed
        left.repeated += right.repeated
        left.disallowed += right.disallowed
        left.unidentified += right.unidentified
    }

    /// Subtracts counts from counts that include them.
    ///
    /// - Parameters:
    ///   - left: The counts to subtract from.
    ///   - right: The counts to subtract.
    /// - Returns: The difference.
    public static func - (left: MappingCounts, right: MappingCounts) -> MappingCounts {
        var rest = left
        rest.inserted -= right.inserted
        rest.updated -= right.updated
        rest.unchanged -= right.unchanged
        rest.deleted -= right.deleted
        rest.connected -= right.connected
        rest.cleared -= right.cleared
        rest.unresolved -= right.unresolved
        rest.failed -= right.failed
        rest.repeated -= right.repeated
        rest.disallowed -= right.disallowed
        rest.unidentified -= right.unidentified
        return rest
    }
}

extension [String: MappingCounts] {
    /// Adds the changes made by connections.
    package mutating func add(_ counts: [String: ConnectionTally.Count]) {
        for (entity, count) in counts {
            self[entity, default: MappingCounts()].connected += count.connected
            self[entity, default: MappingCounts()].cleared += count.cleared
        }
    }
}
