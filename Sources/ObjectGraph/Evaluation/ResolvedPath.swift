/// The path from a row to a property: to-one relationships, followed by the property.
package struct ResolvedPath: Sendable, Hashable {
    /// The indices of the to-one relationships to follow, in order.
    package var steps: [Int]
    /// The entity that has the property.
    package var entity: Int
    package var end: End

    package enum End: Sendable, Hashable {
        case attribute(slot: Int, AttributeType)
        /// A relationship, by its index; to-many only in `isNil`, counts and quantified conditions.
        case relationship(Int)
    }

    /// The slot of an attribute of the row itself; `nil` at the end of a longer path.
    var ownSlot: Int? {
        if steps.isEmpty, case .attribute(let slot, _) = end { slot } else { nil }
    }

    /// The property at the end, as a path from its own object.
    package var withoutSteps: ResolvedPath { ResolvedPath(steps: [], entity: entity, end: end) }

    /// The relationships along the path, including one at its end.
    package var relationships: [Int] {
        if case .relationship(let last) = end { steps + [last] } else { steps }
    }
}
