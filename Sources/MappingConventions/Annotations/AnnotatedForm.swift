import EntityMapper
import MercatorPayload
import ObjectGraph

/// A custom conversion with the semantics of Groot.
///
/// A closure that returns `nil` produces nil, in both directions, and without a closure for
/// writing, a value is written unchanged. The predefined transforms are not wrapped: values that
/// they cannot read are issues instead of nil.
///
/// Source: Groot's `GRTValueTransformer`, and its serialization to JSON.
struct AnnotatedForm: ValueCodec {
    let own: CustomForm

    func problem(for type: AttributeType) -> String? { own.problem(for: type) }

    func expectation(of type: AttributeType) -> String { own.expectation(of: type) }

    func couldRead(_ kind: PayloadKind, as type: AttributeType) -> Bool {
        own.couldRead(kind, as: type)
    }

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        let outcome = own.read(document, at: position, as: type)
        return outcome == .invalid(reason: nil) ? .value(.null) : outcome
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        guard let reverse = own.reverse else {
            return ValueTransform.default.form.write(value, as: type)
        }
        do {
            guard let reversed = try reverse(value) else { return .node(.null) }
            return ValueTransform.default.form.write(reversed, as: type)
        } catch {
            return .invalid(reason: "the transform '\(own.name)' says: \(error)")
        }
    }
}

extension ValueTransform {
    /// The transform as used for an annotated model, with the same name.
    var asAnnotated: ValueTransform {
        guard let own = form as? CustomForm else { return self }
        return ValueTransform(description, form: AnnotatedForm(own: own))
    }
}
