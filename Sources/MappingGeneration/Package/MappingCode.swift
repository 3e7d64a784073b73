import EntityMapper
import ModelGeneration
import ObjectGraph
import Payload

/// Generates the body of a function that creates a mapping.
struct MappingCode {
    /// The lines written so far.
    private(set) var lines: [String] = []
    /// Indicates whether the function throws, which parsing a condition does.
    var isThrowing = false

    let mapping: EntityMapping
    let comments: DecisionComments
    var paths = SwiftPaths()
    var statements: [String] = []
    private let type: String
    private var variables = 0

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
        lines = declaration + paths.declarations + statements + ["    return mapping"]
    }

    /// The declaration of the mapping: a constant if no statement follows.
    private var declaration: [String] {
        var arguments = ["for: \(type).self"]
        if mapping.name != mapping.entity.name {
            arguments.append("named: \(SwiftLiteral.text(mapping.name))")
        }
        if mapping.identificationAttributes == nil {
            arguments.append("infersIdentification: false")
        }
        let isConstant = statements.allSatisfy { $0.hasPrefix("    //") }
        let keyword = isConstant ? "let" : "var"
        return SwiftLayout.call("    \(keyword) mapping = EntityMapping", arguments)
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

    /// Writes the attributes: simple ones in a table, then the ones with options.
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
            // The last mapping to an attribute wins, so duplicates must stay in order.
            let length = attribute.source.description.utf8.count + attribute.destination.utf8.count
            if isSimple, !isOrdered, length < 80 {
                pairs.append(
                    "\(paths.literal(attribute.source)): \(SwiftLiteral.text(attribute.destination))"
                )
            } else {
                others.append(attribute)
            }
        }
        // Long literals compile slowly.
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

    /// Writes a property mapping, as a variable if it has options.
    private mutating func add(_ kind: String, _ arguments: [String], _ changes: [String]) {
        guard !changes.isEmpty else {
            statements += SwiftLayout.call("    mapping.add\(kind)Mapping", arguments)
            return
        }
        let name = newVariable(kind.lowercased())
        statements += SwiftLayout.call("    var \(name) = \(kind)Mapping", arguments)
        statements += changes.map { "    \(name).\($0)" }
        statements.append("    mapping.add\(kind)Mapping(\(name))")
    }

    mutating func newVariable(_ kind: String) -> String {
        variables += 1
        return "\(kind)\(variables)"
    }

    static func operations(_ operations: AllowedOperations) -> String {
        let names: [(AllowedOperations, String)] = [
            (.insert, ".insert"), (.update, ".update"), (.delete, ".delete"),
        ]
        return "[" + names.filter { operations.contains($0.0) }.map(\.1).joined(separator: ", ")
            + "]"
    }
}
