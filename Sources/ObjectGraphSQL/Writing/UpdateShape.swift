/// The properties that distinguish the statements of updates: the entity and the changed slots.
package struct UpdateShape: Hashable {
    package let entity: Int
    package let slots: [Int]
}
