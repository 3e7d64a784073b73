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
    var identity = InferredIdentity.none
    var identityEvidence = ""
    var attributes: [AttributeCandidate] = []
    var relationships: [RelationshipCandidate] = []
    /// The nouns of its paths, as alternative names for foreign keys.
    var aliases: Set<String> = []
}
