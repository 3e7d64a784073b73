/// A value of an object or a group that a schema struct declares or derives.
///
/// Key paths to such values are the columns of a selection, see
/// ``ManagedObjectContext/select(_:_:where:having:sortedBy:limit:offset:isDistinct:)->[A.Value]``:
///
/// ```swift
/// \Article.title                 // an attribute
/// \Article.author.name           // of a related object; optional
/// \Article.comments.count        // an aggregate of related objects
/// \Article.comments.likes.sum
/// \Article.rating.average        // an aggregate of a group
/// \Article.objectCount           // the number of objects in a group
/// ```
public protocol SelectableProperty<Value>: Sendable {
    /// The Swift type of the value.
    associatedtype Value: AttributeValue
    /// The value by names.
    var expression: ValueExpression { get }
}

extension Attribute: SelectableProperty {
    /// The value of the attribute, by its name.
    public var expression: ValueExpression { ValueExpression(name) }
}

extension Entity {
    /// The number of objects in a group.
    public var objectCount: SelectedProperty<Int> { SelectedProperty(.count) }
}

extension SortKey {
    /// Creates a key that sorts by a value of the schema struct, least values first.
    ///
    /// ```swift
    /// SortKey.ascending(\Article.author.name, .caseInsensitive)
    /// ```
    public static func ascending<E: Entity>(
        _ value: KeyPath<E, some SelectableProperty>, _ options: TextOptions = []
    ) -> SortKey {
        SortKey(
            expression: E.schema[keyPath: value].expression, isAscending: true, options: options)
    }

    /// Creates a key that sorts by a value of the schema struct, greatest values first.
    ///
    /// ```swift
    /// SortKey.descending(\Article.comments.count)
    /// ```
    public static func descending<E: Entity>(
        _ value: KeyPath<E, some SelectableProperty>, _ options: TextOptions = []
    ) -> SortKey {
        SortKey(
            expression: E.schema[keyPath: value].expression, isAscending: false, options: options)
    }
}
