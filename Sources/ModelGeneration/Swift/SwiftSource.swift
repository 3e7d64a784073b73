package import ObjectGraph

/// A model as Swift code: a schema struct for each entity, and a function that creates the model.
///
/// The function adds everything that schema structs cannot express, so the resulting model is
/// equal.
package struct SwiftSource: CustomStringConvertible {
    private let model: ManagedObjectModel
    private let names: SwiftNames
    /// The enumerations by property, such as `Article.state`.
    private let enumerations: [String: SwiftEnumeration]
    private let function: String

    /// Creates the code of a model.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - enumerations: The types of attributes that are enumerations, by property, such as
    ///     `Article.state`.
    ///   - function: The name of the function that creates the model.
    package init(
        _ model: ManagedObjectModel, enumerations: [String: SwiftEnumeration] = [:],
        function: String = "makeModel"
    ) {
        self.model = model
        self.enumerations = enumerations
        self.function = function
        names = SwiftNames(model.entities)
    }

    /// The text of the file.
    package var description: String {
        var lines = needsFoundation ? ["import Foundation"] : []
        lines.append("import Mercator")
        for entity in model.entities { lines += [""] + declaration(of: entity) }
        for (_, enumeration) in enumerations.sorted(by: { $0.key < $1.key }) {
            lines += [""] + enumeration.lines
        }
        return (lines + [""] + makeModel).joined(separator: "\n")
    }

    private var needsFoundation: Bool {
        model.entities.flatMap(\.declaredAttributes).contains {
            [.decimal, .uuid, .url].contains($0.type)
        }
    }

    private func declaration(of entity: EntityDescription) -> [String] {
        var head: [String] = []
        if names.isRenamed(entity.name) {
            let name = SwiftLiteral.text(entity.name)
            head.append("    static var entityName: String { \(name) }")
        }
        if let parent = entity.parent {
            head.append(
                "    static var parent: (any Entity.Type)? { \(names.type(parent)).self }")
        }
        if entity.isAbstract { head.append("    static var isAbstract: Bool { true }") }
        if !entity.userInfo.isEmpty {
            let pairs = SwiftLiteral.pairs(entity.userInfo)
            let line = SwiftLayout.list(
                "    static var userInfo: [String: Value] { ", pairs, " }")
            head +=
                line.count == 1
                ? line
                : ["    static var userInfo: [String: Value] {"]
                    + SwiftLayout.list("        ", pairs) + ["    }"]
        }
        let properties =
            entity.declaredAttributes.flatMap {
                declaration(of: $0, enumerations["\(entity.name).\($0.name)"])
            }
            + entity.declaredRelationships.flatMap { declaration(of: $0, in: entity) }
        let type = names.type(entity.name)
        guard !head.isEmpty || !properties.isEmpty else { return ["struct \(type): Entity {}"] }
        let gap = head.isEmpty || properties.isEmpty ? [] : [""]
        return ["struct \(type): Entity {"] + head + gap + properties + ["}"]
    }

    private func declaration(
        of attribute: AttributeDescription, _ enumeration: SwiftEnumeration?
    ) -> [String] {
        var arguments = Self.name(attribute.name)
        if !attribute.defaultValue.isNull {
            let value = SwiftLiteral.defaultValue(attribute.defaultValue, attribute.type)
            let given = enumeration.map { "\(SwiftNames.escaped($0.type))(rawValue: \(value))" }
            arguments.append("default: \(given ?? value)")
        }
        if attribute.isUnique { arguments.append("isUnique: true") }
        if attribute.isSearchable { arguments.append("isSearchable: true") }
        let name = enumeration.map { SwiftNames.escaped($0.type) } ?? attribute.type.swiftName
        let type = name + (attribute.isOptional ? "?" : "")
        let comment =
            attribute.type.isContainer
            ? ["    // JSON of any kind; name the type of its elements if they have one."] : []
        return comment + Self.declaration(of: attribute.name, "Attribute", type, arguments)
    }

    private func declaration(
        of relationship: RelationshipDescription, in entity: EntityDescription
    ) -> [String] {
        var arguments = Self.name(relationship.name)
        let isSymmetric =
            relationship.destination == entity.name && relationship.inverse == relationship.name
        if let inverse = relationship.inverse, namesInverse(relationship, of: entity) {
            arguments.append("inverse: \\.\(SwiftNames.escaped(inverse))")
        }
        if relationship.isOrdered { arguments.append("isOrdered: true") }
        if !relationship.isOptional { arguments.append("isOptional: false") }
        if relationship.deleteRule != .nullify {
            arguments.append("deleteRule: .\(relationship.deleteRule)")
        }
        return Self.declaration(
            of: relationship.name, relationship.isToMany ? "ToMany" : "ToOne",
            names.type(relationship.destination), arguments, isTyped: isSymmetric)
    }

    /// Returns the argument for the name of a property, unless it is the label.
    private static func name(_ property: String) -> [String] {
        SwiftNames.isLabel(property) ? [] : [SwiftLiteral.text(property)]
    }

    /// Declares a property, over several lines if the names are long.
    ///
    /// The compiler cannot infer the type of a relationship that is its own inverse.
    private static func declaration(
        of property: String, _ kind: String, _ content: String, _ arguments: [String],
        isTyped: Bool = false
    ) -> [String] {
        let name = SwiftNames.escaped(property)
        let type = "\(kind)<\(content)>"
        let head = isTyped ? "    let \(name): \(type) = \(kind)" : "    let \(name) = \(type)"
        guard head.count + (arguments.isEmpty ? 2 : 1) > SwiftLayout.width else {
            return SwiftLayout.call(head, arguments)
        }
        guard !isTyped else {
            return ["    let \(name):"]
                + SwiftLayout.call("        \(type) = \(kind)", arguments)
        }
        return ["    let \(name) = \(kind)<", "        \(content)"]
            + SwiftLayout.call("    >", arguments)
    }

    /// Tests whether a relationship names its inverse.
    ///
    /// Only the first end does, because two ends that refer to each other would prevent type
    /// inference.
    private func namesInverse(
        _ relationship: RelationshipDescription, of entity: EntityDescription
    ) -> Bool {
        guard let own = model.relationship(named: relationship.name, of: entity),
            let inverse = own.inverse
        else { return false }
        return own.index <= inverse
    }
}

extension ManagedObjectModel {
    fileprivate func relationship(
        named name: String, of entity: EntityDescription
    ) -> RelationshipLayout? {
        index(ofEntity: entity.name).flatMap { relationship(named: name, of: $0) }
    }
}

/// The function that creates the model.
extension SwiftSource {
    private var makeModel: [String] {
        var statements: [String] = []
        var entities: [String] = []
        for entity in model.entities {
            let lines = changes(to: entity)
            let description = "\(names.type(entity.name)).entityDescription"
            if lines.isEmpty {
                entities.append(description)
            } else {
                let variable = names.variable(entity.name)
                statements += ["    var \(variable) = \(description)"] + lines
                entities.append(variable)
            }
        }
        return [
            "/// Creates the model, with the settings that schema structs cannot express.",
            "func \(function)() throws(ManagedObjectModelError) -> ManagedObjectModel {",
        ] + statements
            + SwiftLayout.list("    return try ManagedObjectModel(", entities, ")") + ["}"]
    }

    private func changes(to entity: EntityDescription) -> [String] {
        let variable = names.variable(entity.name)
        var lines: [String] = []
        if let earlier = entity.renamingIdentifier {
            lines.append("    \(variable).renamingIdentifier = \(SwiftLiteral.text(earlier))")
        }
        if !entity.uniquenessConstraints.isEmpty {
            lines += SwiftLayout.list(
                "    \(variable).uniquenessConstraints = ",
                entity.uniquenessConstraints.map { names in
                    "[" + names.map(SwiftLiteral.text).joined(separator: ", ") + "]"
                })
        }
        for attribute in entity.declaredAttributes {
            lines += change(to: attribute.name, "Attribute", of: variable, changes(to: attribute))
        }
        for relationship in entity.declaredRelationships {
            lines += change(
                to: relationship.name, "Relationship", of: variable, changes(to: relationship))
        }
        return lines
    }

    private func change(
        to property: String, _ kind: String, of variable: String, _ lines: [String]
    ) -> [String] {
        guard !lines.isEmpty else { return [] }
        let call = "    \(variable).update\(kind)(\(SwiftLiteral.text(property)))"
        return ["\(call) { \(kind.lowercased()) in"] + lines + ["    }"]
    }

    private func changes(to attribute: AttributeDescription) -> [String] {
        var lines: [String] = []
        if !attribute.rules.isEmpty {
            lines += SwiftLayout.list("        attribute.rules = ", attribute.rules.map(\.literal))
        }
        return lines + annotations(attribute.userInfo, attribute.renamingIdentifier, "attribute")
    }

    private func changes(to relationship: RelationshipDescription) -> [String] {
        var lines: [String] = []
        if relationship.minCount > 0 {
            lines.append("        relationship.minCount = \(relationship.minCount)")
        }
        if let most = relationship.maxCount {
            lines.append("        relationship.maxCount = \(most)")
        }
        return lines
            + annotations(relationship.userInfo, relationship.renamingIdentifier, "relationship")
    }

    private func annotations(
        _ userInfo: [String: Value], _ earlier: String?, _ variable: String
    ) -> [String] {
        var lines: [String] = []
        if !userInfo.isEmpty {
            lines += SwiftLayout.list(
                "        \(variable).userInfo = ", SwiftLiteral.pairs(userInfo))
        }
        if let earlier {
            lines.append("        \(variable).renamingIdentifier = \(SwiftLiteral.text(earlier))")
        }
        return lines
    }
}

extension AttributeType {
    fileprivate var isContainer: Bool { self == .array || self == .dictionary }

    fileprivate var swiftName: String {
        switch self {
        case .boolean: "Bool"
        case .integer16: "Int16"
        case .integer32: "Int32"
        case .integer64: "Int64"
        case .float: "Float"
        case .double: "Double"
        case .decimal: "Decimal"
        case .string: "String"
        case .date: "Timestamp"
        case .data: "[UInt8]"
        case .uuid: "UUID"
        case .url: "URL"
        case .array: "[Value]"
        case .dictionary: "[String: Value]"
        }
    }
}
