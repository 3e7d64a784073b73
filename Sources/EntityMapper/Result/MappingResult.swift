public import ConnectionEvaluation
public import MercatorPayload
public import ObjectGraph
public import OrphanDetection

/// The result of an operation: object identifiers, counts, and issues.
///
/// It can be sent to other tasks.
///
/// ```swift
/// let result = try MappingOperation(plan).run(bytes, in: container)
/// print(result.counts["Article"]?.inserted ?? 0)
/// let first = try container.perform { context in
///     try result.first.flatMap { try context.object(with: $0) }?["title"]
/// }
/// ```
public struct MappingResult: Sendable {
    /// The counts by entity; entities of the plan without changes have zero counts.
    public let counts: [String: MappingCounts]
    /// The issues in payload order, up to the limit in the options.
    public let issues: [MappingIssue]
    /// The number of issues, including those beyond the limit.
    public let issueCount: Int
    /// The foreign keys of the payload's objects that have no destination yet.
    ///
    /// It also contains the registered connections of the mapped entities that no longer match
    /// the model and are not evaluated, with their ``UnresolvedConnection/problem``.
    ///
    /// The unresolved keys of the whole store are available from
    /// ``ObjectGraph/PersistentContainer/openConnections()``.
    public let unresolved: [UnresolvedConnection]
    /// The objects absent from the payload and their treatment.
    ///
    /// The value is `nil` unless the operation has an ``MappingOperation/orphanDeletion``.
    public let orphans: OrphanPlan?
    /// The warnings of the plan, see ``MappingPlan/warnings``.
    public let warnings: [String]
    /// The roots of the objects missing at root paths because their deletions wait to be sent.
    package let withdrawn: Set<Int>
    let roots: [(path: PayloadPath, identifiers: [ManagedObjectID])]
    /// The attributes that no record has, while one has a similar key; empty in release builds.
    let absences: [String]

    /// Returns the objects found at a root path, in payload order, without failed objects.
    ///
    /// - Parameter path: A root path of the plan.
    /// - Returns: The identifiers; empty for a path that is not a root path or is absent from the
    ///   payload.
    public subscript(path: some PayloadPathConvertible) -> [ManagedObjectID] {
        let path = PayloadPath(declared: path)
        return roots.filter { $0.path == path }.flatMap(\.identifiers)
    }

    /// The objects found at all root paths, in the order of the root paths.
    public var array: [ManagedObjectID] { roots.flatMap(\.identifiers) }

    /// The first object found at the root paths.
    public var first: ManagedObjectID? { roots.lazy.compactMap(\.identifiers.first).first }

    /// The sum of the counts of all entities.
    public var total: MappingCounts {
        counts.values.reduce(into: MappingCounts()) { $0 += $1 }
    }

    /// Throws an error if there are issues.
    ///
    /// Notices that skip nothing count as well, such as notices of ``UnknownRootPolicy/report`` and
    /// notices with code ``MappingIssue/Code/ambiguousConnection``.
    ///
    /// - Throws: ``MappingError`` with code `issuesFound` and the first five issues.
    public func requireNoIssues() throws(MappingError) {
        try issues.requireNone(of: issueCount)
    }

    /// The number of issues and the first issues, one per line; empty if there are none.
    var notesOfIssues: [String] { issues.notes(of: issueCount) }
}

extension [MappingIssue] {
    /// Throws an error with the first issues if there are any; `count` is their total number.
    package func requireNone(of count: Int) throws(MappingError) {
        guard count > 0 else { return }
        throw MappingError(.issuesFound, notes(of: count).joined(separator: "\n"))
    }

    /// Returns the number of issues and the first issues, one per line.
    fileprivate func notes(of count: Int) -> [String] {
        guard count > 0 else { return [] }
        return [
            "the payload has \(TextLines.count(count, "issue")):",
            TextLines(self, of: count).bulleted,
        ]
    }
}
