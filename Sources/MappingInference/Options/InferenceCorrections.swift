public import EntityMapper
public import ObjectGraph

/// Manual decisions, each of which overrides specific rules.
///
/// Paths are written as in results, `statuses[].user`; a trailing `[]` or `{}` is optional.
public struct InferenceCorrections: Sendable {
    /// The paths of root records, with the names of their entities (E1).
    public var roots: [(path: SchemaPath, entity: String?)] = []
    /// The paths of objects that are maps (M).
    public var maps: [SchemaPath] = []
    /// The paths of objects that are records (M).
    public var records: [SchemaPath] = []
    /// The names of entities by path (N).
    public var entities: [(path: SchemaPath, name: String)] = []
    /// The identification attributes of entities, by source key or name; none for a part (I).
    public var identities: [(entity: String, attributes: [String])] = []
    /// The types of attributes, with a transform (T).
    public var types: [(property: Property, type: AttributeType, transform: ValueTransform?)] = []
    /// The pairs of paths with records of one entity (S).
    public var same: [(SchemaPath, SchemaPath)] = []
    /// The paths whose records are a separate entity (S).
    public var apart: [SchemaPath] = []
    /// The paths of objects that are embedded in their owner (E4).
    public var embedded: [SchemaPath] = []
    /// The paths of objects that are parts of their owner (E4).
    public var parts: [SchemaPath] = []
    /// The paths of records that are links to a shared object (I4).
    public var links: [SchemaPath] = []
    /// The connections to make; the default destination is the identity (K).
    public var connected: [(property: Property, entity: String, attribute: String?)] = []
    /// The attributes that are not foreign keys (K).
    public var disconnected: [Property] = []
    /// The paths whose records are divided into entities by a discriminator (E5).
    public var splits: [(path: SchemaPath, member: String)] = []
    /// The paths that are not mapped.
    public var dropped: [SchemaPath] = []
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

    /// Creates an empty set of corrections.
    public init() {}
}
