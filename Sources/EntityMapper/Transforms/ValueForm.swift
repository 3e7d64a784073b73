import ObjectGraph
import Payload

/// What values look like in a payload: how they are read from one, and how they are written into one.
///
/// Every ``ValueTransform`` has a form. A form that refuses to read or to write says why where the
/// kinds of the values do not.
protocol ValueForm: Sendable {
    /// What is wrong with the form itself, whatever the attribute; `nil` if nothing is.
    var fault: String? { get }
    /// What speaks against an attribute of a type, such as `gives dates`; `nil` if nothing does.
    func problem(for type: AttributeType) -> String?
    /// What the form reads, in a word or a few.
    func expectation(of type: AttributeType) -> String
    /// Whether a value of this kind could fit, so that the kind alone does not explain a refusal.
    func couldRead(_ kind: PayloadKind, as type: AttributeType) -> Bool
    /// Whether it knows cases, so that a server may invent another one.
    var hasCases: Bool { get }
    /// Reads the value at a place, which is not `null`.
    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome
    /// Writes a value of an attribute, which is not `null`.
    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation
}

extension ValueForm {
    var fault: String? { nil }

    var hasCases: Bool { false }

    func couldRead(_ kind: PayloadKind, as type: AttributeType) -> Bool { kind == .string }
}

/// A form that reads arrays as they are read by default, and then arranges their elements.
protocol ArrangingForm: ValueForm {
    func arranged(_ elements: [Value]) -> [Value]
}

/// A form around another one: everything that it does not say itself is up to the other.
protocol WrappingForm: ValueForm {
    var inner: ValueTransform { get }
}

extension WrappingForm {
    var fault: String? { inner.fault.map { "\(inner): \($0)" } }

    var hasCases: Bool { inner.form.hasCases }

    func problem(for type: AttributeType) -> String? { inner.form.problem(for: type) }

    func expectation(of type: AttributeType) -> String { inner.form.expectation(of: type) }

    func couldRead(_ kind: PayloadKind, as type: AttributeType) -> Bool {
        inner.form.couldRead(kind, as: type)
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        inner.form.write(value, as: type)
    }
}
