/// A new value of an attribute, for an ``UpdateRequest``.
///
/// ```swift
/// AttributeAssignment("rating", "rating" + 1)
/// ```
public struct AttributeAssignment: Sendable, Hashable {
    /// The name of the attribute.
    public var attribute: String
    /// The new value, an expression over the attributes that the object has before the update.
    public var value: ValueExpression

    /// Creates an assignment.
    ///
    /// - Parameters:
    ///   - attribute: The name of the attribute.
    ///   - value: The new value.
    public init(_ attribute: String, _ value: ValueExpression) {
        self.attribute = attribute
        self.value = value
    }
}
