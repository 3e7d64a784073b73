/// An entity, its identity and its properties, as the records show them.
///
/// It is the first of four values: a ``TypedEntity`` has types, a ``ConnectedEntity`` foreign keys,
/// and a ``NamedEntity`` the names of its properties. Each has the one before.
struct EntityCandidate {
    /// The indices of its record types; empty for an abstract entity.
    let records: [Int]
    var name = ""
    /// The index of the abstract parent entity.
    var family: Int?
    var identity = Identity.none
    var identityEvidence = ""
    var attributes: [AttributeCandidate] = []
    var relationships: [RelationshipCandidate] = []
    /// The nouns of its paths, as alternative names for foreign keys.
    var aliases: Set<String> = []

    /// The identity of an entity's objects.
    enum Identity: Equatable {
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
}
