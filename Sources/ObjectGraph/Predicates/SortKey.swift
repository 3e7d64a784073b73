/// A key for sorting objects.
///
/// Objects without a value come first in ascending order; objects that are equal under all keys are
/// in order of insertion.
///
/// ```swift
/// FetchRequest("Article", sortedBy: [.descending("updatedAt"), .ascending("author.name")])
/// ```
public struct SortKey: Sendable, Hashable {
    /// The path of an attribute, through to-one relationships.
    public var path: PropertyPath
    /// Indicates whether the order is ascending: the least values come first.
    public var isAscending: Bool
    /// The options for comparing text; by default text is compared by its bytes.
    public var options: TextOptions

    /// Creates a key that sorts the least values first.
    public static func ascending(_ path: String, _ options: TextOptions = []) -> SortKey {
        SortKey(path: PropertyPath(path), isAscending: true, options: options)
    }

    /// Creates a key that sorts the greatest values first.
    public static func descending(_ path: String, _ options: TextOptions = []) -> SortKey {
        SortKey(path: PropertyPath(path), isAscending: false, options: options)
    }
}
