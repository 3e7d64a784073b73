import MercatorPayload
import ObjectGraph

/// A connection in a mapping file, with the relationship that it fills unless that is described
/// elsewhere.
struct ConnectionEntry: NamedEntry {
    var description: RelationshipDescription
    /// The destination entity, if the entry describes the relationship.
    var destination: String?
    var connection: ConnectionDescription
    /// The source entity; `nil` for the entity of the mapping.
    var entity: String?
    var onMissing: ConnectionDescription.MissingKeyPolicy?
    var isFixed = false

    init(_ name: String) {
        description = .toOne(name, "")
        connection = ConnectionDescription(entity: "", relationship: name, connectedBy: [:])
    }

    var name: String { description.name }

    static let fields: [Field<ConnectionEntry>] =
        [
            .field("by", \.connection.keys, unless: [], .keys),
            .field("along", \.connection.keyPath, .propertyPath),
            .field("to", \.destination, .text(of: "the name of an entity")),
        ] + RelationshipDescription.fields.map { $0.of(\.description) } + [
            .field("entity", \.entity, .text(of: "the name of an entity")),
            .field("when", \.connection.sourcePredicate, unless: .true, .predicate),
            .field("among", \.connection.destinationPredicate, unless: .true, .predicate),
            .flag("includesSubentities", \.connection.includesSubentities, unless: true),
            .field("onMissing", \.onMissing, .choice),
            .flag("fixed", \.isFixed),
        ]
}

extension ConnectionDescription {
    /// The policy of a new connection of this kind.
    var usualPolicy: MissingKeyPolicy { keyPath == nil ? .keep : .clear }
}

extension Coding where Value == PropertyPath {
    /// The names of a path, joined by dots.
    fileprivate static var propertyPath: Coding {
        Coding { path, _ in
            .string(path.description)
        } read: { value, reader in
            Coding<_>.text(of: "the path of a relationship").read(value, &reader)
                .map { PropertyPath($0) }
        }
    }
}

extension Coding where Value == [ConnectionDescription.Key] {
    /// An object from source to destination attributes, or an array of objects if not sorted by
    /// name.
    fileprivate static var keys: Coding {
        Coding { keys, _ in
            let members = keys.map { PayloadNode.Member($0.source, .string($0.destination)) }
            let isSorted = zip(keys, keys.dropFirst()).allSatisfy { $0.source.precedes($1.source) }
            return isSorted ? .object(members) : .array(members.map { .object([$0]) })
        } read: { value, reader in
            let parts = value.kind == .array ? value.elements.map(\.self) : [value]
            var keys: [ConnectionDescription.Key] = []
            for part in parts {
                let expected = "an object with attributes at the other end by own attributes"
                let sorted = reader.members(of: part, expected: expected)
                    .sorted { $0.key.precedes($1.key) }
                for member in sorted {
                    let attribute = Coding<_>.text(of: "the name of an attribute")
                    guard let name = attribute.read(member.value, &reader) else { continue }
                    keys.append(ConnectionDescription.Key(source: member.key, destination: name))
                }
            }
            return keys
        }
    }
}
