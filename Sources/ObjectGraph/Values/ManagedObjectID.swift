/// The identifier of one object of a store.
///
/// It is also valid outside its context and after the process has ended.
///
/// An identifier is a value: it can leave a unit of work, and
/// ``ManagedObjectContext/object(with:)`` finds the object again in another unit. It is assigned
/// when an object is inserted, and never changes.
public struct ManagedObjectID: Sendable, Hashable, Codable, Identifiable {
    /// The name of the root entity of the object's inheritance tree.
    public let entityName: String
    /// The number of the object, unique in that tree.
    public let number: Int64

    /// The identifier itself, for lists of identifiers.
    public var id: ManagedObjectID { self }

    package init(entityName: String, number: Int64) {
        self.entityName = entityName
        self.number = number
    }
}

extension ManagedObjectID: Comparable, LosslessStringConvertible {
    /// Orders identifiers by entity, then by number, so that older objects come first.
    public static func < (left: ManagedObjectID, right: ManagedObjectID) -> Bool {
        (left.entityName, left.number) < (right.entityName, right.number)
    }

    /// The entity and the number: `Article/42`, or `Article/new-1` in a dry run.
    public var description: String { "\(entityName)/\(numberText)" }
}
