public import ObjectGraph
public import Payload

/// What came of one operation: identifiers, counts, and what did not fit.
///
/// It may leave the task.
///
/// ```swift
/// let result = try MappingOperation(plan).run(bytes, in: container)
/// print(result.counts["Article"]?.inserted ?? 0)
/// let first = try container.perform { context in
///     try result.first.flatMap { try context.object(with: $0) }?["title"]
/// }
/// ```
public struct MappingResult: Sendable {
    /// How many objects of each entity did what; entities of the plan without any are zero.
    public let counts: [String: MappingCounts]
    /// What did not fit, in the order of the payload; at most as many as the options keep.
    public let issues: [MappingIssue]
    /// How many issues there were, the ones that were not kept included.
    public let issueCount: Int
    /// Foreign keys of the objects of the payload that still have no destination.
    ///
    /// What waits in the whole store is said by ``ObjectGraph/PersistentContainer/openConnections()``.
    public let unresolved: [UnresolvedConnection]
    /// Which objects the payload did not name, and what became of them; `nil` unless the operation
    /// has an ``MappingOperation/orphanDeletion``.
    public let orphans: OrphanPlan?
    let roots: [(path: PayloadPath, identifiers: [ManagedObjectID])]

    /// The result with what a check of connections after the save has found.
    func adding(_ check: ConnectionCheck.Report.Content) -> MappingResult {
        var counts = counts
        counts.add(check.counts)
        for entity in counts.keys { counts[entity]?.unresolved = 0 }
        for open in check.unresolved {
            counts[open.entity, default: MappingCounts()].unresolved += open.count
        }
        return MappingResult(
            counts: counts, issues: issues, issueCount: issueCount,
            unresolved: check.unresolved, orphans: orphans, roots: roots)
    }

    /// The objects found at a root path, in the order of the payload, without those that failed.
    ///
    /// - Parameter path: A root path of the plan.
    /// - Returns: The identifiers; none for a path that is not a root or was not in the payload.
    public subscript(path: some PayloadPathConvertible) -> [ManagedObjectID] {
        let path = PayloadPath(declared: path)
        return roots.filter { $0.path == path }.flatMap(\.identifiers)
    }

    /// The objects found at all root paths, in the order of the roots.
    public var array: [ManagedObjectID] { roots.flatMap(\.identifiers) }

    /// The first object found.
    public var first: ManagedObjectID? { roots.lazy.compactMap(\.identifiers.first).first }

    /// The sum over all entities.
    public var total: MappingCounts {
        counts.values.reduce(into: MappingCounts()) { $0 += $1 }
    }

    /// Throws if anything did not fit.
    ///
    /// Issues that leave nothing out count as well, such as those of ``UnknownRootPolicy/report`` and
    /// those with code ``MappingIssue/Code/ambiguousConnection``.
    ///
    /// - Throws: ``MappingError`` with code `issuesFound` and the first five issues.
    public func requireNoIssues() throws(MappingError) {
        guard issueCount > 0 else { return }
        throw MappingError(.issuesFound, notesOfIssues.joined(separator: "\n"))
    }

    /// The number of issues and the first of them, a line for each; none if there are none.
    var notesOfIssues: [String] {
        guard issueCount > 0 else { return [] }
        return [
            "the payload has \(TextLines.count(issueCount, "issue")):",
            TextLines(issues, of: issueCount).bulleted,
        ]
    }
}

/// How many objects of an entity did what.
public struct MappingCounts: Sendable, Hashable, Codable {
    /// Objects that are new; those that a hook inserted count as well.
    public var inserted = 0
    /// Objects that were found and got another value or relationship from their record, or from a hook.
    public var updated = 0
    /// Objects that were found and stayed as they were.
    public var unchanged = 0
    /// Objects that were deleted by a policy, by a deletion predicate or as orphans, and what
    /// cascaded.
    public var deleted = 0
    /// Objects that lead to something else than before by a connection, once for each connection.
    public var connected = 0
    /// Objects that lead nowhere now by a connection, and did before, once for each connection.
    public var cleared = 0
    /// Foreign keys of objects of the payload that still have no destination.
    public var unresolved = 0
    /// Records that were left out because something in them did not fit.
    public var failed = 0
    /// Records beyond the first of an object.
    public var repeated = 0
    /// Records of which nothing was applied, and objects that were not deleted, because
    /// ``AllowedOperations`` leave it out.
    public var disallowed = 0
    /// New objects that nothing identifies: the same record again makes another one, unless it is a part
    /// that takes this one over.
    public var unidentified = 0

    /// Nothing of anything.
    public init() {}

    /// Adds counts.
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
}

/// Foreign keys of one relationship that have no destination yet.
///
/// They connect by themselves when the destination is loaded.
public struct UnresolvedConnection: Sendable, Hashable, CustomStringConvertible {
    /// The entity that has the foreign keys.
    public let entity: String
    /// The relationship that stays open.
    public let relationship: String
    /// The keys that are missing at the other end, in their order, with the number of objects that
    /// wait for each.
    public let keys: [Key]

    /// The values of one missing destination.
    public struct Key: Sendable, Hashable {
        /// Values by the name of the attribute at the other end.
        public let values: [String: Value]
        /// How many objects wait for it.
        public let count: Int
    }

    /// How many foreign keys wait, over all objects: an array of keys counts once for each element.
    public var count: Int { keys.reduce(0) { $0 + $1.count } }

    init(_ connection: ConnectionDescription, _ missing: [[Value]: Int]) {
        entity = connection.entity
        relationship = connection.relationship
        let names = connection.keys.map(\.destination)
        keys = missing.sorted { Self.isOrdered($0.key, $1.key) }.map { key, count in
            Key(
                values: Dictionary(zip(names, key), uniquingKeysWith: { first, _ in first }),
                count: count)
        }
    }

    private static func isOrdered(_ left: [Value], _ right: [Value]) -> Bool {
        for (one, other) in zip(left, right) where one != other {
            return one.order(to: other) == .before
        }
        return false
    }

    /// The relationship, and how many keys wait for how many objects, as a sentence.
    public var description: String {
        let waiting = count == 1 ? "1 foreign key waits" : "\(count) foreign keys wait"
        let missing = keys.count == 1 ? "1 object that is" : "\(keys.count) objects that are"
        return "\(entity).\(relationship): \(waiting) for \(missing) not here yet"
    }
}
