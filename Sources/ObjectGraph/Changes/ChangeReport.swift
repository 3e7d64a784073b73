/// The differences between two states of a graph, by object, with old and new values.
///
/// A report describes the pending changes of a context, or the dry run of an operation. Its
/// description is readable text; its encoded form is data that decodes to an equal report.
///
/// ```swift
/// let changes = try context.changes()
/// for object in changes.objects where object.kind == .deleted { print(object.name) }
/// print(changes)
/// ```
///
/// A link is reported at both ends of a relationship: an article that gets an author is also a
/// change of the author's `articles`, regardless of the end that stores the link.
public struct ChangeReport: Sendable, Hashable, Codable {
    /// The changed objects, in the order of their identifiers.
    public let objects: [ObjectChange]

    /// Indicates whether there are no changes.
    public var isEmpty: Bool { objects.isEmpty }

    /// Returns the change of an object, or `nil` if it is unchanged.
    ///
    /// - Complexity: O(*n*) in the number of changed objects.
    public subscript(identifier: ManagedObjectID) -> ObjectChange? {
        objects.first { $0.name.identifier == identifier }
    }

    /// Returns the number of objects with one kind of change.
    public func count(_ kind: Kind) -> Int { objects.count { $0.kind == kind } }

    /// The kinds of changes of an object.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The object is new.
        case inserted
        /// A value or a relationship of the object differs.
        case updated
        /// The object is deleted.
        case deleted
    }
}

extension ChangeReport {
    /// The changes of one object.
    public struct ObjectChange: Sendable, Hashable, Codable, Identifiable {
        /// The object, with the values that identify it.
        public let name: ObjectName
        /// The kind of change.
        public let kind: Kind
        /// The changed attributes, in the order of the model.
        ///
        /// The old values of a new object and the new values of a deleted one are `null`.
        public let attributes: [AttributeChange]
        /// The changed relationships, in the order of the model.
        public let relationships: [RelationshipChange]

        /// The identifier of the object.
        public var id: ManagedObjectID { name.identifier }

        /// Returns the change of an attribute, or `nil` if it is unchanged.
        public subscript(attribute name: String) -> AttributeChange? {
            attributes.first { $0.name == name }
        }

        /// Returns the change of a relationship, or `nil` if it is unchanged.
        public subscript(relationship name: String) -> RelationshipChange? {
            relationships.first { $0.name == name }
        }
    }

    /// The change of an attribute's value.
    public struct AttributeChange: Sendable, Hashable {
        /// The name of the attribute.
        public let name: String
        /// The type of the attribute's values.
        public let type: AttributeType
        /// The old value.
        public let old: Value
        /// The new value.
        public let new: Value
    }

    /// The change of a relationship's objects.
    public struct RelationshipChange: Sendable, Hashable, Codable {
        /// The name of the relationship.
        public let name: String
        /// Indicates whether this is a to-many relationship.
        public let isToMany: Bool
        /// The added objects: in the order of an ordered relationship, otherwise oldest first.
        public let added: [ObjectName]
        /// The removed objects, oldest first.
        public let removed: [ObjectName]
        /// The smallest set of moves that produces the new order of the remaining objects.
        ///
        /// Empty for an unordered relationship.
        public let moved: [Move]
    }

    /// A change of the position of an object that remains in an ordered relationship.
    public struct Move: Sendable, Hashable, Codable {
        /// The object that moves.
        public let object: ObjectName
        /// The zero-based position in the old list.
        public let from: Int
        /// The zero-based position in the new list.
        public let to: Int
    }
}
