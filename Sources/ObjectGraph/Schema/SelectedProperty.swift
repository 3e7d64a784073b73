/// A value that is derived from the properties of a schema struct.
///
/// It is an attribute of a related object, or an aggregate.
///
/// Comparison operators on it return an ``EntityPredicate``:
///
/// ```swift
/// try context.fetch(Article.self) { $0.author.name == "Anna" && $0.comments.count > 2 }
/// ```
public struct SelectedProperty<Value: AttributeValue>: SelectableProperty {
    /// The value by names.
    public let expression: ValueExpression

    init(_ expression: ValueExpression) {
        self.expression = expression
    }
}

extension SelectedProperty {
    /// The path of the attribute, for conditions without an operator; of an aggregate, the path of
    /// its values.
    public var path: PropertyPath { expression.content.path ?? PropertyPath(components: []) }

    /// Returns a predicate that holds if the value equals another value.
    public static func == (property: Self, value: Value) -> EntityPredicate {
        property.expression == value
    }
    /// Returns a predicate that holds if the value differs from another value.
    public static func != (property: Self, value: Value) -> EntityPredicate {
        property.expression != value
    }
    /// Returns a predicate that holds if the value is less than another value.
    public static func < (property: Self, value: Value) -> EntityPredicate {
        property.expression < value
    }
    /// Returns a predicate that holds if the value is at most another value.
    public static func <= (property: Self, value: Value) -> EntityPredicate {
        property.expression <= value
    }
    /// Returns a predicate that holds if the value is greater than another value.
    public static func > (property: Self, value: Value) -> EntityPredicate {
        property.expression > value
    }
    /// Returns a predicate that holds if the value is at least another value.
    public static func >= (property: Self, value: Value) -> EntityPredicate {
        property.expression >= value
    }
}
