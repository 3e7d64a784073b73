import ObjectGraph

/// The names that entities and properties have in Swift code.
struct SwiftNames {
    private var types: [String: String] = [:]
    private var variables: [String: String] = [:]

    /// Names that the code uses, or that somebody who uses it will want.
    private static let taken: Set<String> = [
        "Any", "Array", "Attribute", "Bool", "Data", "Date", "Decimal", "Double", "Entity",
        "EntityDescription", "Float", "Int16", "Int32", "Int64", "ManagedObject",
        "ManagedObjectModel", "ManagedObjectModelError", "Object", "Optional", "Protocol", "Self",
        "String", "Timestamp", "ToMany", "ToOne", "Type", "UInt8", "URL", "UUID", "Value",
        "makeModel",
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
    init(_ entities: [EntityDescription]) {
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

    /// The name of the struct of an entity, as code writes it.
    func type(_ entity: String) -> String { Self.escaped(types[entity] ?? entity) }

    /// Whether the struct needs to say the name of its entity; backticks are part of no name.
    func isRenamed(_ entity: String) -> Bool { type(entity) != entity }

    /// The name of a variable for an entity, as code writes it.
    func variable(_ entity: String) -> String { Self.escaped(variables[entity] ?? entity) }

    /// A name as code writes it: between backticks, if it is a keyword or no word at all.
    static func escaped(_ name: String) -> String {
        let isWord =
            name.first.map { $0.isLetter || $0 == "_" } == true
            && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        guard !isWord || keywords.contains(name) else { return name }
        // What cannot stand between backticks.
        let inner = name.map { $0 == "`" || $0 == "\\" || $0.isNewline ? "_" : $0 }
        return "`\(String(inner))`"
    }
}
