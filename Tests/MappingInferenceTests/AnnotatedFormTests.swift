import EntityMapper
import MappingConventions
import MappingFiles
import MappingInference
import MercatorPayload
import ObjectGraph
import Testing

/// The two forms of a mapping: declarations of the model's properties, and values in code.
///
/// Schema structs write declarations as annotations, so a model that has all mappings of a file as
/// annotations stands for schema structs here.
@Suite("Declared mappings of real payloads")
struct AnnotatedFormTests {
    /// The payloads of which every mapping can be declared.
    static let names = RealPayloads.names.filter { name in
        (try? RealPayloads.inferred(name).mapping.file).map { isDeclarable($0) } ?? false
    }

    private static func isDeclarable(_ file: MappingFile) -> Bool {
        file.groups.isEmpty && file.mappings.dynamicMappings.isEmpty
            && file.mappings.mappings.allSatisfy { mapping in
                let sources =
                    mapping.attributeMappings.map(\.source)
                    + mapping.relationshipMappings.map(\.source)
                return mapping.name == mapping.entity.name && !mapping.forcesCollectionMapping
                    && sources.allSatisfy { $0.scope == .representation && !$0.components.isEmpty }
                    && mapping.relationshipMappings.allSatisfy { $0.assignmentPolicy == .set }
                    && mapping.connections.allSatisfy { $0.sourcePredicate == .true }
            }
    }

    @Test func `six of the payloads have mappings that can be declared`() {
        #expect(Self.names.count >= 6, "\(Self.names)")
    }

    @Test(arguments: names)
    func `declarations give the graph that mappings in code give`(name: String) throws {
        let inferred = try RealPayloads.inferred(name)
        let file = inferred.mapping.file
        let long = try inferred.container()
        let (entities, transforms) = annotated(file)
        let model = try ManagedObjectModel(entities)
        var mappings = MappingSet(annotationsOf: model, transforms: transforms)
        mappings.roots = file.mappings.roots
        let short = try PersistentContainer(model: model, store: InMemoryStore())
        let operation = MappingOperation(try MappingPlan(mappings, for: model))
        for file in try RealPayloads.files(name) {
            try operation.run(file.text, in: short).requireNoIssues()
        }
        #expect(try GraphRows(short, of: file) == GraphRows(long, of: file))
    }

    /// Writes the mappings of a file as annotations of its entities.
    private func annotated(
        _ file: MappingFile
    ) -> (entities: [EntityDescription], transforms: [ValueTransform]) {
        var transforms: [ValueTransform] = []
        var entities = file.entities
        for index in entities.indices {
            guard
                let mapping = file.mappings.mappings.first(where: {
                    $0.name == entities[index].name
                })
            else { continue }
            if let names = mapping.identificationAttributes {
                entities[index].userInfo["identityAttributes"] = .string(
                    names.joined(separator: ","))
            }
            for attribute in mapping.attributeMappings {
                var userInfo: [String: Value] = [
                    "JSONKeyPath": .string("\(attribute.source)")
                ]
                if attribute.transform != .default {
                    let name = "\(entities[index].name).\(attribute.destination)"
                    transforms.append(attribute.transform.named(name))
                    userInfo["JSONTransformerName"] = .string(name)
                }
                for number in entities[index].declaredAttributes.indices
                where entities[index].declaredAttributes[number].name == attribute.destination {
                    entities[index].declaredAttributes[number].userInfo = userInfo
                }
            }
            for number in entities[index].declaredRelationships.indices {
                let name = entities[index].declaredRelationships[number].name
                var userInfo: [String: Value] = [:]
                for relationship in mapping.relationshipMappings
                where relationship.destination == name {
                    userInfo["JSONKeyPath"] = .string("\(relationship.source)")
                }
                for connection in mapping.connections where connection.relationship == name {
                    userInfo["connectedBy"] = .dictionary(
                        Dictionary(
                            uniqueKeysWithValues: connection.keys.map {
                                ($0.source, .string($0.destination))
                            }))
                }
                entities[index].declaredRelationships[number].userInfo = userInfo
            }
        }
        return (entities, transforms)
    }
}
