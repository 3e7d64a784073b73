import EntityMapper
import Foundation
import MappingFiles
import MappingInference
import ObjectGraph
import Testing

/// The result of an inference from a description in short lines.
///
/// Each result is checked: its text reads back as the same file, and its model and plans compile.
struct Described {
    let mapping: InferredMapping

    static let folder = Bundle.module.bundleURL.appendingPathComponent("Descriptions")

    init(
        _ description: OpenAPIDescription, _ payloads: [PayloadSource] = [],
        _ change: (inout InferenceOptions) -> Void = { _ in }
    ) throws {
        var options = InferenceOptions()
        change(&options)
        let inference = MappingInference(options: options)
        mapping =
            try payloads.isEmpty
            ? inference.infer(description) : inference.infer(payloads, describedBy: description)
        let text = try mapping.file.text
        #expect(try MappingFile(parsing: text).text == text)
        for group in [nil] + mapping.file.groups.map(\.name) {
            _ = try mapping.file.plan(forSource: group)
        }
    }

    /// Infers from a description in this folder.
    static func named(_ name: String) throws -> Described {
        let path = folder.appendingPathComponent("\(name).json").path
        return try Described(OpenAPIDescription(PayloadSource(path: path)))
    }

    /// Infers from schemas and routes, written as members of JSON objects.
    static func of(
        schemas: String, paths: String, version: String = "3.0.3",
        payloads: [(name: String, text: String)] = [],
        _ change: (inout InferenceOptions) -> Void = { _ in }
    ) throws -> Described {
        let payloads = payloads.map { PayloadSource(name: $0.name, bytes: Array($0.text.utf8)) }
        return try Described(
            description(schemas: schemas, paths: paths, version: version), payloads, change)
    }

    static func description(
        schemas: String, paths: String, version: String = "3.0.3"
    ) throws -> OpenAPIDescription {
        let text = """
            {"openapi": "\(version)", "paths": {\(paths)},
             "components": {"schemas": {\(schemas)}}}
            """
        return try OpenAPIDescription(PayloadSource(name: "api.json", bytes: Array(text.utf8)))
    }

    /// A route with the schema of its response.
    static func get(_ path: String, _ schema: String, parameters: String = "") -> String {
        """
        "\(path)": {"get": {"parameters": [\(parameters)], "responses": {"200": {"content": \
        {"application/json": {"schema": \(schema)}}}}}}
        """
    }

    /// A reference to a schema among the components.
    static func ref(_ name: String) -> String { ##"{"$ref": "#/components/schemas/\##(name)"}"## }

    /// An array of such objects.
    static func list(_ name: String) -> String { #"{"type": "array", "items": \#(ref(name))}"# }

    // MARK: Lines

    /// The entities with their identities: `Pet petID`.
    var entities: [String] {
        mapping.entities.map { ([$0.name] + $0.identification).joined(separator: " ") }
    }

    /// The attributes of an entity: `bornOn: date`, with `!` if mandatory.
    func attributes(_ entity: String) -> [String] {
        mapping.file.entities.first { $0.name == entity }?.declaredAttributes.map {
            "\($0.name): \($0.type.rawValue)" + ($0.isOptional ? "" : "!")
        } ?? []
    }

    /// The relationships of an entity that payloads fill: `tags: [Tag]`.
    func relationships(_ entity: String) -> [String] {
        mapping.entities.first { $0.name == entity }?.relationships.filter { $0.source != nil }
            .map { "\($0.name): \($0.isToMany ? "[\($0.destination)]" : $0.destination)" } ?? []
    }

    /// The connections of an entity: `ownerID → User`.
    func keys(_ entity: String) -> [String] {
        mapping.entities.first { $0.name == entity }?.connections.map {
            "\($0.keys[0].source) → \($0.destination)"
        } ?? []
    }

    /// The routes: `/pets [Pet] data`.
    var routes: [String] {
        mapping.routes.map { route in
            let entity = route.isCollection ? "[\(route.entity)]" : route.entity
            return ([route.path, entity, route.records] + route.pageParameters)
                .joined(separator: " ")
        }
    }

    /// The decisions that were not applied, as options.
    var offers: [String] { mapping.decisions.filter { !$0.isApplied }.map(\.override) }
}
