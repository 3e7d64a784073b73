package import ConnectionEvaluation
package import EntityMapper
package import MappingFiles
package import MappingInference
import MercatorPayload
package import ModelGeneration
package import ObjectGraph

/// The facts in a report on an inference, an import or a store.
package struct ReportContents: Sendable {
    /// The title of the page, such as the name of the payload or store.
    package var title: String
    /// The version of the tool.
    package var version: String
    package var sources: [SourceSummary] = []
    package var elapsed: Duration?
    package var model: ManagedObjectModel
    package var entities: [EntitySummary]
    package var decisions: [InferenceDecision] = []
    package var leftovers: [Leftover] = []
    package var limits: [String] = []
    /// The relationships of connections, by entity.
    package var connected: [String: Set<String>] = [:]
    /// The number of objects of each entity in the store, if any.
    package var objects: [String: Int] = [:]
    /// The counts of an import.
    package var counts: [String: MappingCounts] = [:]
    /// The first issues of an import.
    package var issues: [MappingIssue] = []
    /// The account of an import.
    package var account: AccountText?
    /// The number of all issues.
    package var issueCount = 0
    /// The foreign keys whose objects are missing in the store.
    package var openKeys: [UnresolvedConnection] = []
    /// Indicates whether to show examples and values in issues.
    package var showsValues = true

    /// Creates the contents of a report on an inference.
    ///
    /// - Throws: ``ManagedObjectModelError`` if the model is invalid.
    package init(
        _ inferred: InferredMapping, title: String, version: String
    ) throws(ManagedObjectModelError) {
        self.title = title
        self.version = version
        model = try ManagedObjectModel(inferred.file.entities)
        sources = inferred.sources
        entities = inferred.entities
        decisions = inferred.decisions
        leftovers = inferred.leftovers
        limits = inferred.limits
        connected = inferred.file.connected
    }

    /// Creates the contents of a report on a store and its mapping.
    ///
    /// - Throws: ``ManagedObjectModelError`` if the model is invalid.
    package init(
        _ file: MappingFile, title: String, version: String
    ) throws(ManagedObjectModelError) {
        self.title = title
        self.version = version
        model = try ManagedObjectModel(file.entities)
        entities = file.entities.map { EntitySummary($0, file) }
        connected = file.connected
    }

    /// Indicates whether the report is on a store, which has no evidence for its mapping.
    package var isStoreAlone: Bool { sources.isEmpty && counts.isEmpty && !objects.isEmpty }

    /// The facts for the diagram.
    package var diagramDetails: DiagramDetails {
        var details = DiagramDetails(connected: connected)
        for entity in entities {
            details.counts[entity.name] = objects[entity.name] ?? entity.records
            details.identification[entity.name] = entity.identification
            for connection in entity.connections where !connection.isApplied {
                guard let key = connection.keys.first else { continue }
                details.possible.append(
                    .init(
                        entity: entity.name, attribute: key.source,
                        destination: connection.destination, key: key.destination))
            }
        }
        return details
    }
}

extension MappingFile {
    /// The relationships of connections, by entity.
    fileprivate var connected: [String: Set<String>] {
        mappings.mappings.reduce(into: [:]) { result, mapping in
            for connection in mapping.connections {
                result[mapping.entity.name, default: []].insert(connection.relationship)
            }
        }
    }
}

extension EntitySummary {
    /// Creates a summary from a mapping file, without counts.
    fileprivate init(_ entity: EntityDescription, _ file: MappingFile) {
        let mapping = file.mappings.mappings.first { $0.entity.name == entity.name }
        self.init(
            name: entity.name, records: 0,
            paths: (file.paths[entity.name] ?? []).map { PathCount(path: $0, count: 0) },
            identification: mapping?.identificationAttributes ?? [], identityEvidence: "")
        attributes = entity.declaredAttributes.map { attribute in
            let found = mapping?.attributeMapping(to: attribute.name)
            let isDefault = found?.transform == .default
            return AttributeSummary(
                name: attribute.name, type: attribute.type,
                transform: isDefault ? nil : found?.transform.description,
                source: found?.source.description ?? "", count: 0, distinct: 0)
        }
        relationships = entity.declaredRelationships.map { relationship in
            RelationshipSummary(
                name: relationship.name, destination: relationship.destination,
                isToMany: relationship.isToMany, isOrdered: relationship.isOrdered,
                source: mapping?.relationshipMapping(to: relationship.name)?.source.description,
                inverse: relationship.inverse)
        }
        connections = (mapping?.connections ?? []).map { connection in
            ConnectionSummary(
                relationship: connection.relationship,
                destination: entity.relationship(named: connection.relationship)?.destination ?? "",
                keys: connection.keys.map { .init(source: $0.source, destination: $0.destination) },
                confidence: 1, evidence: "", isApplied: true)
        }
    }
}
