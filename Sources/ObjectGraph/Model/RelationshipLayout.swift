/// A relationship with its storage form.
///
/// Each pair of inverse relationships is stored **once**; the other direction is a
/// query, not a copy.
package final class RelationshipLayout: Sendable {
    package let index: Int
    package let name: String
    /// The index of the entity that declares the relationship.
    package let entity: Int
    package let destination: Int
    package let description: RelationshipDescription
    package let inverse: Int?
    package let storage: Storage

    package enum Storage: Sendable, Hashable {
        /// A reference in a slot of the source's own row.
        case reference(slot: Int)
        /// References in the rows at the other end, stored by the inverse relationship.
        case inverseReference(of: Int)
        /// Links from source to destination.
        case links
        /// The links of the inverse relationship.
        case inverseLinks(of: Int)
    }

    init(
        index: Int, name: String, entity: Int, destination: Int,
        description: RelationshipDescription, inverse: Int?, storage: Storage
    ) {
        self.index = index
        self.name = name
        self.entity = entity
        self.destination = destination
        self.description = description
        self.inverse = inverse
        self.storage = storage
    }

    package var isToMany: Bool { description.isToMany }
    package var isOrdered: Bool { description.isOrdered }
    /// Indicates whether the relationship is its own inverse, such as `friends`.
    package var isSymmetric: Bool { inverse == index }
}
