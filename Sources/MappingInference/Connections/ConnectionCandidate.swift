/// A foreign key and the entity that it refers to.
struct ConnectionCandidate {
    /// The entity with the foreign key.
    let entity: Int
    /// The pairs of foreign key attribute and destination attribute, by index.
    let keys: [(source: Int, destination: Int)]
    let destination: Int
    var rule: InferenceRule
    var confidence: Double
    /// The number of distinct values that occur in the destination.
    let found: Int
    let count: Int
    var reason: String
    var isList = false
    /// Indicates whether the name has the ending of a foreign key: `author_id`.
    var hasEnding = true
    /// Indicates whether the key is the last path component of a URL.
    var isInURL = false
    /// The required value of a discriminator attribute (K9).
    var condition: (attribute: Int, value: String)?
    /// The name of the relationship; `nil` to derive it from the destination.
    var proposedName: String?

    var evidence: String { "\(found) of \(count) values found" }
}
