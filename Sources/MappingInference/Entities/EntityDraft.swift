import EntityMapper
import ObjectGraph

/// An entity under construction.
struct EntityDraft {
    /// The indices of its record types.
    let records: [Int]
    var name = ""
    /// The index of the abstract parent entity.
    var family: Int?
    var identity = Identity.none
    var identityEvidence = ""
    var attributes: [AttributeDraft] = []
    var relationships: [RelationshipDraft] = []
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

/// An attribute under construction.
struct AttributeDraft {
    /// The path in the record, without wrappers; empty for the value of a lookup.
    let path: [String]
    /// The columns with the values, by record type.
    var columns: [(record: Int, column: Column)]
    /// The merged statistics of all values.
    var profile: NodeProfile
    var name = ""
    var type = AttributeType.string
    var transform = ValueTransform.default
    var transformName: String?
    /// The decision on the type; `nil` for computed attributes.
    var decision: TypeDecision?
    /// Indicates whether no value determines the type (T12).
    var isUntyped = false
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

/// A relationship under construction.
struct RelationshipDraft {
    /// The path in the record; empty for the shared object of a link.
    let path: [String]
    var name = ""
    /// The index of the destination entity.
    var destination: Int
    var isToMany: Bool
    var isOrdered: Bool
    /// Indicates whether objects have several owners (L2).
    var isShared: Bool
    /// The record types that fill the relationship.
    var records: [Int]
    var inverse = ""
    /// Indicates whether the inverse is to-many.
    var isInverseToMany = false
    /// Indicates whether the destination is a link to shared objects (I4).
    var isLink = false
    /// The proposed name; `nil` to derive it from the path.
    var proposedName: String?
    /// The foreign key, if the relationship is filled by a connection.
    var connection: ConnectionDraft?
}
