/// A rule that links a relationship automatically.
///
/// It matches foreign-key attributes with attributes at the other end, or follows other
/// relationships.
///
/// A connection makes a relationship a function of its foreign keys, regardless of the loading
/// order of the objects. Stores keep the descriptions of used connections, so that objects of later
/// loads are connected automatically.
///
/// ```swift
/// // Article.authorID is the authorID of the article's author:
/// ConnectionDescription(
///     entity: "Article", relationship: "author", connectedBy: ["authorID": "authorID"])
/// // The landlord is the owner of the residence:
/// ConnectionDescription(entity: "Human", relationship: "landlord", keyPath: "residence.owner")
/// ```
public struct ConnectionDescription: Sendable, Hashable, Codable {
    /// The entity that has the relationship.
    public var entity: String
    /// The name of the relationship to connect.
    public var relationship: String
    /// The foreign keys: attributes of the entity with the matching attributes at the other end.
    ///
    /// Empty for a connection by key path.
    public var keys: [Key]
    /// The relationships to follow to the destinations; `nil` for a connection by foreign keys.
    public var keyPath: PropertyPath?
    /// Indicates whether objects of the destination's sub-entities are candidates.
    public var includesSubentities: Bool
    /// The condition that a source must satisfy; other sources are left unchanged.
    public var sourcePredicate: EntityPredicate
    /// The condition that a destination must satisfy; other destinations are ignored.
    public var destinationPredicate: EntityPredicate
    /// The effect of a `nil` foreign key, or of a key path without a destination.
    public var onMissing: MissingKeyPolicy

    /// A foreign-key attribute and its counterpart.
    public struct Key: Sendable, Hashable, Codable {
        /// An attribute of the entity that owns the relationship.
        public var source: String
        /// An attribute of the entity at the other end.
        public var destination: String

        /// Creates a pair of attributes.
        public init(source: String, destination: String) {
            self.source = source
            self.destination = destination
        }
    }

    /// The effect of a `nil` foreign key, or of a key path without a destination.
    public enum MissingKeyPolicy: String, Sendable, Hashable, Codable, CaseIterable {
        /// The relationship keeps its objects.
        case keep
        /// The relationship is cleared.
        case clear
    }

    /// Creates a connection by foreign keys.
    ///
    /// `connectedBy` maps source attributes to destination attributes.
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

    /// Creates a connection to the objects at the end of a path of relationships.
    ///
    /// If the path contains a to-many relationship, the destinations are the objects of all
    /// branches, without duplicates, in the order of the relationships along the path.
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
