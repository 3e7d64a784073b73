import EntityMapper
import MercatorPayload
import ObjectGraph

extension FileResolution {
    /// Reports properties of an entity with members that do not suit each other.
    mutating func check(_ record: RecordEntry) {
        for attribute in record.attributes { check(attribute, of: record) }
        for relationship in record.relationships { check(relationship, of: record) }
        for connection in record.connections { check(connection, of: record) }
    }

    /// Reports properties of a further mapping that describe the entity.
    mutating func checkFurther(_ record: RecordEntry) {
        let names =
            record.attributes.filter { $0.type != nil }.map(\.description.name)
            + record.relationships.filter { $0.destination != nil }.map(\.description.name)
            + record.connections.filter { $0.destination != nil }.map(\.description.name)
        for name in names {
            report(
                record, name,
                "a further mapping describes no properties; put 'type' or 'to' into the entity "
                    + "'\(record.entity ?? "")'")
        }
    }

    private mutating func check(_ attribute: AttributeEntry, of record: RecordEntry) {
        let name = attribute.description.name
        let isKey = record.key == name
        let usual = AttributeEntry(name)
        if attribute.source == nil, !isKey, attribute.mapping != usual.mapping {
            report(record, name, "members of a mapping need its path, 'from'")
        }
        if attribute.type == nil, attribute.description != usual.description {
            report(record, name, "members of a description need its 'type'")
        }
        if !attribute.cases.isEmpty, attribute.type != .string {
            report(record, name, "'cases' are the texts of an attribute of type string")
        }
        for (index, text) in attribute.cases.enumerated()
        where attribute.cases[..<index].contains(text) {
            report(record, name, "the case '\(text.shortened())' is there twice; remove one")
        }
        if attribute.type == nil, attribute.source == nil, !isKey, attribute.further.isEmpty {
            report(record, name, "an attribute needs its 'type', its path as 'from', or both")
        }
    }

    private mutating func check(_ relationship: RelationshipEntry, of record: RecordEntry) {
        let name = relationship.description.name
        let usual = RelationshipEntry(name)
        let isMapped = relationship.source != nil
        if !isMapped, relationship.mapping != usual.mapping || relationship.mappingName != nil {
            report(record, name, "members of a mapping need its path, 'from'")
        }
        if relationship.destination == nil, relationship.description != usual.description {
            report(
                record, name, "members of a description need 'to', the entity at the other end")
        }
        if !isMapped, relationship.destination == nil, relationship.further.isEmpty {
            report(record, name, "a relationship needs 'to', its path as 'from', or both")
        }
    }

    private mutating func check(_ connection: ConnectionEntry, of record: RecordEntry) {
        let name = connection.description.name
        let usual = ConnectionEntry(name)
        if connection.destination == nil, connection.description != usual.description {
            report(
                record, name, "members of a description need 'to', the entity at the other end")
        }
        if !connection.isConnected {
            report(record, name, "a connection needs attributes as 'by', or a path as 'along'")
        }
        if record.relationships.contains(where: { $0.description.name == name }),
            connection.destination != nil
        {
            report(record, name, "the relationship is described twice; leave out 'to' here")
        }
    }

    private mutating func report(_ record: RecordEntry, _ property: String, _ message: String) {
        reader.reportMissing(about: "\(record.name).\(property)", message)
    }
}

extension ConnectionEntry {
    /// Indicates whether the entry declares keys or a key path.
    var isConnected: Bool { !connection.keys.isEmpty || connection.keyPath != nil }
}
