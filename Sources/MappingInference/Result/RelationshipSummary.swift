/// An inferred relationship from nested records, or its inverse.
public struct RelationshipSummary: Sendable, Hashable {
    /// The name of the relationship.
    public var name: String
    /// The destination entity.
    public var destination: String
    /// Indicates whether the relationship is to-many.
    public var isToMany: Bool
    /// Indicates whether the relationship is ordered.
    public var isOrdered: Bool
    /// The path in the record; `nil` if an inverse or a connection fills the relationship.
    public var source: String?
    /// The name of the inverse, if there is one.
    public var inverse: String?

    package init(
        name: String, destination: String, isToMany: Bool = false, isOrdered: Bool = false,
        source: String? = nil, inverse: String? = nil
    ) {
        self.name = name
        self.destination = destination
        self.isToMany = isToMany
        self.isOrdered = isOrdered
        self.source = source
        self.inverse = inverse
    }
}
