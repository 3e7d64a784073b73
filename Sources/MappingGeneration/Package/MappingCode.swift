import EntityMapper
import ModelGeneration
import ObjectGraph
import Payload

/// The body of the function that creates a mapping.
struct MappingCode {
    /// The lines, once they are written.
    private(set) var lines: [String] = []
    /// Indicates whether the function throws, because it parses a condition.
    private(set) var isThrowing = false

    private let mapping: EntityMapping
    private let type: String
    private let comments: DecisionComments
    private var paths = SwiftPaths()
    private var statements: [String] = []
    private var options = 0

    init(_ mapping: EntityMapping, type: String, _ comments: DecisionComments) {
        self.mapping = mapping
        self.type = type
        self.comments = comments
    }

    /// Writes the lines.
    ///
    /// - Throws: ``SwiftPackageError`` if the mapping contains closures.
    mutating func write() throws(SwiftPackageError) {
        try requireValues()
        writeIdentification()
        try writeSettings()
        try writeAttributes()
        for relationship in mapping.relationshipMappings { write(relationship) }
        for connection in mapping.connections { write(connection) }
        var arguments = ["for: \(type).self"]
        if mapping.name != mapping.entity.name {
            arguments.append("named: \(SwiftLiteral.text(mapping.name))")
        }
        if mapping.identificationAttributes == nil {
            arguments.append("infersIdentification: false")
        }
        let isConstant = statements.allSatisfy { $0.hasPrefix("    //") }
        let keyword = isConstant ? "let" : "var"
        lines =
            SwiftLayout.call("    \(keyword) mapping = EntityMapping", arguments)
            + paths.declarations + statements + ["    return mapping"]
    }

    private func requireValues() throws(SwiftPackageError) {
        let closures: [(String, Bool)] = [
            ("identificationPredicateBuilder", mapping.identificationPredicateBuilder != nil),
            ("representationTransform", mapping.representationTransform != nil),
            ("didMap", mapping.didMap != nil), ("didWrite", mapping.didWrite != nil),
            ("recordValidation", mapping.recordValidation != nil),
            ("validations", !mapping.validations.isEmpty),
        ]
        guard let closure = closures.first(where: \.1) else { return }
        throw SwiftPackageError(
            .notExpressible, "'\(closure.0)' of the mapping '\(mapping.name)' is a closure")
    }

    private mutating func writeIdentification() {
        statements += comments.lines(about: mapping.entity.name)
        guard let names = mapping.identificationAttributes else { return }
        statements += SwiftLayout.list(
            "    mapping.identificationAttributes = ", names.map(SwiftLiteral.text))
    }

    /// Writes the attributes: in one table those that need no options, then the others.
    private mutating func writeAttributes() throws(SwiftPackageError) {
        let all = mapping.attributeMappings
        let isOrdered = Set(all.map(\.destination)).count < all.count
        var pairs: [String] = []
        var others: [AttributeMapping] = []
        for attribute in all {
            let subject = "\(mapping.entity.name).\(attribute.destination)"
            let isSimple =
                attribute == AttributeMapping(from: attribute.source, to: attribute.destination)
                && attribute.source != .root && comments.lines(about: subject).isEmpty
            // The last of several mappings to an attribute wins, so their order matters.
            let length = attribute.source.description.utf8.count + attribute.destination.utf8.count
            if isSimple, !isOrdered, length < 80 {
                pairs.append(
                    "\(paths.literal(attribute.source)): \(SwiftLiteral.text(attribute.destination))"
                )
            } else {
                others.append(attribute)
            }
        }
        // Long literals take the compiler long.
        for start in stride(from: 0, to: pairs.count, by: 40) {
            statements += SwiftLayout.list(
                "    mapping.addAttributeMappings(",
                Array(pairs[start..<min(start + 40, pairs.count)]),
                ")")
        }
        for attribute in others { try write(attribute) }
    }

    private mutating func write(_ attribute: AttributeMapping) throws(SwiftPackageError) {
        statements += comments.lines(about: "\(mapping.entity.name).\(attribute.destination)")
        var arguments = [
            "from: \(paths.literal(attribute.source))",
            "to: \(SwiftLiteral.text(attribute.destination))",
        ]
        if attribute.transform != .default {
            arguments.append("using: \(try SwiftValues.transform(attribute.transform))")
        }
        var changes: [String] = []
        if attribute.isReadOnly { changes.append("isReadOnly = true") }
        if attribute.isOptional { changes.append("isOptional = true") }
        if attribute.writesNull { changes.append("writesNull = true") }
        if let policy = attribute.unknownCases {
            changes.append("unknownCases = \(SwiftValues.unknownCases(policy))")
        }
        add("Attribute", arguments, changes)
    }

    private mutating func write(_ relationship: RelationshipMapping) {
        statements += comments.lines(about: "\(mapping.entity.name).\(relationship.destination)")
        var arguments = [
            "from: \(paths.literal(relationship.source))",
            "to: \(SwiftLiteral.text(relationship.destination))",
            "using: \(SwiftLiteral.text(relationship.mapping))",
        ]
        if relationship.assignmentPolicy != .set {
            arguments.append("assignmentPolicy: .\(relationship.assignmentPolicy)")
        }
        var changes: [String] = []
        if relationship.representation != .automatic {
            changes.append("representation = .\(relationship.representation)")
        }
        if let operations = relationship.allowedOperations {
            changes.append("allowedOperations = \(Self.operations(operations))")
        }
        if relationship.isOptional { changes.append("isOptional = true") }
        add("Relationship", arguments, changes)
    }

    /// Writes a property mapping, with a variable if it has options.
    private mutating func add(_ kind: String, _ arguments: [String], _ changes: [String]) {
        guard !changes.isEmpty else {
            statements += SwiftLayout.call("    mapping.add\(kind)Mapping", arguments)
            return
        }
        options += 1
        let name = "\(kind.lowercased())\(options)"
        statements += SwiftLayout.call("    var \(name) = \(kind)Mapping", arguments)
        statements += changes.map { "    \(name).\($0)" }
        statements.append("    mapping.add\(kind)Mapping(\(name))")
    }

    static func operations(_ operations: AllowedOperations) -> String {
        let names: [(AllowedOperations, String)] = [
            (.insert, ".insert"), (.update, ".update"), (.delete, ".delete"),
        ]
        return "[" + names.filter { operations.contains($0.0) }.map(\.1).joined(separator: ", ")
            + "]"
    }
}

/// Connections and settings.
extension MappingCode {
    private mutating func write(_ connection: ConnectionDescription) {
        let entity = mapping.entity.name
        for key in connection.keys where mapping.attributeMapping(to: key.source) == nil {
            statements += comments.lines(about: "\(entity).\(key.source)")
        }
        statements += comments.lines(about: "\(entity).\(connection.relationship)")
        let plain =
            connection.keyPath.map {
                ConnectionDescription(
                    entity: connection.entity, relationship: connection.relationship,
                    keyPath: $0.description)
            }
            ?? ConnectionDescription(
                entity: connection.entity, relationship: connection.relationship,
                connectedBy: Self.table(connection))
        var keys: [String] = []
        for key in connection.keys {
            let isShort = key.source.utf8.count + key.destination.utf8.count < 64
            let source = paths.literal(key.source, unless: isShort)
            keys.append("\(source): \(SwiftLiteral.text(key.destination))")
        }
        let source =
            connection.keyPath.map { "keyPath: \(SwiftLiteral.text($0.description))" }
            ?? "connectedBy: [\(keys.joined(separator: ", "))]"
        let relationship = SwiftLiteral.text(connection.relationship)
        guard connection != plain else {
            statements += SwiftLayout.call(
                "    mapping.addConnection", ["for: \(relationship)", source])
            return
        }
        options += 1
        let name = "connection\(options)"
        statements += SwiftLayout.call(
            "    var \(name) = ConnectionDescription",
            [
                "entity: \(SwiftLiteral.text(connection.entity))", "relationship: \(relationship)",
                source,
            ])
        if connection.includesSubentities != plain.includesSubentities {
            statements.append("    \(name).includesSubentities = \(connection.includesSubentities)")
        }
        if connection.onMissing != plain.onMissing {
            statements.append("    \(name).onMissing = .\(connection.onMissing)")
        }
        set("\(name).sourcePredicate", connection.sourcePredicate, unless: plain.sourcePredicate)
        set(
            "\(name).destinationPredicate", connection.destinationPredicate,
            unless: plain.destinationPredicate)
        statements.append("    mapping.addConnection(\(name))")
    }

    private static func table(_ connection: ConnectionDescription) -> [String: String] {
        Dictionary(
            connection.keys.map { ($0.source, $0.destination) },
            uniquingKeysWith: { first, _ in first })
    }

    private mutating func set(
        _ property: String, _ predicate: EntityPredicate?, unless plain: EntityPredicate? = nil
    ) {
        guard let predicate, predicate != plain else { return }
        let (text, isThrowing) = SwiftValues.predicate(predicate)
        self.isThrowing = self.isThrowing || isThrowing
        let line = "    \(property) = \(text)"
        statements +=
            line.count > SwiftLayout.width ? ["    \(property) =", "        \(text)"] : [line]
    }

    /// Writes the settings that differ from those of a new mapping.
    private mutating func writeSettings() throws(SwiftPackageError) {
        let flags: [(String, KeyPath<EntityMapping, Bool>, Bool)] = [
            ("acceptsIdentifiers", \.acceptsIdentifiers, false),
            ("reusesUnidentifiedObjects", \.reusesUnidentifiedObjects, true),
            ("followsSubentities", \.followsSubentities, false),
            (
                "shouldMapRelationshipsIfObjectIsUnmodified",
                \.shouldMapRelationshipsIfObjectIsUnmodified, false
            ), ("discardsInvalidObjectsOnInsert", \.discardsInvalidObjectsOnInsert, false),
            (
                "assignsDefaultValueForMissingAttributes",
                \.assignsDefaultValueForMissingAttributes, false
            ), ("assignsNilForMissingRelationships", \.assignsNilForMissingRelationships, false),
            ("assignsNilForNullRelationships", \.assignsNilForNullRelationships, true),
            (
                "requiresArraysForToManyRelationships", \.requiresArraysForToManyRelationships,
                false
            ), ("forcesCollectionMapping", \.forcesCollectionMapping, false),
            ("performsValidation", \.performsValidation, true),
        ]
        for (name, path, standard) in flags where mapping[keyPath: path] != standard {
            statements.append("    mapping.\(name) = \(!standard)")
        }
        if mapping.missingIdentification != .insert {
            statements.append(
                "    mapping.missingIdentification = .\(mapping.missingIdentification)")
        }
        if mapping.conflictingSubentity != .skip {
            statements.append("    mapping.conflictingSubentity = .\(mapping.conflictingSubentity)")
        }
        if mapping.allowedOperations != .all {
            statements.append(
                "    mapping.allowedOperations = \(Self.operations(mapping.allowedOperations))")
        }
        if let name = mapping.modificationAttribute {
            statements.append("    mapping.modificationAttribute = \(SwiftLiteral.text(name))")
        }
        if let name = mapping.synchronizationAttribute {
            statements.append("    mapping.synchronizationAttribute = \(SwiftLiteral.text(name))")
        }
        if mapping.modificationThreshold != 0 {
            statements.append(
                "    mapping.modificationThreshold = \(mapping.modificationThreshold)")
        }
        set("mapping.identificationPredicate", mapping.identificationPredicate)
        set("mapping.deletionPredicate", mapping.deletionPredicate)
        try writeNaming()
    }

    private mutating func writeNaming() throws(SwiftPackageError) {
        if mapping.keyNaming == .snakeCase {
            statements.append("    mapping.keyNaming = .snakeCase")
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
            statements.append("    mapping.unknownCases = \(SwiftValues.unknownCases(policy))")
        }
    }
}
