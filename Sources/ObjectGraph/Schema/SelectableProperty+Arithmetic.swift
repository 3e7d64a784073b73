/// Arithmetic on attributes of a schema struct, see ``ValueExpression``.
///
/// ```swift
/// article.rating + 1
/// article.views ?? 0
/// article.title + "!"
/// ```
extension SelectableProperty where Value: SummableValue {
    /// Returns the sum of the number and a constant.
    public static func + (left: Self, right: Value) -> SelectedProperty<Value> {
        SelectedProperty(left.expression + .constant(right))
    }

    /// Returns the sum of two numbers of an object.
    public static func + (
        left: Self, right: some SelectableProperty<Value>
    ) -> SelectedProperty<Value> {
        SelectedProperty(left.expression + right.expression)
    }

    /// Returns the number minus a constant.
    public static func - (left: Self, right: Value) -> SelectedProperty<Value> {
        SelectedProperty(left.expression - .constant(right))
    }

    /// Returns the difference of two numbers of an object.
    public static func - (
        left: Self, right: some SelectableProperty<Value>
    ) -> SelectedProperty<Value> {
        SelectedProperty(left.expression - right.expression)
    }
}

extension SelectableProperty where Value: OptionalAttributeValue, Value.Wrapped: SummableValue {
    /// Returns the sum of the number and a constant; `nil` if there is no number.
    public static func + (left: Self, right: Value.Wrapped) -> SelectedProperty<Value> {
        SelectedProperty(left.expression + .constant(right))
    }

    /// Returns the sum of two numbers of an object; `nil` if one of them is.
    public static func + (
        left: Self, right: some SelectableProperty<Value>
    ) -> SelectedProperty<Value> {
        SelectedProperty(left.expression + right.expression)
    }

    /// Returns the number minus a constant; `nil` if there is no number.
    public static func - (left: Self, right: Value.Wrapped) -> SelectedProperty<Value> {
        SelectedProperty(left.expression - .constant(right))
    }

    /// Returns the difference of two numbers of an object; `nil` if one of them is.
    public static func - (
        left: Self, right: some SelectableProperty<Value>
    ) -> SelectedProperty<Value> {
        SelectedProperty(left.expression - right.expression)
    }
}

extension SelectableProperty where Value: OptionalAttributeValue {
    /// Returns the value, or a constant where it is `nil`.
    public static func ?? (left: Self, right: Value.Wrapped) -> SelectedProperty<Value.Wrapped> {
        SelectedProperty(.coalesced(left.expression, .constant(right)))
    }

    /// Returns the value, or another value of the object where it is `nil`.
    public static func ?? (
        left: Self, right: some SelectableProperty<Value.Wrapped>
    ) -> SelectedProperty<Value.Wrapped> {
        SelectedProperty(.coalesced(left.expression, right.expression))
    }
}

extension SelectableProperty where Value == String {
    /// Returns the text followed by a constant one.
    public static func + (left: Self, right: String) -> SelectedProperty<String> {
        SelectedProperty(left.expression + .constant(right))
    }

    /// Returns a constant text followed by the text of an object.
    public static func + (left: String, right: Self) -> SelectedProperty<String> {
        SelectedProperty(.constant(left) + right.expression)
    }

    /// Returns a text of an object followed by another text.
    public static func + (
        left: Self, right: some SelectableProperty<String>
    ) -> SelectedProperty<String> {
        SelectedProperty(left.expression + right.expression)
    }
}

extension SelectableProperty where Value == String? {
    /// Returns the text followed by a constant one; `nil` if there is no text.
    public static func + (left: Self, right: String) -> SelectedProperty<String?> {
        SelectedProperty(left.expression + .constant(right))
    }

    /// Returns a constant text followed by the text of an object; `nil` if there is none.
    public static func + (left: String, right: Self) -> SelectedProperty<String?> {
        SelectedProperty(.constant(left) + right.expression)
    }
}

extension ValueExpression {
    /// Returns a constant of a Swift type; a request refuses one that no store can keep.
    static func constant(_ value: some AttributeValue) -> ValueExpression {
        ValueExpression(.literal(value.outlier == nil ? value.attributeValue : .double(.nan)))
    }
}
