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
        set("identificationPredicate", to: mapping.identificationPredicate)
        set("deletionPredicate", to: mapping.deletionPredicate)
        try writeNaming()
        set(
            "ignoredPaths",
            to: mapping.ignoredPaths.map { path in
                let literal = paths.literal(path)
                return literal.hasPrefix("\"") ? literal : "PayloadPath(declared: \(literal))"
            })
        set("defaultTransforms", to: try SwiftValues.table(mapping.defaultTransforms))
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
        set("modificationAttribute", toAttribute: mapping.modificationAttribute)
        set("synchronizationAttribute", toAttribute: mapping.synchronizationAttribute)
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
        if let policy = mapping.unknownCases {
            set("unknownCases", to: SwiftValues.unknownCases(policy))
        }
    }

    private mutating func set(_ setting: String, toAttribute name: String?) {
        guard let name else { return }
        let declarer = schemas.declarer(of: [name], in: mapping.entity.name)
        let keyPath = declarer.flatMap { schemas.keyPath(name, of: $0) }
        add(
            ".set", ["\\.\(setting)", "to: \(keyPath ?? SwiftLiteral.text(name))"], of: declarer)
    }

    private mutating func set(_ setting: String, to predicate: EntityPredicate?) {
        if let predicate { set(setting, to: expression(predicate)) }
    }

    /// Sets a list unless it is empty; a long list has a line for each element.
    private mutating func set(_ setting: String, to elements: [String]) {
        let list = "[\(elements.joined(separator: ", "))]"
        if list.count > 50 {
            add(SwiftLayout.list("    mapping.\(setting) = ", elements))
        } else if !elements.isEmpty {
            set(setting, to: list)
        }
    }
}
