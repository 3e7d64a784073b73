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
