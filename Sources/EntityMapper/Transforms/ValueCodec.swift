package import MercatorPayload
package import ObjectGraph

/// The form that values have in a payload, with methods to read and to write it.
///
/// Every ``ValueTransform`` has a form. A form that cannot read or write a value returns a reason
/// unless the kinds of the values explain it.
package protocol ValueCodec: Sendable {
    /// The defect of the form itself, independent of the attribute; `nil` if there is none.
    var fault: String? { get }
    /// Returns the reason why the form does not support a type; `nil` if it does.
    ///
    /// An example is `gives dates`.
    func problem(for type: AttributeType) -> String?
    /// Returns a short description of the accepted values, for messages.
    func expectation(of type: AttributeType) -> String
    /// Tests whether some values of this kind are accepted.
    ///
    /// The kind alone does not explain a type mismatch then.
    func couldRead(_ kind: PayloadKind, as type: AttributeType) -> Bool
    /// Indicates whether the form has a fixed set of cases, which a server may extend.
    var hasCases: Bool { get }
    /// Indicates whether the form can write values.
    var isReversible: Bool { get }
    /// Reads the value at a tape index, which must not be `null`.
    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome
    /// Reads a value in a common spelling, as ``read(_:at:as:)`` does; the value is not null.
    ///
    /// `nil` stands for any other spelling, which ``read(_:at:as:)`` decides about.
    func common(_ tape: PayloadTape, at position: Int, as type: AttributeType) -> CommonValue?
    /// Writes a value of an attribute, which must not be null.
    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation
}

extension ValueCodec {
    package var fault: String? { nil }

    package var hasCases: Bool { false }

    package var isReversible: Bool { true }

    package func couldRead(_ kind: PayloadKind, as type: AttributeType) -> Bool { kind == .string }

    package func common(
        _ tape: PayloadTape, at position: Int, as type: AttributeType
    ) -> CommonValue? { nil }
}

/// A form that reads arrays by the default conversion and then rearranges their elements.
package protocol ArrangingForm: ValueCodec {
    func arranged(_ elements: [Value]) -> [Value]
}
