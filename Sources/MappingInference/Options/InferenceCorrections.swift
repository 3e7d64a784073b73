public import EntityMapper
public import ObjectGraph

/// The decisions made by hand, each of which overrides the rules it names.
///
/// A place is written as in the results, `statuses[].user`; the trailing `[]` or `{}` may be left
/// out.
public struct InferenceCorrections: Sendable {
    /// The places of records at the top, with the names of their entities (E1).
    public var roots: [(place: String, entity: String?)] = []
    /// The objects that are maps (M).
    public var maps: [String] = []
    /// The objects that are records (M).
    public var records: [String] = []
    /// The names of entities by place (N).
    public var entities: [(place: String, name: String)] = []
    /// The attributes that identify an entity, by source key or name; none for a part (I).
    public var identities: [(entity: String, attributes: [String])] = []
    /// The types of attributes, with a transform (T).
    public var types: [(property: Property, type: AttributeType, transform: ValueTransform?)] = []
    /// The pairs of places that hold records of one entity (S).
    public var same: [(String, String)] = []
    /// The places whose records are an entity of their own (S).
    public var apart: [String] = []
    /// The objects whose members join their owner (E4).
    public var embedded: [String] = []
    /// The objects that are parts of their owner (E4).
    public var parts: [String] = []
    /// The records that are links to a shared object (I4).
    public var links: [String] = []
    /// The connections to make; without a destination attribute, to the identity (K).
    public var connected: [(property: Property, entity: String, attribute: String?)] = []
    /// The attributes that are no foreign keys (K).
    public var disconnected: [Property] = []
    /// The places whose records are of several entities, by the value of a member (E5).
    public var splits: [(place: String, member: String)] = []
    /// The places that are not mapped.
    public var dropped: [String] = []
    /// The new names of properties (N).
    public var renamed: [(property: Property, name: String)] = []

    /// An attribute or a relationship of an entity.
    public struct Property: Sendable, Hashable {
        /// The name of the entity.
        public var entity: String
        /// The name of the property.
        public var name: String

        /// Creates a reference to a property.
        public init(entity: String, name: String) {
            self.entity = entity
            self.name = name
        }
    }

    /// Creates an empty list of corrections.
    public init() {}
}
