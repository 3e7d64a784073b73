import ObjectGraph

/// A compiled attribute mapping; a class for the same reason as ``EntityPlan``.
package final class AttributePlan: Sendable {
    package let name: String
    package let slot: Int
    package let conversion: Conversion
    let isMandatory: Bool
    /// Indicates whether an integer on the tape can be stored without conversion or checks.
    let isPlainInteger: Bool
    /// Indicates whether values are the remaining members of records.
    ///
    /// They are merged into the existing members of the attribute.
    let takesRest: Bool
    let validation: ValueValidation?
    /// The checks that the model declares for values.
    private let checks: [ValueCheck]

    init(
        _ attribute: AttributeDescription, slot: Int, by conversion: Conversion,
        takesRest: Bool, validation: ValueValidation?
    ) {
        self.takesRest = takesRest
        self.validation = validation
        checks = attribute.checks
        name = attribute.name
        self.slot = slot
        self.conversion = conversion
        isMandatory = !attribute.isOptional
        isPlainInteger =
            attribute.type == .integer64 && conversion.isStandard && conversion.isUnchecked
    }

    /// Indicates whether the model declares checks for values.
    var isChecked: Bool { !checks.isEmpty }

    /// Returns the first check of the model that a value violates; `nil` if there is none.
    func fault(of value: Value) -> ValueCheck.Fault? {
        guard !checks.isEmpty else { return nil }
        return checks.lazy.compactMap { $0.fault(of: value) }.first
    }
}
