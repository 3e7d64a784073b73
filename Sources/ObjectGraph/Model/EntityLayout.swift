/// The positions of an entity's properties in a ``Row``, as integers.
///
/// The slots of ancestors come first and have the same numbers in every sub-entity, so a row of
/// `Human` is a prefix of a row of `Parent`. A slot holds an attribute, the number of the object
/// that a to-one relationship references, or the object's position in an ordered relationship at
/// the other end.
package final class EntityLayout: Sendable {
    package let index: Int
    package let name: String
    /// The root entity of the inheritance tree; its table holds the rows of the whole tree.
    package let root: Int
    package let isAbstract: Bool
    /// The entity and all its descendants, ascending.
    package let family: [Int]
    package let slots: [SlotLayout]
    package let slotIndexes: [String: Int]
    /// The indices of all relationships, including inherited ones, in order of declaration.
    package let relationships: [Int]
    package let relationshipIndexes: [String: Int]
    /// The unique sets of attribute slots in the family that this entity declares.
    package let uniqueness: [[Int]]
    /// The slots of attributes that must have a value when the object is saved.
    package let mandatorySlots: [Int]
    /// The rules for values, with the slots they apply to.
    let checks: [(slot: Int, check: ValueCheck)]
    /// The values of a new object.
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

    /// Returns whether an entity is this entity or a descendant.
    ///
    /// - Complexity: O(log *n*) in the number of entities of the family.
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
