/// A set of attributes of an entity that are used for row lookups.
package struct IndexDescription: Sendable, Hashable {
    package var entity: Int
    /// Slots of the entity, in the order of the key.
    package var slots: [Int]
    /// Indicates whether each key without `null` must be unique in the entity's family.
    ///
    /// A store that already contains duplicates creates an index that is not unique; the load that
    /// finds the duplicates reports them as issues.
    package var isUnique: Bool

    package init(entity: Int, slots: [Int], isUnique: Bool) {
        self.entity = entity
        self.slots = slots
        self.isUnique = isUnique
    }
}
