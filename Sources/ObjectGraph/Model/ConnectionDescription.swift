/// Links a relationship by matching foreign-key attributes with attributes at the other end, or by
/// following other relationships.
///
/// A connection makes a relationship a function of its foreign keys, whichever load brings which
/// object first. Stores keep the descriptions of the connections that were used, so that objects
/// that arrive later complete them by themselves.
///
/// ```swift
/// // Article.authorID is the authorID of the article's author:
/// ConnectionDescription(entity: "Article", relationship: "author", connectedBy: ["authorID": "authorID"])
/// // Whoever owns the residence is the landlord:
/// ConnectionDescription(entity: "Human", relationship: "landlord", keyPath: "residence.owner")
/// ```
public struct ConnectionDescription: Sendable, Hashable, Codable {
    /// The entity whose relationship is connected.
    public var entity: String
    /// The relationship to connect.
    public var relationship: String
    /// The foreign keys: attributes of the entity and what they must equal at the other end; none for
    /// a connection by key path.
    public var keys: [Key]
    /// The way to the objects of the relationship, one relationship after the other; `nil` for a
    /// connection by foreign keys.
    public var keyPath: PropertyPath?
    /// Whether objects of the destination's sub-entities are candidates.
    public var includesSubentities: Bool
    /// The condition a source must meet; others are left alone.
    public var sourcePredicate: EntityPredicate
    /// The condition a destination must meet; others are as if they were absent.
    public var destinationPredicate: EntityPredicate
    /// What happens to the relationship when the foreign key is `nil`, or the key path leads nowhere.
    public var onMissing: MissingKeyPolicy

    /// A foreign-key attribute and its counterpart.
    public struct Key: Sendable, Hashable, Codable {
        /// An attribute of the entity that owns the relationship.
        public var source: String
        /// An attribute of the entity at the other end.
        public var destination: String

        /// Pairs two attributes.
        public init(source: String, destination: String) {
            self.source = source
            self.destination = destination
        }
    }

    /// What happens to a connected relationship when its foreign key is `nil`, or its key path leads
    /// nowhere.
    public enum MissingKeyPolicy: String, Sendable, Hashable, Codable {
        /// It stays as it is.
        case keep
        /// It becomes empty.
        case clear
    }

    /// Describes a connection; `connectedBy` pairs source attributes with destination attributes.
    public init(
        entity: String, relationship: String, connectedBy keys: [String: String],
        includesSubentities: Bool = true, sourcePredicate: EntityPredicate = .true,
        destinationPredicate: EntityPredicate = .true, onMissing: MissingKeyPolicy = .keep
    ) {
        self.entity = entity
        self.relationship = relationship
        self.keys = keys.map(Key.init).sorted { $0.source < $1.source }
        self.includesSubentities = includesSubentities
        self.sourcePredicate = sourcePredicate
        self.destinationPredicate = destinationPredicate
        self.onMissing = onMissing
    }

    /// Describes a connection to what a path of relationships leads to.
    ///
    /// Through a to-many relationship the path leads to the objects of all, each once, in the order of
    /// the relationships on the way.
    public init(
        entity: String, relationship: String, keyPath: String,
        includesSubentities: Bool = true, sourcePredicate: EntityPredicate = .true,
        destinationPredicate: EntityPredicate = .true, onMissing: MissingKeyPolicy = .clear
    ) {
        self.init(
            entity: entity, relationship: relationship, connectedBy: [:],
            includesSubentities: includesSubentities, sourcePredicate: sourcePredicate,
            destinationPredicate: destinationPredicate, onMissing: onMissing)
        self.keyPath = PropertyPath(keyPath)
    }
}
