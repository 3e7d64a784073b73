/// The edge through which a representation is reached: a root path or a relationship.
struct Edge {
    /// The index of the mapping; dynamic plans follow the entity plans.
    let mapping: Int
    /// The enclosing record; `nil` at a root path.
    let parent: RecordIndex?
    /// The relationship in the parent's plan, or the root path.
    let role: RoleIndex
    /// Indicates whether several representations are allowed.
    let isToMany: Bool
    /// Indicates whether the path begins outside of the record's representation.
    var isOutward = false
    /// Indicates whether a single representation must be in an array too.
    var needsArray = false
}
