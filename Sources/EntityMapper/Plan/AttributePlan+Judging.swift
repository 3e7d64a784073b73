import ObjectGraph

/// The judgement of converted values.
extension AttributePlan {
    /// The judgement of a value.
    enum Verdict {
        /// Assigns the value, or the value returned by the validation.
        case assign(Value)
        /// The validation declined the value, and the attribute keeps its own.
        case keep
        /// The value is nil, but the attribute requires a value.
        case missing
        /// The value violates the validation or a rule of the model.
        case rejected(expected: String, found: String)
    }

    /// Indicates whether values are judged individually, instead of being copied from the payload.
    var judgesValues: Bool { validation != nil || isChecked }

    /// Judges a value by the validation, as a required value, and by the rules of the model.
    ///
    /// - Parameters:
    ///   - value: The value after conversion.
    ///   - isGiven: Indicates whether the payload contains the value; if not, it is a default,
    ///     which only the validation judges.
    ///   - isPresent: Tests whether the attribute has a value already, so that nothing changes.
    /// - Returns: The judgement.
    func judge(
        _ value: Value, isGiven: Bool = true, isPresent: (Value) -> Bool = { _ in false }
    ) -> Verdict {
        var value = value
        if let validation, !isPresent(value) {
            switch validated(value, by: validation) {
            case .assign(let judged): value = judged
            case let other: return other
            }
        }
        guard isGiven else { return .assign(value) }
        if value.isNull { return isMandatory ? .missing : .assign(value) }
        guard isChecked, !isPresent(value), let fault = fault(of: value) else {
            return .assign(value)
        }
        return .rejected(expected: fault.expected, found: fault.found)
    }

    private func validated(_ value: Value, by validation: ValueValidation) -> Verdict {
        let expected: String
        do {
            switch try validation.validate(value) {
            case .accept: return .assign(value)
            case .decline: return .keep
            case .replace(let other):
                if other.isNull { return .assign(other) }
                if let fitting = conversion.fitting(other) { return .assign(fitting) }
                expected =
                    "a \(conversion.type.word); the validation '\(validation.name)' gave a "
                    + other.word
            case .reject(let reason): expected = reason
            }
        } catch {
            expected = "what the validation '\(validation.name)' accepts; it says: \(error)"
        }
        return .rejected(expected: expected, found: "\(value.word) that is not")
    }
}
