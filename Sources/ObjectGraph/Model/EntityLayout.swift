/// Where the properties of an entity live in a ``Row``, in integers.
///
/// Slots of an ancestor come first and keep their numbers in every sub-entity, so a row of `Human`
/// is a prefix of a row of `Parent`. A slot holds an attribute, the number of the object that a
/// to-one relationship refers to, or the position of the object in somebody's ordered relationship.
package final class EntityLayout: Sendable {
    package let index: Int
    package let name: String
    /// The entity at the top of the inheritance tree; its table keeps the rows of the whole tree.
    package let root: Int
    package let isAbstract: Bool
    /// The entity itself and everything that inherits from it, ascending.
    package let family: [Int]
    package let slots: [SlotLayout]
    package let slotIndexes: [String: Int]
    /// Indexes of all relationships, inherited ones included, in order of declaration.
    package let relationships: [Int]
    package let relationshipIndexes: [String: Int]
    /// Combinations of attribute slots that are unique in the family, with their owner.
    package let uniqueness: [[Int]]
    /// Slots of attributes that need a value before a save.
    package let mandatorySlots: [Int]
    /// The rules for values, by slot.
    let checks: [(slot: Int, check: ValueCheck)]
    /// What a new object starts with.
    package let defaults: Row

    init(
        index: Int, name: String, root: Int, isAbstract: Bool, family: [Int],
        slots: [SlotLayout], relationships: [Int], relationshipIndexes: [String: Int],
        uniqueness: [[Int]], defaults: Row
    ) {
        self.index = index
        self.name = name
        self.root = root
        self.isAbstract = isAbstract
        self.family = family
        self.slots = slots
        self.relationships = relationships
        self.relationshipIndexes = relationshipIndexes
        self.uniqueness = uniqueness
        self.defaults = defaults
        slotIndexes = Dictionary(
            slots.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        checks = slots.enumerated().flatMap { slot, content in
            (content.attribute?.checks ?? []).map { (slot, $0) }
        }
        mandatorySlots = slots.indices.filter { slots[$0].attribute?.isOptional == false }
    }

    /// Whether an entity is this one or inherits from it.
    ///
    /// - Complexity: O(log *n*) in the family.
    package func includes(_ entity: Int) -> Bool {
        if entity == index { return true }
        var (low, high) = (0, family.count)
        while low < high {
            let middle = (low + high) / 2
            if family[middle] < entity { low = middle + 1 } else { high = middle }
        }
        return low < family.count && family[low] == entity
    }
}

/// What one slot of a row holds.
package struct SlotLayout: Sendable, Hashable {
    package let name: String
    /// The entity that declares it.
    package let entity: Int
    package let content: Content

    package enum Content: Sendable, Hashable {
        /// An attribute.
        case attribute(AttributeDescription)
        /// The number of an object of the relationship's destination, or `null`.
        case reference(relationship: Int)
        /// The place of this row among those that refer to the same object; `null` comes last.
        case position(relationship: Int)
    }

    /// The attribute in this slot, if there is one.
    package var attribute: AttributeDescription? {
        if case .attribute(let attribute) = content { attribute } else { nil }
    }
}

/// Where a relationship is kept.
///
/// Each is kept **once**; the way back is a question, not a copy.
package final class RelationshipLayout: Sendable {
    package let index: Int
    package let name: String
    /// The entity that declares it.
    package let entity: Int
    package let destination: Int
    package let description: RelationshipDescription
    package let inverse: Int?
    package let storage: Storage

    package enum Storage: Sendable, Hashable {
        /// In a slot of the source's own row.
        case reference(slot: Int)
        /// In the slot of the rows at the other end, through this relationship of theirs.
        case inverseReference(of: Int)
        /// As links from source to destination.
        case links
        /// As the links of the relationship at the other end.
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
    /// Whether the relationship is its own inverse, as `friends` of friends.
    package var isSymmetric: Bool { inverse == index }
}
