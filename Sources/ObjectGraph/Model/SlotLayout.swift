/// The content of one slot of a row.
package struct SlotLayout: Sendable, Hashable {
    package let name: String
    /// The index of the entity that declares the property.
    package let entity: Int
    package let content: Content

    package enum Content: Sendable, Hashable {
        /// The value of an attribute.
        case attribute(AttributeDescription)
        /// The number of an object of the relationship's destination, or `null`.
        case reference(relationship: Int)
        /// The position of this row among the rows with the same reference; `null` sorts last.
        case position(relationship: Int)
    }

    /// The attribute in this slot; `nil` for a slot with other content.
    package var attribute: AttributeDescription? {
        if case .attribute(let attribute) = content { attribute } else { nil }
    }
}
