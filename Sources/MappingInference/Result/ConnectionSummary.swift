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
