/// What changes between two states of a graph: object by object, with old and new values.
///
/// It comes from the pending changes of a context, or from the dry run of an operation. Printed it
/// is a text for people; encoded it is data, and decodes to an equal report.
///
/// ```swift
/// let changes = try context.changes()
/// for object in changes.objects where object.kind == .deleted { print(object.name) }
/// print(changes)
/// ```
///
/// Both ends of a relationship tell of a link: an article that gets an author is a change of the
/// author's `articles` as well, wherever the link is kept.
public struct ChangeReport: Sendable, Hashable, Codable {
    /// The objects that change, in the order of their identifiers.
    public let objects: [ObjectChange]

    /// Whether nothing changes.
    public var isEmpty: Bool { objects.isEmpty }

    /// What happens to an object; `nil` if nothing does.
    ///
    /// - Complexity: O(*n*) in the objects that change.
    public subscript(identifier: ManagedObjectID) -> ObjectChange? {
        objects.first { $0.name.identifier == identifier }
    }

    /// How many objects something happens to.
    public func count(_ kind: Kind) -> Int { objects.count { $0.kind == kind } }

    /// What can happen to an object.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// It is new.
        case inserted
        /// It gets another value, or another object in a relationship.
        case updated
        /// It goes.
        case deleted
    }
}

extension ChangeReport {
    /// What happens to one object.
    public struct ObjectChange: Sendable, Hashable, Codable {
        /// Which object it is.
        public let name: ObjectName
        /// What happens to it.
        public let kind: Kind
        /// The attributes whose values differ, in the order of the model.
        ///
        /// A new object had `null` everywhere, a deleted one gets it.
        public let attributes: [AttributeChange]
        /// The relationships that lead elsewhere, in the order of the model.
        public let relationships: [RelationshipChange]

        /// The change of an attribute, if there is one.
        public subscript(attribute name: String) -> AttributeChange? {
            attributes.first { $0.name == name }
        }

        /// The change of a relationship, if there is one.
        public subscript(relationship name: String) -> RelationshipChange? {
            relationships.first { $0.name == name }
        }
    }

    /// Another value of an attribute.
    public struct AttributeChange: Sendable, Hashable {
        /// The attribute.
        public let name: String
        /// What kind of value it holds.
        public let type: AttributeType
        /// The value that goes.
        public let old: Value
        /// The value that comes.
        public let new: Value
    }

    /// Other objects in a relationship.
    public struct RelationshipChange: Sendable, Hashable, Codable {
        /// The relationship.
        public let name: String
        /// Whether it can hold several objects.
        public let isToMany: Bool
        /// The objects that come: in the order of the relationship if it has one, else the oldest
        /// first.
        public let added: [ObjectName]
        /// The objects that go, the oldest first.
        public let removed: [ObjectName]
        /// The fewest moves that bring the objects that stay into their new order; none where the
        /// relationship has no order.
        public let moved: [Move]
    }

    /// An object that stays in an ordered relationship, and gets another place among the others.
    public struct Move: Sendable, Hashable, Codable {
        /// Which object it is.
        public let object: ObjectName
        /// Its place in the old list, from 0.
        public let from: Int
        /// Its place in the new list, from 0.
        public let to: Int
    }
}
