import ObjectGraph

/// The parts of an `EntityPlan` read for every value, flattened to avoid reference counting.
struct HotAttributes {
    /// The parts of an `AttributePlan` read for every value.
    struct Attribute {
        let slot: Int
        let encoding: CellEncoding
    }

    let attributes: [Attribute]
    /// Indicates whether an observer receives each value.
    let isObserved: Bool
    /// Indicates whether equal values of another record of a new object are in its row already.
    ///
    /// This requires that no other attribute mapping and no tombstone of an older version can have
    /// changed them.
    let keepsValues: Bool
    /// Indicates whether records have steps beyond the writing of their values.
    let hasSteps: Bool

    init(_ plan: EntityPlan, isObserved: Bool) {
        self.isObserved = isObserved
        attributes = plan.attributes.map { attribute in
            let isCopied = !isObserved && !attribute.judgesValues
            return Attribute(
                slot: attribute.slot,
                encoding: isCopied ? attribute.conversion.cellEncoding : .converted)
        }
        keepsValues = !plan.sharesSlots && plan.modification == nil
        hasSteps =
            isObserved || plan.assignsDefaults || !plan.routes.isEmpty
            || plan.recordValidation != nil || plan.synchronizationSlot != nil
    }
}
