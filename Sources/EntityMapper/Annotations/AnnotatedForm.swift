import ObjectGraph
import Payload

/// What closures of the author's own say, taken as Groot takes it.
///
/// A closure that gives nothing gives nil, in both directions, and without a closure for the way back
/// a value is written as it is. The transforms of this package are not wrapped: what they cannot read
/// is no nil but an issue.
///
/// Source: Groot's `GRTValueTransformer`, and its serialization to JSON.
struct AnnotatedForm: ValueForm {
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
        guard let reverse = own.reverse else { return StandardForm().write(value, as: type) }
        do {
            guard let reversed = try reverse(value) else { return .node(.null) }
            return StandardForm().write(reversed, as: type)
        } catch {
            return .invalid(reason: "the transform '\(own.name)' says: \(error)")
        }
    }
}

extension ValueTransform {
    /// The transform as an annotated model uses it; its name stays.
    var asAnnotated: ValueTransform {
        guard let own = form as? CustomForm else { return self }
        return ValueTransform(description, form: AnnotatedForm(own: own))
    }
}
