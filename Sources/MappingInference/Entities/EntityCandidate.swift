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

/// The values at one path of an entity's records.
struct AttributeCandidate {
    /// The path in the record, without wrappers; empty for the value of a lookup.
    let path: [String]
    /// The columns with the values, by record type.
    var columns: [(record: Int, column: Column)]
    /// The merged statistics of all values.
    var profile: NodeProfile
    /// The origin of the value.
    var origin = Origin.member

    /// The last key that does not wrap a scalar (R4): `theaterId` of `theaterId.$numberInt`.
    var key: String? { path.last { !$0.hasPrefix("$") } }

    /// The origins of attribute values.
    enum Origin: Hashable {
        case member
        /// The key in the enclosing map.
        case key
        /// The identity of the parent, by its path in the parent's object.
        case parent([String])
        /// The name of the source.
        case sourceName
        /// The position in the source.
        case position
    }
}

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
