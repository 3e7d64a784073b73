/// A to-one relationship of a schema struct.
public struct ToOne<Destination: Entity>: Sendable {
    /// The name in the model.
    public let name: String
    private let inverse: @Sendable () -> String?
    private let isOptional: Bool
    private let deleteRule: DeleteRule
    private let renamingIdentifier: String?

    /// Creates a to-one relationship whose inverse is to-many.
    public init<Source: Entity>(
        _ name: String, inverse: any KeyPath<Destination, ToMany<Source>> & Sendable,
        isOptional: Bool = true, deleteRule: DeleteRule = .nullify,
        renamingIdentifier: String? = nil
    ) {
        self.init(name, isOptional, deleteRule, renamingIdentifier) {
            Destination()[keyPath: inverse].name
        }
    }

    /// Creates a to-one relationship whose inverse is to-one.
    public init<Source: Entity>(
        _ name: String, inverse: any KeyPath<Destination, ToOne<Source>> & Sendable,
        isOptional: Bool = true, deleteRule: DeleteRule = .nullify,
        renamingIdentifier: String? = nil
    ) {
        self.init(name, isOptional, deleteRule, renamingIdentifier) {
            Destination()[keyPath: inverse].name
        }
    }

    /// Creates a to-one relationship without an inverse, or whose inverse declares the pair.
    public init(
        _ name: String, isOptional: Bool = true, deleteRule: DeleteRule = .nullify,
        renamingIdentifier: String? = nil
    ) {
        self.init(name, isOptional, deleteRule, renamingIdentifier) { nil }
    }

    private init(
        _ name: String, _ isOptional: Bool, _ deleteRule: DeleteRule,
        _ renamingIdentifier: String?, inverse: @escaping @Sendable () -> String?
    ) {
        self.name = name
        self.isOptional = isOptional
        self.deleteRule = deleteRule
        self.renamingIdentifier = renamingIdentifier
        self.inverse = inverse
    }
}

extension ToOne: SchemaProperty {
    func describe(in entity: inout EntityDescription) {
        entity.declaredRelationships.append(
            .toOne(
                name, Destination.entityName, inverse: inverse(), isOptional: isOptional,
                deleteRule: deleteRule, renamingIdentifier: renamingIdentifier))
    }
}

/// A to-many relationship of a schema struct.
public struct ToMany<Destination: Entity>: Sendable {
    /// The name in the model.
    public let name: String
    private let inverse: @Sendable () -> String?
    private let isOrdered: Bool
    private let isOptional: Bool
    private let deleteRule: DeleteRule
    private let renamingIdentifier: String?

    /// Creates a to-many relationship whose inverse is to-one.
    public init<Source: Entity>(
        _ name: String, inverse: any KeyPath<Destination, ToOne<Source>> & Sendable,
        isOrdered: Bool = false, isOptional: Bool = true, deleteRule: DeleteRule = .nullify,
        renamingIdentifier: String? = nil
    ) {
        self.init(name, isOrdered, isOptional, deleteRule, renamingIdentifier) {
            Destination()[keyPath: inverse].name
        }
    }

    /// Creates a to-many relationship whose inverse is to-many.
    public init<Source: Entity>(
        _ name: String, inverse: any KeyPath<Destination, ToMany<Source>> & Sendable,
        isOrdered: Bool = false, isOptional: Bool = true, deleteRule: DeleteRule = .nullify,
        renamingIdentifier: String? = nil
    ) {
        self.init(name, isOrdered, isOptional, deleteRule, renamingIdentifier) {
            Destination()[keyPath: inverse].name
        }
    }

    /// Creates a to-many relationship without an inverse, or whose inverse declares the pair.
    public init(
        _ name: String, isOrdered: Bool = false, isOptional: Bool = true,
        deleteRule: DeleteRule = .nullify, renamingIdentifier: String? = nil
    ) {
        self.init(name, isOrdered, isOptional, deleteRule, renamingIdentifier) { nil }
    }

    private init(
        _ name: String, _ isOrdered: Bool, _ isOptional: Bool, _ deleteRule: DeleteRule,
        _ renamingIdentifier: String?, inverse: @escaping @Sendable () -> String?
    ) {
        self.name = name
        self.isOrdered = isOrdered
        self.isOptional = isOptional
        self.deleteRule = deleteRule
        self.renamingIdentifier = renamingIdentifier
        self.inverse = inverse
    }
}

extension ToMany: SchemaProperty {
    func describe(in entity: inout EntityDescription) {
        entity.declaredRelationships.append(
            .toMany(
                name, Destination.entityName, inverse: inverse(), isOrdered: isOrdered,
                isOptional: isOptional, deleteRule: deleteRule,
                renamingIdentifier: renamingIdentifier))
    }
}
