import MercatorPayload
package import ObjectGraph

/// A compiled relationship mapping; a class for the same reason as ``EntityPlan``.
package final class RelationshipPlan: Sendable {
    package let layout: RelationshipLayout
    /// The index of the plan for nested representations; dynamic plans follow the entity plans.
    package let mapping: Int
    /// Indicates whether the nested representation is the record's own representation.
    package let isAggregated: Bool
    /// Indicates whether the path begins with a context.
    let isOutward: Bool
    /// The effective policy for previous objects, given the allowed operations.
    let policy: AssignmentPolicy
    /// Indicates whether previous objects are kept although the mapping's policy would delete them.
    let preservesReplaced: Bool
    /// The changes that nested records may make; `nil` to inherit them from the nested mapping.
    let operations: AllowedOperations?
    /// The slot to write if assigning the relationship changes nothing else; `nil` otherwise.
    let directSlot: Int?
    /// Indicates whether links of a new object can be inserted without checking existing links.
    let isPlainList: Bool

    init(
        _ layout: RelationshipLayout, for nested: RelationshipMapping, using mapping: Int,
        allowing allowed: AllowedOperations, in model: ManagedObjectModel
    ) {
        let source = nested.source
        self.layout = layout
        self.mapping = mapping
        isAggregated = source.components.isEmpty
        isOutward = source.startsAtContext
        preservesReplaced = nested.assignmentPolicy == .replace && !allowed.contains(.delete)
        policy = preservesReplaced ? .set : nested.assignmentPolicy
        operations = nested.allowedOperations
        let isPlain = policy != .replace && !preservesReplaced
        directSlot = isPlain ? model.directSlot(of: layout) : nil
        isPlainList = model.isPlainList(layout)
    }
}
