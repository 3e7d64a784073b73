package import ObjectGraph
package import Payload

/// Turns values on the tape into values of one attribute, and these into what a payload says.
package final class Conversion: Sendable {
    package let type: AttributeType
    package let transform: ValueTransform
    /// Whether the attribute's type alone says what to do.
    let isStandard: Bool

    /// The conversion of an attribute by a transform that serves its type.
    package init(type: AttributeType, transform: ValueTransform) {
        self.type = type
        self.transform = transform
        isStandard = transform.isStandard
    }

    /// What came of reading.
    package enum Outcome: Equatable {
        case value(Value)
        /// The value does not fit; with a reason beyond the kinds, if there is one.
        case invalid(reason: String?)

        /// The value as its attribute keeps it; without one, it does not fit.
        init(_ value: Value?, as type: AttributeType) {
            self = value.flatMap(type.normalized).map(Outcome.value) ?? .invalid(reason: nil)
        }
    }

    /// What came of writing.
    package enum Representation: Equatable {
        case node(PayloadNode)
        /// The payload has no place for the value.
        case invalid(reason: String)
    }

    /// Converts the value at a place; `null` becomes nil whatever the transform.
    package func convert(_ document: PayloadDocument, at position: Int) -> Outcome {
        let tape = document.tape
        guard !tape.isNull(at: position) else { return .value(.null) }
        guard isStandard else { return transform.form.read(document, at: position, as: type) }
        return StandardForm.value(tape, position, as: type).map(Outcome.value)
            ?? .invalid(reason: nil)
    }

    /// What a payload says for a value of the attribute; nil becomes `null` whatever the transform.
    ///
    /// Reading it again gives the same value where the form has a place for all of it: see
    /// ``ValueTransform`` for those that have not.
    package func representation(of value: Value) -> Representation {
        guard !value.isNull else { return .node(.null) }
        return transform.form.write(value, as: type)
    }

    /// What the conversion accepts, in a word or a few.
    var expectation: String { transform.form.expectation(of: type) }

    /// Whether a value of this kind could have fitted, so that the kind alone does not explain it.
    func mistakes(_ kind: PayloadKind) -> Bool { transform.form.couldRead(kind, as: type) }
}

extension Conversion.Representation {
    /// A text.
    static func text(_ text: String) -> Self { .node(.string(text)) }

    /// A value that is of another kind than its attribute: nobody has checked it.
    static func mismatch(_ value: Value, _ type: AttributeType) -> Self {
        .invalid(reason: "expected \(type.word), found \(value.word)")
    }
}
