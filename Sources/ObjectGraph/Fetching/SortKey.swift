/// A property that objects are sorted by.
///
/// Objects without a value come first when ascending; objects that are equal under all keys are in
/// the order they were inserted in.
///
/// ```swift
/// FetchRequest("Article", sortedBy: [.descending("updatedAt"), .ascending("author.name")])
/// ```
public struct SortKey: Sendable, Hashable {
    /// The way to an attribute, through to-one relationships.
    public var path: PropertyPath
    /// Whether small values come first.
    public var isAscending: Bool
    /// How texts are compared; by their bytes unless said otherwise.
    public var options: TextOptions

    /// Sorts small values first.
    public static func ascending(_ path: String, _ options: TextOptions = []) -> SortKey {
        SortKey(path: PropertyPath(path), isAscending: true, options: options)
    }

    /// Sorts large values first.
    public static func descending(_ path: String, _ options: TextOptions = []) -> SortKey {
        SortKey(path: PropertyPath(path), isAscending: false, options: options)
    }
}
