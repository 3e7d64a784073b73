import EntityMapper
import MercatorPayload
import ObjectGraph

/// An entity with the mapping of its name, or a further mapping.
struct RecordEntry: NamedEntry {
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
        .objects("attributes", \.attributes, AttributeEntry.fields, of: \RecordEntry.name),
        .objects("relationships", \.relationships, RelationshipEntry.fields, of: \RecordEntry.name),
        .objects("connections", \.connections, ConnectionEntry.fields, of: \RecordEntry.name),
        .field("order", \.order, unless: Order(), .object(of: Order.fields) { Order() }),
    ]
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
