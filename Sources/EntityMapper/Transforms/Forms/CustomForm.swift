package import MercatorPayload
package import ObjectGraph

/// A custom conversion by closures.
package struct CustomForm: ValueCodec {
    package let name: String
    let convert: @Sendable (PayloadValue) throws -> Value?
    package let reverse: (@Sendable (Value) throws -> Value?)?

    package var isReversible: Bool { reverse != nil }

    package func problem(for type: AttributeType) -> String? { nil }

    package func expectation(of type: AttributeType) -> String {
        "\(type.word) from the transform '\(name)'"
    }

    package func couldRead(_ kind: PayloadKind, as type: AttributeType) -> Bool {
        switch kind {
        case .string: type != .array && type != .dictionary
        case .number: true
        default: false
        }
    }

    package func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        do {
            guard let value = try convert(PayloadValue(document, at: position)) else {
                return .invalid(reason: nil)
            }
            guard let fitting = type.normalized(value) else {
                return .invalid(reason: "\(value.word), which the transform gave")
            }
            return .value(fitting)
        } catch {
            return .invalid(reason: "the transform '\(name)' says: \(error)")
        }
    }

    package func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        guard let reverse else {
            return .invalid(
                reason: "the transform '\(name)' has no reverse; make it with one, "
                    + "or leave the attribute out of what is written")
        }
        do {
            guard let reversed = try reverse(value) else {
                return .invalid(reason: "the transform '\(name)' has no form for the value")
            }
            return StandardForm().write(reversed, as: type)
        } catch {
            return .invalid(reason: "the transform '\(name)' says: \(error)")
        }
    }
}
