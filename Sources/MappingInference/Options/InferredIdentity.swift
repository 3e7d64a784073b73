/// The identity of an entity's objects.
enum InferredIdentity: Equatable {
    /// No identity: a part that belongs to its owner.
    case none
    /// Members, by their paths in the record.
    case members([[String]])
    /// The key in the enclosing map.
    case key
    /// Members or the key, unique only within a parent; with the paths of the parent's
    /// identity.
    case local([[String]])
    /// The name of the source and the position in it.
    case position
}
