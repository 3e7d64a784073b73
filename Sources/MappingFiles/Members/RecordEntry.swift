import EntityMapper
import ObjectGraph
import Payload

/// An entity with the mapping of its name, or a further mapping.
struct RecordEntry: Sendable {
    let name: String
    /// The entity without its properties, which have separate entries.
    var description: EntityDescription
    /// The entity of a further mapping.
    var entity: String?
    /// The mapping without its property mappings.
    var mapping: EntityMapping
    /// Indicates that the entity has a mapping with default settings only.
    var isMapped = false
    /// The attribute for the keys of a map; paths then begin at the values.
    var key: String?
    /// The attribute for the remaining members of records, in the short form.
    var rest: String?
    var paths: [String] = []
    var isFixed = false
    var attributes: [AttributeEntry] = []
    var relationships: [RelationshipEntry] = []
    var connections: [ConnectionEntry] = []
    var order = Order()

    /// The order of properties, if they are not sorted by name.
    struct Order: Sendable, Equatable {
        var attributes: [String]?
        var relationships: [String]?
        var attributeMappings: [String]?
        var relationshipMappings: [String]?
        var connections: [String]?
    }

    init(_ name: String) {
        self.name = name
        description = EntityDescription(name)
        mapping = EntityMapping(for: description, infersIdentification: false)
    }
}

extension RecordEntry {
    /// The members of an entity.
    static let entityFields: [Field<RecordEntry>] =
        [
            .field("places", \.paths, unless: [], .list(of: .text(of: "a place"))),
            .field("parent", \.description.parent, .text(of: "the name of an entity")),
            .flag("abstract", \.description.isAbstract),
            .field(
                "uniquenessConstraints", \.description.uniquenessConstraints, unless: [],
                .list(of: .list(of: .text))),
            .field("userInfo", \.description.userInfo, unless: [:], .table(of: .value)),
            .field("renamingIdentifier", \.description.renamingIdentifier, .text),
            .flag("mapped", \.isMapped),
        ] + settings + properties + [.flag("fixed", \.isFixed)]

    /// The members of a further mapping.
    static let mappingFields: [Field<RecordEntry>] =
        [.field("entity", \.entity, .text(of: "the name of an entity"))] + settings + properties

    private static let properties: [Field<RecordEntry>] = [
        section("attributes", \.attributes, AttributeEntry.fields, AttributeEntry.init) {
            $0.description.name
        },
        section("relationships", \.relationships, RelationshipEntry.fields, RelationshipEntry.init)
        { $0.description.name },
        section("connections", \.connections, ConnectionEntry.fields, ConnectionEntry.init) {
            $0.description.name
        },
        Field(key: "order") { record, writer in
            record.order == Order() ? nil : Order.fields.node(record.order, &writer)
        } read: { value, record, reader in
            Order.fields.read(value, into: &record.order, &reader)
        },
    ]

    /// Returns a member with an object for each property.
    private static func section<Entry: Sendable>(
        _ key: String, _ path: any WritableKeyPath<RecordEntry, [Entry]> & Sendable,
        _ fields: [Field<Entry>], _ create: @escaping @Sendable (String) -> Entry,
        _ name: @escaping @Sendable (Entry) -> String
    ) -> Field<RecordEntry> {
        Field(key: key) { record, writer in
            let entries = record[keyPath: path]
            guard !entries.isEmpty else { return nil }
            return .object(
                entries.map { entry in
                    writer.subject = "\(record.name).\(name(entry))"
                    defer { writer.subject = record.name }
                    return PayloadNode.Member(name(entry), fields.node(entry, &writer))
                })
        } read: { value, record, reader in
            for member in reader.members(of: value) {
                var entry = create(member.key)
                reader.subject = "\(record.name).\(member.key)"
                reader.note(reader.subject, at: member.name)
                fields.read(member.value, into: &entry, &reader)
                reader.subject = record.name
                record[keyPath: path].append(entry)
            }
        }
    }
}

extension RecordEntry.Order {
    fileprivate static let fields: [Field<Self>] = [
        .field("attributes", \.attributes, .list(of: .text)),
        .field("relationships", \.relationships, .list(of: .text)),
        .field("attributeMappings", \.attributeMappings, .list(of: .text)),
        .field("relationshipMappings", \.relationshipMappings, .list(of: .text)),
        .field("connections", \.connections, .list(of: .text)),
    ]
}
