import EntityMapper
import ObjectGraph

/// An entity while it is being put together.
struct EntityDraft {
    /// The indices of its records.
    let records: [Int]
    var name = ""
    /// The abstract entity above, as an index.
    var family: Int?
    var identity = Identity.none
    var identityEvidence = ""
    var attributes: [AttributeDraft] = []
    var relationships: [RelationshipDraft] = []
    /// The nouns of its places: names by which foreign keys may refer to it.
    var aliases: Set<String> = []

    /// The values that identify an object.
    enum Identity: Equatable {
        /// A part without identity, which belongs to its owner.
        case none
        /// Attributes, by the keys to each in the record.
        case members([[String]])
        /// The key of the map.
        case key
        /// Attributes or the key, unique below one parent; the keys to the parent's identity.
        case local([[String]])
        /// The name of the source and the position in it.
        case position
    }
}

/// An attribute while it is being put together.
struct AttributeDraft {
    /// The keys in the record, without wrappers; empty for the value of a lookup.
    let path: [String]
    /// The columns with the values, by record.
    var columns: [(record: Int, column: Column)]
    /// The statistics of all values.
    var profile: PlaceProfile
    var name = ""
    var type = AttributeType.string
    var transform = ValueTransform.default
    var transformName: String?
    /// The reasons for the type; `nil` for computed values.
    var decision: TypeDecision?
    /// Indicates that no value tells the type (T12).
    var isUntyped = false
    /// The origin of a value that is not a member.
    var origin = Origin.member

    /// The last key that is no wrapper of a scalar (R4): `theaterId` of `theaterId.$numberInt`.
    var key: String? { path.last { !$0.hasPrefix("$") } }

    /// The origin of the value.
    enum Origin: Hashable {
        case member
        /// The key of the map.
        case key
        /// The identity of the parent: the keys from the parent's object.
        case parent([String])
        /// The name of the source.
        case sourceName
        /// The position in the source.
        case position
    }
}

/// A relationship while it is being put together.
struct RelationshipDraft {
    /// The keys in the record; empty for the shared object of a link.
    let path: [String]
    var name = ""
    /// The destination, as the index of an entity or a family.
    var destination: Int
    var isToMany: Bool
    var isOrdered: Bool
    /// Indicates that an object occurs below several owners (L2).
    var isShared: Bool
    /// The records that fill it.
    var records: [Int]
    var inverse = ""
    /// Indicates that the inverse is to-many.
    var isInverseToMany = false
    /// Indicates that the destination is a link to shared objects (I4).
    var isLink = false
    /// The name, if it is not that of the path.
    var proposedName: String?
    /// The foreign key, if a connection fills the relationship.
    var connection: ConnectionDraft?
}
