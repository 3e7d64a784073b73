public import ObjectGraph

/// An inferred attribute, with statistics of its values.
public struct AttributeSummary: Sendable, Hashable {
    /// The name of the attribute.
    public var name: String
    /// The type of the values.
    public var type: AttributeType
    /// The name of the transform, if it is not the default one.
    public var transform: String?
    /// The path in the record.
    public var source: String
    /// The number of records with a value other than null.
    public var count: Int
    /// The number of distinct values; an estimate unless ``isDistinctExact``.
    public var distinct: Int
    /// Indicates whether ``distinct`` is exact.
    public var isDistinctExact: Bool
    /// An example, masked if the name or the value is sensitive.
    public var example: String?
    /// A hint, such as `numbers in text; --type User.lat=double`.
    public var hint: String?

    package init(
        name: String, type: AttributeType, transform: String? = nil, source: String, count: Int,
        distinct: Int, isDistinctExact: Bool = true, example: String? = nil, hint: String? = nil
    ) {
        self.name = name
        self.type = type
        self.transform = transform
        self.source = source
        self.count = count
        self.distinct = distinct
        self.isDistinctExact = isDistinctExact
        self.example = example
        self.hint = hint
    }
}
