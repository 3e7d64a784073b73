import EntityMapper
public import MappingFiles
import MercatorPayload
public import ObjectGraph

/// Finds foreign keys among stored objects from several payloads.
///
/// A foreign key and its destination may be in different payloads. The connection rules are applied
/// to the values of all stored objects, so the result does not depend on the order of payloads.
///
/// ```swift
/// var search = StoredConnections(file, readsAll: false)
/// for attribute in search.attributes {
///     for object in try context.fetch(FetchRequest(attribute.entity)) {
///         search.add(object[attribute.name] ?? .null, to: attribute)
///     }
/// }
/// let update = try file.updated(with: search.file)
/// ```
public struct StoredConnections {
    private let earlier: MappingFile
    private let options: InferenceOptions
    private let base: BaseCandidates
    private let properties: [InferenceCorrections.Property: (entity: Int, attribute: Int)]
    private var values: [InferenceCorrections.Property: StoredValues] = [:]

    /// The attributes to read: possible foreign keys and their possible destinations.
    public let attributes: [InferenceCorrections.Property]

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - file: The model and mappings of the objects.
    ///   - options: The options; only confidence and corrections have an effect.
    ///   - readsAll: Whether to read all possible keys, to find connections by values only.
    ///     Otherwise only attributes with the name of a key are read.
    /// - Complexity: O(*n*²) in the number of attributes.
    public init(
        _ file: MappingFile, options: InferenceOptions = InferenceOptions(), readsAll: Bool
    ) {
        earlier = file
        var options = options
        options.base = file
        self.options = options
        base = BaseCandidates(file)
        let questions = StoredQuestions(base, file, readsAll: readsAll).attributes
        var properties: [InferenceCorrections.Property: (entity: Int, attribute: Int)] = [:]
        for (entity, attribute) in questions {
            let property = InferenceCorrections.Property(
                entity: base.entities[entity].name, name: base.name(of: attribute, in: entity))
            properties[property] = (entity, attribute)
        }
        self.properties = properties
        attributes = properties.keys.sorted { ($0.entity, $0.name) < ($1.entity, $1.name) }
    }

    /// Adds an object's value of one of ``attributes``.
    public mutating func add(
        _ value: Value, to attribute: InferenceCorrections.Property
    ) {
        values[attribute, default: StoredValues()].add(value)
    }

    /// A file with the connections found, for updating the earlier file.
    public var file: MappingFile {
        var entities = base.entities
        for (property, sample) in values {
            guard let (entity, attribute) = properties[property] else { continue }
            entities[entity].attributes[attribute].candidate.profile = sample.result
        }
        var choice = ConnectionChoice(
            ConnectionSearch(
                entities, in: SchemaTree(PayloadProfile()), known: base.connections,
                options: options))
        choice.choose()
        var file = earlier
        let named = PropertyNaming(options: options).named(
            entities.connected(by: choice.applied))
        for relationship in named.flatMap(\.relationships) {
            guard let connection = relationship.connection, connection.rule != .earlier else {
                continue
            }
            file.add(relationship, connection, of: base)
        }
        return file
    }
}

extension MappingFile {
    /// Adds a connection's relationship and its inverse.
    fileprivate mutating func add(
        _ relationship: NamedRelationship, _ connection: ConnectionCandidate,
        of base: BaseCandidates
    ) {
        let name = base.entities[connection.entity].name
        let target = base.entities[connection.destination].name
        guard let source = entities.firstIndex(where: { $0.name == name }),
            let destination = entities.firstIndex(where: { $0.name == target }),
            let mapping = mappings.mappings.firstIndex(where: { $0.entity.name == name })
        else { return }
        let forward: RelationshipDescription =
            relationship.isToMany
            ? .toMany(
                relationship.name, target, inverse: relationship.inverse,
                isOrdered: relationship.isOrdered)
            : .toOne(relationship.name, target, inverse: relationship.inverse)
        entities[source].declaredRelationships.append(forward)
        entities[destination].declaredRelationships.append(
            .toMany(relationship.inverse, name, inverse: relationship.name))
        let keys = connection.keys.map {
            (
                base.name(of: $0.source, in: connection.entity),
                base.name(of: $0.destination, in: connection.destination)
            )
        }
        var description = ConnectionDescription(
            entity: name, relationship: relationship.name,
            connectedBy: Dictionary(keys, uniquingKeysWith: { first, _ in first }))
        if let condition = connection.condition {
            description.sourcePredicate =
                .attribute(base.name(of: condition.attribute, in: connection.entity))
                == .string(condition.value)
        }
        mappings.mappings[mapping].addConnection(description)
    }
}
