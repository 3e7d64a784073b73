import ObjectGraph

/// The identification of the objects of a mapping.
package struct IdentificationPlan: Sendable {
    /// The index of the identity space, which mappings with the same identification share.
    let space: Int
    /// The indices of the identification attributes among the attributes, in slot order.
    package let attributes: [Int]
    let predicate: PredicateEvaluator?
    let builder: PredicateBuilder?

    /// Indicates whether there are conditions in addition to the key.
    var isSelective: Bool { predicate != nil || builder != nil }
}
