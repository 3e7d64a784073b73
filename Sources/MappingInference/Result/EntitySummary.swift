public import ObjectGraph

/// An entity with the evidence for it.
public struct EntitySummary: Sendable, Hashable {
    /// The name of the entity.
    public var name: String
    /// The number of records at all places.
    public var records: Int
    /// The places, the one with most records first.
    public var places: [PlaceCount]
    /// The identification attributes; empty for a part.
    public var identification: [String]
    /// The evidence for the identity: `500 of 500 distinct`.
    public var identityEvidence: String
    /// The attributes, in the order of the model.
    public var attributes: [AttributeSummary]
    /// The relationships that nested records fill, and their inverses.
    public var relationships: [RelationshipSummary]
    /// The connections by foreign keys, also those that are only possible.
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

    /// A place with the number of its records.
    public struct PlaceCount: Sendable, Hashable {
        /// The place, such as `statuses[].user`.
        public var place: String
        /// The number of records there.
        public var count: Int

        package init(place: String, count: Int) {
            self.place = place
            self.count = count
        }
    }
}

/// An attribute with the statistics of its values.
public struct AttributeSummary: Sendable, Hashable {
    /// The name of the attribute.
    public var name: String
    /// The type of its values.
    public var type: AttributeType
    /// The name of the transform, if it is not the default one.
    public var transform: String?
    /// The path in the record.
    public var source: String
    /// The records with a value that is not null.
    public var count: Int
    /// The distinct values; an estimate unless ``isDistinctExact``.
    public var distinct: Int
    /// Indicates whether ``distinct`` is exact.
    public var isDistinctExact: Bool
    /// An example, masked if the name or the value is sensitive.
    public var example: String?
    /// Advice such as `numbers in text; --type User.lat=double`.
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

/// A relationship that nested records fill, or the inverse of one.
public struct RelationshipSummary: Sendable, Hashable {
    /// The name of the relationship.
    public var name: String
    /// The entity of the objects at the other end.
    public var destination: String
    /// Indicates whether the relationship refers to many objects.
    public var isToMany: Bool
    /// Indicates whether the objects are in order.
    public var isOrdered: Bool
    /// The path in the record; `nil` for an inverse, and for one that a connection fills.
    public var source: String?
    /// The relationship back, if there is one.
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

/// A connection, made or possible.
public struct ConnectionSummary: Sendable, Hashable {
    /// The relationship that is filled.
    public var relationship: String
    /// The entity of the objects at the other end.
    public var destination: String
    /// The attributes, as pairs of source and destination.
    public var keys: [Key]
    /// The confidence from 0 to 1, in hundredths.
    public var confidence: Double
    /// The evidence: `100 of 100 values found`.
    public var evidence: String
    /// Indicates whether the connection is made; otherwise it is only possible.
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

    /// A pair of attributes with equal values.
    public struct Key: Sendable, Hashable {
        /// The attribute of this entity.
        public var source: String
        /// The attribute of the destination.
        public var destination: String

        package init(source: String, destination: String) {
            self.source = source
            self.destination = destination
        }
    }
}
