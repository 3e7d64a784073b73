import ObjectGraph
import Payload

/// The parts of an `EntityPlan` read for every value, flattened to avoid reference counting.
struct HotAttributes {
    /// The parts of an `AttributePlan` read for every value.
    struct Attribute {
        let slot: Int
        let encoding: CellEncoding
        /// Indicates whether values are copied by the conversion, without being judged.
        let isConverted: Bool
    }

    let attributes: [Attribute]
    private let conversions: [Conversion]
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
                encoding: isCopied ? attribute.conversion.cellEncoding : .converted,
                isConverted: isCopied)
        }
        conversions = plan.attributes.map(\.conversion)
        keepsValues = !plan.sharesSlots && plan.modification == nil
        hasSteps =
            isObserved || plan.assignsDefaults || !plan.routes.isEmpty
            || plan.recordValidation != nil || plan.synchronizationSlot != nil
    }

    /// Returns the value of an attribute at a tape index if it is in a common spelling.
    func common(_ number: Int, at position: Int, _ tape: PayloadTape) -> CommonValue? {
        guard attributes[number].isConverted else { return nil }
        return conversions[number].common(tape, at: position)
    }
}
