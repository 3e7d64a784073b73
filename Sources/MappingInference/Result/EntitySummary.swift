public import ObjectGraph

/// An inferred entity, with the evidence for it.
public struct EntitySummary: Sendable, Hashable {
    /// The name of the entity.
    public var name: String
    /// The number of records at all paths.
    public var records: Int
    /// The paths, by descending number of records.
    public var places: [PlaceCount]
    /// The identification attributes; empty for a part.
    public var identification: [String]
    /// The evidence for the identification: `500 of 500 distinct`.
    public var identityEvidence: String
    /// The attributes in model order.
    public var attributes: [AttributeSummary]
    /// The relationships from nested records, and their inverses.
    public var relationships: [RelationshipSummary]
    /// The connections by foreign keys, including possible ones.
    public var connections: [ConnectionSummary]

    package init(
        name: String, records: Int, places: [PlaceCount], identification: [String],
        identityEvidence: String, attributes: [AttributeSummary] = [],
        relationships: [RelationshipSummary] = [], connections: [ConnectionSummary] = []
    ) {
        self.name = name
        self.records = records
        self.places = places
        self.identification = identification
        self.identityEvidence = identityEvidence
        self.attributes = attributes
        self.relationships = relationships
        self.connections = connections
    }

    /// A path, with the number of its records.
    public struct PlaceCount: Sendable, Hashable {
        /// The path, such as `statuses[].user`.
        public var place: String
        /// The number of records at the path.
        public var count: Int

        package init(place: String, count: Int) {
            self.place = place
            self.count = count
        }
    }
}

/// An inferred attribute, with statistics of its values.
public struct AttributeSummary: Sendable, Hashable {
    /// The name of the attribute.
    public var name: String
    /// The type of the values.
    public var type: AttributeType
    /// The name of the transform, if it is not the default one.
    public var transform: String?
    /// The path in the record.
    public var source: String
    /// The number of records with a value other than null.
    public var count: Int
    /// The number of distinct values; an estimate unless ``isDistinctExact``.
    public var distinct: Int
    /// Indicates whether ``distinct`` is exact.
    public var isDistinctExact: Bool
    /// An example, masked if the name or the value is sensitive.
    public var example: String?
    /// A hint, such as `numbers in text; --type User.lat=double`.
    public var hint: String?

    package init(
        name: String, type: AttributeType, transform: String? = nil, source: String, count: Int,
        distinct: Int, isDistinctExact: Bool = true, example: String? = nil, hint: String? = nil
    ) {
        self.name = name
        self.type = type
        self.transform = transform
        self.source = source
        self.count = count
        self.distinct = distinct
        self.isDistinctExact = isDistinctExact
        self.example = example
        self.hint = hint
    }
}

/// An inferred relationship from nested records, or its inverse.
public struct RelationshipSummary: Sendable, Hashable {
    /// The name of the relationship.
    public var name: String
    /// The destination entity.
    public var destination: String
    /// Indicates whether the relationship is to-many.
    public var isToMany: Bool
    /// Indicates whether the relationship is ordered.
    public var isOrdered: Bool
    /// The path in the record; `nil` if an inverse or a connection fills the relationship.
    public var source: String?
    /// The name of the inverse, if there is one.
    public var inverse: String?

    package init(
        name: String, destination: String, isToMany: Bool = false, isOrdered: Bool = false,
        source: String? = nil, inverse: String? = nil
    ) {
        self.name = name
        self.destination = destination
        self.isToMany = isToMany
        self.isOrdered = isOrdered
        self.source = source
        self.inverse = inverse
    }
}

/// An inferred connection, applied or only possible.
public struct ConnectionSummary: Sendable, Hashable {
    /// The relationship that the connection fills.
    public var relationship: String
    /// The destination entity.
    public var destination: String
    /// The pairs of source and destination attributes.
    public var keys: [Key]
    /// The confidence from 0 to 1, in hundredths.
    public var confidence: Double
    /// The evidence: `100 of 100 values found`.
    public var evidence: String
    /// Indicates whether the connection is applied; otherwise it is only possible.
    public var isApplied: Bool

    package init(
        relationship: String, destination: String, keys: [Key], confidence: Double,
        evidence: String, isApplied: Bool
    ) {
        self.relationship = relationship
        self.destination = destination
        self.keys = keys
        self.confidence = confidence
        self.evidence = evidence
        self.isApplied = isApplied
    }

    /// A foreign key and the attribute it refers to.
    public struct Key: Sendable, Hashable {
        /// The attribute of the source entity.
        public var source: String
        /// The attribute of the destination entity.
        public var destination: String

        package init(source: String, destination: String) {
            self.source = source
            self.destination = destination
        }
    }
}
