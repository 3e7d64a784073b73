/// A key for sorting objects, or the rows of a selection.
///
/// Objects without a value come first in ascending order; objects that are equal under all keys are
/// in order of insertion.
///
/// ```swift
/// FetchRequest("Article", sortedBy: [.descending("updatedAt"), .ascending("author.name")])
/// FetchRequest("Article", sortedBy: [.descending(.count("comments"))], limit: 10)
/// ```
public struct SortKey: Sendable, Hashable {
    /// The value to sort by.
    public var expression: ValueExpression
    /// Indicates whether the order is ascending: the least values come first.
    public var isAscending: Bool
    /// The options for comparing text; by default text is compared by its bytes.
    public var options: TextOptions

    /// The path of an attribute, through to-one relationships.
    ///
    /// For an aggregate, it is the path of its values.
    public var path: PropertyPath {
        get { expression.content.path ?? PropertyPath(components: []) }
        set { expression = ValueExpression(.attribute(newValue)) }
    }

    /// Creates a key that sorts the least values first.
    public static func ascending(_ path: String, _ options: TextOptions = []) -> SortKey {
        SortKey(expression: ValueExpression(path), isAscending: true, options: options)
    }

    /// Creates a key that sorts the greatest values first.
    public static func descending(_ path: String, _ options: TextOptions = []) -> SortKey {
        SortKey(expression: ValueExpression(path), isAscending: false, options: options)
    }

    /// Creates a key that sorts the least values of an attribute or an aggregate first.
    public static func ascending(_ expression: ValueExpression) -> SortKey {
        SortKey(expression: expression.unnamed, isAscending: true, options: [])
    }

    /// Creates a key that sorts the greatest values of an attribute or an aggregate first.
    public static func descending(_ expression: ValueExpression) -> SortKey {
        SortKey(expression: expression.unnamed, isAscending: false, options: [])
    }
}
