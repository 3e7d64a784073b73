import EntityMapper
import MercatorPayload
import ModelGeneration
import ObjectGraph

/// Generates the body of a function that creates a mapping.
///
/// The mapping is created from typed parts. Statements follow for settings that have no typed part,
/// and for later mappings of the same kind, to preserve the order of mappings.
struct MappingCode {
    /// The lines written so far.
    private(set) var lines: [String] = []
    /// Indicates whether the function throws, which parsing a condition does.
    var isThrowing = false

    let mapping: EntityMapping
    let schemas: SchemaStructs
    var paths = SwiftPaths()
    private let comments: DecisionComments
    /// The parts that create the mapping.
    private var parts: [Part] = []
    private var statements: [String] = []
    /// The parts after the last statement; `nil` before any part of the current kind.
    private var laterParts: [Part]?
    private var variables = 0

    private struct Part {
        /// The part on one line; `nil` if it has a comment.
        let text: String?
        /// The part on separate lines, which end in a comma.
        let lines: [String]
    }

    init(_ mapping: EntityMapping, _ schemas: SchemaStructs, _ comments: DecisionComments) {
        self.mapping = mapping
        self.schemas = schemas
        self.comments = comments
    }

    /// Writes the lines.
    ///
    /// - Throws: ``SwiftPackageError`` if the mapping contains closures.
    mutating func write() throws(SwiftPackageError) {
        try requireValues()
        for attribute in mapping.attributeMappings { try write(attribute) }
        closeKind()
        for relationship in mapping.relationshipMappings { try write(relationship) }
        closeKind()
        for connection in mapping.connections { write(connection) }
        closeKind()
        writeIdentification()
        try writeSettings()
        closeKind()
        let isAlone = statements.isEmpty
        let start = isAlone ? paths.declarations.isEmpty ? "" : "return " : "var mapping = "
        lines = paths.declarations + creation(start) + statements
        if !isAlone { lines.append("    return mapping") }
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

    private mutating func write(_ attribute: AttributeMapping) throws(SwiftPackageError) {
        let settings = try PropertySettings(
            AttributeMapping.declaredSettings, of: attribute, unlike: .withDefaults)
        let source = paths.literal(attribute.source)
        let subject = subject(attribute.destination)
        let path = attribute.destination.split(separator: ".").map(String.init)
        if settings.statements.isEmpty,
            path.count == 1 || path.count == 2 && settings.part.isEmpty,
            let declarer = schemas.declarer(of: [path[0]], in: mapping.entity.name),
            let keyPaths = schemas.keyPaths(path[...], of: declarer)
        {
            add(
                ".map",
                [source, "to: \(keyPaths[0])"] + keyPaths.dropFirst() + settings.common
                    + settings.part, of: declarer, about: [subject])
        } else {
            let destination = SwiftLiteral.text(attribute.destination)
            add(
                "Attribute", ["from: \(source)", "to: \(destination)"] + settings.common,
                settings.statements + settings.partStatements, about: subject)
        }
    }

    private mutating func write(
        _ relationship: RelationshipMapping
    ) throws(SwiftPackageError) {
        let settings = try PropertySettings(
            RelationshipMapping.declaredSettings, of: relationship, unlike: .withDefaults)
        let name = relationship.destination
        let source = paths.literal(relationship.source)
        let use = ["using: \(SwiftLiteral.text(relationship.mapping))"]
        if settings.statements.isEmpty,
            let declarer = schemas.declarer(of: [name], in: mapping.entity.name),
            let keyPath = schemas.keyPath(name, of: declarer)
        {
            let isNamed = schemas.destination(of: name, of: declarer) != relationship.mapping
            add(
                ".map",
                [source, "to: \(keyPath)"] + (isNamed ? use : []) + settings.common
                    + settings.part, of: declarer, about: [subject(name)])
        } else {
            add(
                "Relationship",
                ["from: \(source)", "to: \(SwiftLiteral.text(name))"] + use + settings.common,
                settings.statements + settings.partStatements, about: subject(name))
        }
    }

    private mutating func writeIdentification() {
        let names = mapping.identificationAttributes ?? []
        let declarer = schemas.declarer(of: names, in: mapping.entity.name) ?? ""
        let keyPaths = names.compactMap { schemas.keyPath($0, of: declarer) }
        guard keyPaths.isEmpty else {
            let by = ["by: \(keyPaths[0])"] + keyPaths.dropFirst()
            add(".identify", by, of: declarer, about: [mapping.entity.name])
            return
        }
        let value =
            mapping.identificationAttributes.map { "[\(SwiftValues.texts($0))]" } ?? "nil"
        set("identificationAttributes", to: value, about: [mapping.entity.name])
    }
}

/// Parts and statements.
extension MappingCode {
    /// Returns the subject of comments about a property.
    func subject(_ property: String) -> String { "\(mapping.entity.name).\(property)" }

    /// Adds a part with key paths of an entity, by default the mapping's entity.
    mutating func add(
        _ part: String, _ arguments: [String], of declarer: String? = nil,
        about subjects: [String] = []
    ) {
        let indent = String(repeating: " ", count: 8)
        var text = "\(part)(\(arguments.joined(separator: ", ")))"
        var lines = SwiftLayout.call(indent + part, arguments, ",")
        if let declarer, declarer != mapping.entity.name {
            let ancestor = "from: \(schemas.type(declarer))"
            text = ".inherited(\(ancestor), \(text))"
            lines = ["\(indent)\(text),"]
            if lines[0].count > SwiftLayout.width {
                lines =
                    ["\(indent).inherited(", "\(indent)    \(ancestor),"]
                    + SwiftLayout.call("\(indent)    \(part)", arguments, "),")
            }
        }
        let comment = subjects.flatMap { comments.lines(about: $0, indent: indent) }
        let new = Part(text: comment.isEmpty ? text : nil, lines: comment + lines)
        if laterParts?.append(new) == nil { parts.append(new) }
    }

    /// Adds statements; subsequent parts of the same kind are written after them.
    mutating func add(_ lines: [String], about subjects: [String] = []) {
        closeKind()
        laterParts = []
        statements += subjects.flatMap { comments.lines(about: $0) } + lines
    }

    /// Adds the parts that follow the last statement.
    private mutating func closeKind() {
        if let parts = laterParts, !parts.isEmpty { statements += call("mapping.add", parts) }
        laterParts = nil
    }

    /// Adds statements for a property mapping, with a variable if it has options.
    private mutating func add(
        _ kind: String, _ arguments: [String], _ changes: [String], about subject: String
    ) {
        guard !changes.isEmpty else {
            add(SwiftLayout.call("    mapping.add\(kind)Mapping", arguments), about: [subject])
            return
        }
        let name = newVariable(kind.lowercased())
        add(
            SwiftLayout.call("    var \(name) = \(kind)Mapping", arguments)
                + changes.map { "    \(name).\($0)" } + ["    mapping.add\(kind)Mapping(\(name))"],
            about: [subject])
    }

    /// Adds a setting.
    mutating func set(_ setting: String, to value: String, about subjects: [String] = []) {
        add(".set", ["\\.\(setting)", "to: \(value)"], about: subjects)
    }

    mutating func newVariable(_ kind: String) -> String {
        variables += 1
        return "\(kind)\(variables)"
    }

    private func creation(_ start: String) -> [String] {
        let name = "named: \(SwiftLiteral.text(mapping.name))"
        let isNamed = mapping.name != mapping.entity.name
        return call(
            "\(start)EntityMapping",
            parts + (isNamed ? [Part(text: name, lines: ["        \(name),"])] : []))
    }

    /// Returns a call on one line, or with each part on separate lines.
    private func call(_ head: String, _ parts: [Part]) -> [String] {
        let type = schemas.type(mapping.entity.name)
        let texts = parts.compactMap(\.text)
        let line = "    \(head)(\(([type] + texts).joined(separator: ", ")))"
        guard texts.count < parts.count || line.count > SwiftLayout.width else { return [line] }
        let lines = ["    \(head)(", "        \(type),"] + parts.flatMap(\.lines)
        return lines.dropLast() + [lines[lines.count - 1].dropLast() + ")"]
    }
}
