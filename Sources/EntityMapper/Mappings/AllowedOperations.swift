/// The changes that records of a mapping may make: inserting, updating, deleting, in any combination.
///
/// ```swift
/// articles.allowedOperations = [.insert]             // what is there stays as it is
/// var comments = RelationshipMapping(from: "comments", to: "comments", using: "Comment")
/// comments.allowedOperations = [.insert, .update]    // and nothing is deleted
/// articles.addRelationshipMapping(comments)
/// ```
///
/// It is decided by the store as it was before the load: a record about an object that is there asks
/// for an update, any other for an insertion, in whatever order the payload has them. Of a record
/// that may not do what it asks for nothing is applied, nor of what is nested in it;
/// ``MappingCounts/disallowed`` counts it, and it is no issue. What is nested in records that are
/// applied has permissions of its own.
///
/// Source: Sync's `OperationOptions`.
public struct AllowedOperations: OptionSet, Sendable, Hashable, Codable {
    /// A bit for each operation.
    public let rawValue: UInt8

    /// Makes a set of operations from its bits.
    ///
    /// - Parameter rawValue: A bit for each operation.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// New objects are inserted.
    public static let insert = AllowedOperations(rawValue: 1)
    /// Objects that are there get other values, and their relationships other objects.
    public static let update = AllowedOperations(rawValue: 2)
    /// Objects are deleted: by ``AssignmentPolicy/replace``, by ``EntityMapping/deletionPredicate`` and
    /// as orphans.
    ///
    /// Without it ``AssignmentPolicy/replace`` is ``AssignmentPolicy/set``: what fell out of the
    /// relationship leaves it, and stays in the store.
    public static let delete = AllowedOperations(rawValue: 4)
    /// All of them; the default of mappings.
    public static let all: AllowedOperations = [.insert, .update, .delete]
}

extension AllowedOperations: CustomStringConvertible {
    /// The operations in words: `insert, update`.
    public var description: String {
        let names = [(Self.insert, "insert"), (.update, "update"), (.delete, "delete")]
            .filter { contains($0.0) }.map(\.1)
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}
