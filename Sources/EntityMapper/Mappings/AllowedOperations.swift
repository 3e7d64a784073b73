/// The kinds of changes that the records of a mapping may make.
///
/// The value is any combination of insertion, update and deletion.
///
/// ```swift
/// articles.allowedOperations = [.insert]             // existing objects stay unchanged
/// var comments = RelationshipMapping(from: "comments", to: "comments", using: "Comment")
/// comments.allowedOperations = [.insert, .update]    // and nothing is deleted
/// articles.addRelationshipMapping(comments)
/// ```
///
/// The kind of a change depends on the state of the store before the load: a record that identifies
/// an existing object requests an update, any other record an insertion, regardless of the order in
/// the payload. A record whose change is not allowed is skipped together with the records nested in
/// it; it is counted by ``MappingCounts/disallowed`` and is not an issue. Records nested in an
/// applied record are subject to the permissions of their mapping.
///
/// Source: Sync's `OperationOptions`.
public struct AllowedOperations: OptionSet, Sendable, Hashable, Codable {
    /// A bit mask with one bit for each operation.
    public let rawValue: UInt8

    /// Creates a set of operations from a bit mask.
    ///
    /// - Parameter rawValue: A bit mask with one bit for each operation.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The insertion of new objects.
    public static let insert = AllowedOperations(rawValue: 1)
    /// The update of attributes and relationships of existing objects.
    ///
    /// Without this option, but with ``delete``, a record is still read for the attributes in
    /// ``EntityMapping/deletionPredicate``: it can delete its object, and is then counted as
    /// disallowed, updated and deleted.
    public static let update = AllowedOperations(rawValue: 2)
    /// The deletion of objects by a policy, by a predicate, or as orphans.
    ///
    /// The policy is ``AssignmentPolicy/replace``, the predicate
    /// ``EntityMapping/deletionPredicate``.
    ///
    /// Without this option ``AssignmentPolicy/replace`` behaves like ``AssignmentPolicy/set``:
    /// objects that are no longer in the relationship are removed from it and remain in the store.
    public static let delete = AllowedOperations(rawValue: 4)
    /// All operations; the default of mappings.
    public static let all: AllowedOperations = [.insert, .update, .delete]
}

extension AllowedOperations: CustomStringConvertible {
    /// A comma-separated list of the operations, such as `insert, update`.
    public var description: String {
        let names = [(Self.insert, "insert"), (.update, "update"), (.delete, "delete")]
            .filter { contains($0.0) }.map(\.1)
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}
