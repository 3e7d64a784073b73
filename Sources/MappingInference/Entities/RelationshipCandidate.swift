/// The nested records at one path of an entity's records.
struct RelationshipCandidate {
    /// The path in the record; empty for the shared object of a link.
    let path: [String]
    /// The index of the destination entity.
    var destination: Int
    var isToMany: Bool
    var isOrdered: Bool
    /// Indicates whether objects have several owners (L2).
    var isShared: Bool
    /// The record types that fill the relationship.
    var records: [Int]
    /// Indicates whether the destination is a link to shared objects (I4).
    var isLink = false
    /// The name that the relationship has already; `nil` to derive it from the path.
    var proposedName: String?
}
