/// The `Optional` of an attribute type.
public protocol OptionalAttributeValue: AttributeValue {
    /// The type of values other than `nil`.
    associatedtype Wrapped: AttributeValue
}

extension Optional: OptionalAttributeValue where Wrapped: AttributeValue {}
