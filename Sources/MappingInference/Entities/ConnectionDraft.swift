/// A foreign key with the entity it refers to.
struct ConnectionDraft {
    /// The entity with the foreign key.
    let entity: Int
    /// The attributes of the foreign key, by index, each with that of the destination.
    let keys: [(source: Int, destination: Int)]
    let destination: Int
    var rule: InferenceRule
    var confidence: Double
    /// The values that are found among those of the destination.
    let found: Int
    let count: Int
    var reason: String
    var isList = false
    /// Indicates that the name of the key says that it is one: `author_id`.
    var hasEnding = true
    /// Indicates that the key is the last step of a URL.
    var isInURL = false
    /// The value of a discriminator beside the key (K9).
    var condition: (attribute: Int, value: String)?

    var evidence: String { "\(found) of \(count) values found" }
}
