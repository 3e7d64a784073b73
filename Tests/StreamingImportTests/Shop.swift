import EntityMapper
import MercatorPayload
import ObjectGraph
import StreamingImport
import TestSupport

/// A document with several roots: maps of records and of scalars, an array, records without
/// identity, and scalars beside them.
enum Shop {
    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "User",
                attributes: [
                    AttributeDescription("userID", .integer64),
                    AttributeDescription("name", .string),
                    AttributeDescription("areaID", .string),
                ],
                relationships: [.toOne("area", "Area")]),
            EntityDescription(
                "Area",
                attributes: [
                    AttributeDescription("key", .string), AttributeDescription("value", .string),
                ]),
            EntityDescription(
                "Note",
                attributes: [
                    AttributeDescription("sourceName", .string),
                    AttributeDescription("position", .integer64),
                    AttributeDescription("text", .string),
                ]),
            EntityDescription(
                "Document",
                attributes: [
                    AttributeDescription("sourceName", .string),
                    AttributeDescription("total", .integer64),
                ]),
        ])
    }

    struct MissingEntity: Error {}

    static func mappings(
        _ model: ManagedObjectModel,
        roots: KeyValuePairs<PayloadPath, String> = [
            "areas": "Area", "data.users": "User", "notes": "Note", "page": "Document",
        ]
    ) throws -> MappingSet {
        guard let user = model["User"], let area = model["Area"], let note = model["Note"],
            let document = model["Document"]
        else { throw MissingEntity() }
        var users = EntityMapping(for: user)
        users.forcesCollectionMapping = true
        users.identificationAttributes = ["userID"]
        users.addAttributeMapping(fromKeyOfRepresentationTo: "userID")
        users.addAttributeMappings(["{userID}.name": "name", "{userID}.area": "areaID"])
        users.addConnection(for: "area", connectedBy: ["areaID": "key"])
        var areas = EntityMapping(for: area)
        areas.forcesCollectionMapping = true
        areas.identificationAttributes = ["key"]
        areas.addAttributeMapping(fromKeyOfRepresentationTo: "key")
        areas.addAttributeMapping(from: "{key}", to: "value")
        var notes = EntityMapping(for: note)
        notes.identificationAttributes = ["sourceName", "position"]
        notes.addAttributeMappings([
            "@metadata.source": "sourceName", "@metadata.position": "position", "text": "text",
        ])
        var documents = EntityMapping(for: document)
        documents.identificationAttributes = ["sourceName"]
        documents.addAttributeMappings(["@metadata.source": "sourceName", "total": "total"])
        return MappingSet([users, areas, notes, documents], roots: roots)
    }

    static func plan(
        _ model: ManagedObjectModel, roots: KeyValuePairs<PayloadPath, String>? = nil
    ) throws -> MappingPlan {
        try MappingPlan(roots.map { try mappings(model, roots: $0) } ?? mappings(model), for: model)
    }

    /// Returns a document with a number of records at each root.
    static func document(_ count: Int, text: String = "t") -> String {
        let users = (0..<count).map { #""\#($0)": {"name": "u\#($0)", "area": "\#($0 % 5)"}"# }
        let areas = (0..<count).map { #""\#($0)": "area \#($0)""# }
        let notes = (0..<count).map { #"{"text": "\#(text)\#($0 % 3)"}"# }
        return """
            {"kind": "shop", "data": {"more": [1, {"users": 2}], "users":
            {\(users.joined(separator: ",\n"))}}, "page": {"total": \(count)},
            "areas": {\(areas.joined(separator: ", "))}, "notes": [\(notes.joined(separator: ","))]}
            """
    }

    /// The content of a container by keys, for comparing stores.
    static func content(_ container: PersistentContainer) throws -> [String] {
        try container.perform { context in
            try ["User", "Area", "Note", "Document"].flatMap { name in
                try context.fetch(FetchRequest(name)).map { object in
                    let values = object.entity.attributes.map { "\(object[$0.name])" }
                    let area = name == "User" ? "\(object[toOne: "area"]?["key"] ?? .null)" : ""
                    return "\(name) \(values.joined(separator: " ")) \(area)"
                }
            }.sorted()
        }
    }
}
