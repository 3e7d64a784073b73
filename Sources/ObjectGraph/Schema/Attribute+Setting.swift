/// New values of an attribute, for an update of all objects that satisfy a condition.
///
/// ```swift
/// try container.update(Article.self, where: { $0.rating > 3 }) {
///     [$0.rating.set(to: $0.rating + 1), $0.isFeatured.set(to: true)]
/// }
/// ```
extension Attribute {
    /// Returns an assignment of a constant.
    ///
    /// - Parameter value: The new value.
    /// - Returns: The assignment, for an ``UpdateRequest``.
    public func set(to value: Value) -> AttributeAssignment {
        AttributeAssignment(name, .constant(value))
    }

    /// Returns an assignment of a value that is computed from attributes of the same object.
    ///
    /// - Parameter value: The new value.
    /// - Returns: The assignment, for an ``UpdateRequest``.
    public func set(to value: some SelectableProperty<Value>) -> AttributeAssignment {
        AttributeAssignment(name, value.expression)
    }
}

extension Attribute where Value: OptionalAttributeValue {
    /// Returns an assignment of a value that is computed from attributes of the same object.
    ///
    /// - Parameter value: The new value.
    /// - Returns: The assignment, for an ``UpdateRequest``.
    public func set(to value: some SelectableProperty<Value.Wrapped>) -> AttributeAssignment {
        AttributeAssignment(name, value.expression)
    }
}
