package import ObjectGraph

/// The names of entities and properties in generated Swift code.
package struct SwiftNames {
    private var types: [String: String] = [:]
    private var variables: [String: String] = [:]

    /// Names that the generated code, or code using it, refers to.
    private static let taken: Set<String> = [
        "Any", "Array", "Attribute", "AttributeMapping", "Bool", "CommandLine",
        "ConnectionDescription", "CredentialProvider", "CurlTransport", "Data", "Date", "Decimal",
        "DocumentImport", "Double",
        "DynamicMapping", "Entity", "EntityDescription", "EntityMapping", "EntityPredicate",
        "EnvironmentCredential", "EnvironmentError",
        "Float", "HeaderFields", "Int", "Int16", "Int32", "Int64", "KeyNaming", "ManagedObject",
        "ManagedObjectModel", "ManagedObjectModelError", "MappingMatcher", "MappingPlan",
        "MappingSet", "Object", "ObjectManager", "Optional", "PageOptions", "PageStyle",
        "PayloadFormat", "PayloadPath", "PersistentContainer", "ProcessInfo",
        "Protocol", "RelationshipMapping", "RemoteDescription", "RemoteError", "RemoteOptions",
        "RemotePlan",
        "RepresentationPredicate", "ResponseDescriptor", "SQLiteStore", "Self",
        "String", "Test", "Timestamp", "ToMany", "ToOne", "Type", "UInt8", "URL", "UUID", "Value",
        "ValueTransform", "arguments", "container", "environment", "exit", "importFiles", "kind",
        "kinds", "lists", "load",
        "loads", "makeImport", "makeManager", "makeMappings", "makeModel", "makeServer", "mapping",
        "mappings", "model", "name",
        "path", "paths", "plan", "print", "result", "store", "zip",
    ]

    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case",
        "catch", "class", "continue", "default", "defer", "deinit", "do", "else", "enum",
        "extension",
        "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
        "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
        "where", "while",
    ]

    /// Chooses names for the entities of a model.
    package init(_ entities: [EntityDescription]) {
        let names = Set(entities.map(\.name))
        for entity in entities {
            var type = entity.name
            while type != entity.name ? names.contains(type) : Self.taken.contains(type) {
                type += "Entity"
            }
            types[entity.name] = type
        }
        var used = Set(types.values).union(["makeModel"])
        for entity in entities {
            var variable = entity.name.prefix(1).lowercased() + entity.name.dropFirst()
            while !used.insert(variable).inserted { variable += "Entity" }
            variables[entity.name] = variable
        }
    }

    /// Returns the name of an entity's struct, escaped if necessary.
    package func type(_ entity: String) -> String { Self.escaped(types[entity] ?? entity) }

    /// Returns an unused name for a type: the given name, or a longer one.
    package func unusedType(_ name: String, beside others: Set<String>) -> String {
        var type = name
        while Self.taken.contains(type) || types.values.contains(type) || others.contains(type) {
            type += "Text"
        }
        return type
    }

    /// Tests whether the struct has to declare the name of its entity explicitly.
    func isRenamed(_ entity: String) -> Bool { type(entity) != entity }

    /// Returns the name of a variable for an entity, escaped if necessary.
    func variable(_ entity: String) -> String { Self.escaped(variables[entity] ?? entity) }

    /// Tests whether a property's label in Swift is its name.
    static func isLabel(_ name: String) -> Bool { !name.contains(where: isForbidden) }

    /// Encloses a name in backticks if it is a keyword or not an identifier.
    package static func escaped(_ name: String) -> String {
        guard !isIdentifier(name) || keywords.contains(name) else { return name }
        return "`\(String(name.map { isForbidden($0) ? "_" : $0 }))`"
    }

    private static func isIdentifier(_ name: String) -> Bool {
        name.first.map { $0.isLetter || $0 == "_" } == true
            && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// Tests for a character that is not allowed between backticks.
    private static func isForbidden(_ character: Character) -> Bool {
        character == "`" || character == "\\" || character.isNewline
    }
}
