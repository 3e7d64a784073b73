import MercatorPayload
import ObjectGraph

/// The parts of an `EntityPlan` read for every value, flattened to avoid reference counting.
struct HotAttributes {
    /// The parts of an `AttributePlan` read for every value.
    struct Attribute {
        let slot: Int
        let encoding: CellEncoding
        /// Indicates whether values are copied by the conversion, without being judged.
        let isConverted: Bool
        let isMandatory: Bool
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
                isConverted: isCopied, isMandatory: attribute.isMandatory)
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

    /// Returns the value of an attribute if it is in a common spelling or by a custom transform.
    ///
    /// If a custom transform has no value, it is called again to learn why.
    func converted(_ number: Int, at position: Int, _ tape: PayloadTape) -> CommonValue? {
        let attribute = attributes[number]
        guard attribute.isConverted else { return nil }
        let conversion = conversions[number]
        if let common = conversion.common(tape, at: position) { return common }
        guard let custom = conversion.custom(tape, at: position),
            !(attribute.isMandatory && custom.isNull)
        else { return nil }
        return custom
    }
}
