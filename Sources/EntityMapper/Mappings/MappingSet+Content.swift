import ObjectGraph
import Payload

/// The content of mappings as text, used to recognise results of an earlier process.
///
/// Sets that map differently have different texts, and equal sets have equal texts in every
/// process. A closure is represented by its name.
extension MappingSet {
    package var content: String {
        let settings = [
            "\(roots.map { "\($0.path) \($0.mapping)" })", Self.text(defaultTransforms),
            "\(unknownCases) \(unknownRoots) \(requiresRoots)",
        ]
        return (settings + mappings.map(\.content) + dynamicMappings.map(\.content))
            .joined(separator: "\n\n")
    }

    fileprivate static func text(_ transforms: [AttributeType: ValueTransform]) -> String {
        "\(transforms.map { "\($0.key) \($0.value)" }.sorted())"
    }
}

extension EntityMapping {
    fileprivate var content: String {
        let identity: [Any] = [
            name, entity.name, identificationAttributes ?? [], reusesUnidentifiedObjects,
            allowedOperations, identificationPredicate.map { "\($0)" } ?? "",
            identificationPredicateBuilder?.name ?? "", missingIdentification, acceptsIdentifiers,
            conflictingSubentity, followsSubentities,
        ]
        let treatment: [Any] = [
            modificationAttribute ?? "", shouldMapRelationshipsIfObjectIsUnmodified,
            modificationThreshold, synchronizationAttribute ?? "",
            deletionPredicate.map { "\($0)" } ?? "", discardsInvalidObjectsOnInsert,
            assignsDefaultValueForMissingAttributes, assignsNilForMissingRelationships,
            assignsNilForNullRelationships, requiresArraysForToManyRelationships,
            representationTransform?.name ?? "", didMap?.name ?? "", forcesCollectionMapping,
            MappingSet.text(defaultTransforms), "\(unknownCases as Any)", performsValidation,
            recordValidation?.name ?? "",
            validations.map { "\($0.key) \($0.value.name)" }.sorted(), ignoredPaths,
        ]
        let attributes = attributeMappings.map {
            "\($0.source) \($0.destination) \($0.transform) \($0.isOptional) "
                + "\($0.unknownCases as Any)"
        }
        let relationships = relationshipMappings.map {
            "\($0.source) \($0.destination) \($0.mapping) \($0.assignmentPolicy) "
                + "\($0.allowedOperations as Any) \($0.isOptional)"
        }
        let connections = connections.map { (try? $0.text()) ?? "\($0)" }
        return (["\(identity)", "\(treatment)"] + attributes + relationships + connections)
            .joined(separator: "\n")
    }
}

extension DynamicMapping {
    fileprivate var content: String {
        let settings: [Any] = [
            name, unknownRepresentations, representationTransform?.name ?? "",
            forcesCollectionMapping,
        ]
        return (["\(settings)"] + matchers.map { "\($0.mappings) \($0.condition.content)" })
            .joined(separator: "\n")
    }
}

extension MappingMatcher.Condition {
    fileprivate var content: String {
        switch self {
        case .predicate(let predicate): "\(predicate.node)"
        case .table(let path, let values): "\(path) \(values)"
        case .equals, .matches, .kind, .closure: "\(self)"
        }
    }
}
