/// An inferred entity, with the evidence for it.
public struct EntitySummary: Sendable, Hashable {
    /// The name of the entity.
    public var name: String
    /// The number of records at all paths.
    public var records: Int
    /// The paths, by descending number of records.
    public var paths: [PathCount]
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
        name: String, records: Int, paths: [PathCount], identification: [String],
        identityEvidence: String, attributes: [AttributeSummary] = [],
        relationships: [RelationshipSummary] = [], connections: [ConnectionSummary] = []
    ) {
        self.name = name
        self.records = records
        self.paths = paths
        self.identification = identification
        self.identityEvidence = identityEvidence
        self.attributes = attributes
        self.relationships = relationships
        self.connections = connections
    }

    /// A path, with the number of its records.
    public struct PathCount: Sendable, Hashable {
        /// The path, such as `statuses[].user`.
        public var path: String
        /// The number of records at the path.
        public var count: Int

        package init(path: String, count: Int) {
            self.path = path
            self.count = count
        }
    }
}
