import EntityMapper
import ModelGeneration
import ObjectGraph

extension MappingCode {
    /// The Boolean settings.
    private static var flags: [(name: String, path: KeyPath<EntityMapping, Bool>)] {
        [
            ("acceptsIdentifiers", \.acceptsIdentifiers),
            ("reusesUnidentifiedObjects", \.reusesUnidentifiedObjects),
            ("followsSubentities", \.followsSubentities),
            (
                "shouldMapRelationshipsIfObjectIsUnmodified",
                \.shouldMapRelationshipsIfObjectIsUnmodified
            ),
            ("discardsInvalidObjectsOnInsert", \.discardsInvalidObjectsOnInsert),
            ("assignsDefaultValueForMissingAttributes", \.assignsDefaultValueForMissingAttributes),
            ("assignsNilForMissingRelationships", \.assignsNilForMissingRelationships),
            ("assignsNilForNullRelationships", \.assignsNilForNullRelationships),
            ("requiresArraysForToManyRelationships", \.requiresArraysForToManyRelationships),
            ("forcesCollectionMapping", \.forcesCollectionMapping),
            ("performsValidation", \.performsValidation),
        ]
    }

    /// Writes the settings that differ from the defaults.
    mutating func writeSettings() throws(SwiftPackageError) {
        let plain = EntityMapping(for: mapping.entity, infersIdentification: false)
        for (name, path) in Self.flags where mapping[keyPath: path] != plain[keyPath: path] {
            set(name, to: "\(mapping[keyPath: path])")
        }
        writePolicies(unlike: plain)
        set("mapping.identificationPredicate", mapping.identificationPredicate)
        set("mapping.deletionPredicate", mapping.deletionPredicate)
        if !mapping.ignoredPaths.isEmpty {
            let list = mapping.ignoredPaths.map { path in
                let literal = paths.literal(path)
                return literal.hasPrefix("\"") ? literal : "PayloadPath(declared: \(literal))"
            }
            statements += SwiftLayout.list("    mapping.ignoredPaths = ", list)
        }
        try writeNaming()
    }

    private mutating func writePolicies(unlike plain: EntityMapping) {
        if mapping.missingIdentification != plain.missingIdentification {
            set("missingIdentification", to: ".\(mapping.missingIdentification)")
        }
        if mapping.conflictingSubentity != plain.conflictingSubentity {
            set("conflictingSubentity", to: ".\(mapping.conflictingSubentity)")
        }
        if mapping.allowedOperations != plain.allowedOperations {
            set("allowedOperations", to: Self.operations(mapping.allowedOperations))
        }
        if let name = mapping.modificationAttribute {
            set("modificationAttribute", to: SwiftLiteral.text(name))
        }
        if let name = mapping.synchronizationAttribute {
            set("synchronizationAttribute", to: SwiftLiteral.text(name))
        }
        if mapping.modificationThreshold != plain.modificationThreshold {
            set("modificationThreshold", to: "\(mapping.modificationThreshold)")
        }
    }

    private mutating func writeNaming() throws(SwiftPackageError) {
        if mapping.keyNaming == .snakeCase {
            set("keyNaming", to: ".snakeCase")
        } else if mapping.keyNaming != .identity {
            throw SwiftPackageError(
                .notExpressible, "the key naming of the mapping '\(mapping.name)' is a closure")
        }
        if !mapping.defaultTransforms.isEmpty {
            statements += SwiftLayout.list(
                "    mapping.defaultTransforms = ", try SwiftValues.table(mapping.defaultTransforms)
            )
        }
        if let policy = mapping.unknownCases {
            set("unknownCases", to: SwiftValues.unknownCases(policy))
        }
    }

    private mutating func set(_ property: String, to value: String) {
        statements.append("    mapping.\(property) = \(value)")
    }
}
