import EntityMapper
import MercatorPayload
import ObjectGraph
import ValueTransforms

/// Boolean values that are represented by the numbers 1 and 0 in a payload.
struct NumberedBooleanForm: ValueCodec {
    func problem(for type: AttributeType) -> String? {
        type == .boolean ? nil : "gives truth values"
    }

    func expectation(of type: AttributeType) -> String {
        ValueTransform.default.form.expectation(of: type)
    }

    func couldRead(_ kind: PayloadKind, as type: AttributeType) -> Bool {
        ValueTransform.default.form.couldRead(kind, as: type)
    }

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        ValueTransform.default.form.read(document, at: position, as: type)
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        guard case .boolean(let flag) = value else { return .mismatch(value, type) }
        return .node(.number(flag ? "1" : "0"))
    }
}

/// Boolean values of Boolean attributes, and of integer attributes with the values 1 and 0.
struct TruthForm: ValueCodec {
    func problem(for type: AttributeType) -> String? {
        switch type {
        case .boolean, .integer16, .integer32, .integer64: nil
        default: "gives truth values"
        }
    }

    func expectation(of type: AttributeType) -> String { "boolean" }

    func couldRead(_ kind: PayloadKind, as type: AttributeType) -> Bool {
        ValueTransform.default.form.couldRead(kind, as: .boolean)
    }

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        let outcome = ValueTransform.default.form.read(document, at: position, as: .boolean)
        guard type != .boolean, case .value(.boolean(let flag)) = outcome else { return outcome }
        return .value(.integer(flag ? 1 : 0))
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        switch value {
        case .boolean(let flag): .node(.boolean(flag))
        case .integer(let number) where number == 0 || number == 1: .node(.boolean(number == 1))
        case .integer: .invalid(reason: "expected 0 or 1 for a truth value, found another number")
        default: .mismatch(value, type)
        }
    }
}

/// Dates in any format of ISO 8601, or as seconds since 1970.
///
/// Seconds may be a number or a string. Dates are written in UTC to the second.
struct ServerDateForm: ValueCodec {
    private let text = ValueTransform.iso8601.form
    private let number = ValueTransform.secondsSince1970.form

    func problem(for type: AttributeType) -> String? { text.problem(for: type) }

    func expectation(of type: AttributeType) -> String { "ISO 8601 date or seconds since 1970" }

    func couldRead(_ kind: PayloadKind, as type: AttributeType) -> Bool {
        kind == .string || kind == .number
    }

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        if document.tape.isString(at: position) {
            // Ambiguous strings, such as the year 2009, are read as dates.
            let outcome = text.read(document, at: position, as: type)
            if case .value = outcome { return outcome }
        }
        return number.read(document, at: position, as: type)
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        guard case .date(let instant) = value else { return .mismatch(value, type) }
        let second = Timestamp(uncheckedSeconds: instant.seconds, nanoseconds: 0)
        return .node(.string(second.description))
    }
}

/// An enumeration of values; unknown values are read as nil.
struct LenientEnumerationForm: WrappingForm {
    let inner: ValueTransform

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        let outcome = inner.form.read(document, at: position, as: type)
        guard case .invalid = outcome else { return outcome }
        return .value(.null)
    }
}
