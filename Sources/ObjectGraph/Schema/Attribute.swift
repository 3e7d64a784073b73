/// An attribute of a schema struct; an `Optional` value makes it optional.
///
/// Comparing it gives an ``EntityPredicate``, so conditions can be written with it:
///
/// ```swift
/// let good = try context.fetch(Article.self) { $0.rating >= 4 && $0.isArchived == false }
/// ```
public struct Attribute<Value: AttributeValue>: Sendable {
    /// The name in the model.
    public let name: String
    /// The value of a new object.
    public let defaultValue: Value?
    /// Whether no two objects may have the same value.
    public let isUnique: Bool
    /// The name it had in an earlier model; a store that still has that name keeps its values.
    public let renamingIdentifier: String?

    /// Describes an attribute.
    public init(
        _ name: String, default defaultValue: Value? = nil, isUnique: Bool = false,
        renamingIdentifier: String? = nil
    ) {
        self.name = name
        self.defaultValue = defaultValue
        self.isUnique = isUnique
        self.renamingIdentifier = renamingIdentifier
    }
}

extension Attribute: SchemaProperty {
    var attributeName: String? { name }

    func describe(in entity: inout EntityDescription) {
        var attribute = AttributeDescription(
            name, Value.attributeType, isOptional: Value.isOptionalAttribute,
            isUnique: isUnique, defaultValue: defaultValue?.attributeValue ?? .null,
            renamingIdentifier: renamingIdentifier)
        attribute.shape = AttributeShape(of: Value.self, default: defaultValue)
        entity.declaredAttributes.append(attribute)
    }
}

extension Attribute {
    /// The way to the attribute, for conditions that have no operator.
    public var path: PropertyPath { PropertyPath(name) }

    /// Holds if the attribute has this value.
    public static func == (attribute: Self, value: Value) -> EntityPredicate {
        attribute.path == value
    }
    /// Holds if the attribute has another value, or none.
    public static func != (attribute: Self, value: Value) -> EntityPredicate {
        attribute.path != value
    }
    /// Holds if the attribute has a value below this one.
    public static func < (attribute: Self, value: Value) -> EntityPredicate {
        attribute.path < value
    }
    /// Holds if the attribute has this value or one below it.
    public static func <= (attribute: Self, value: Value) -> EntityPredicate {
        attribute.path <= value
    }
    /// Holds if the attribute has a value above this one.
    public static func > (attribute: Self, value: Value) -> EntityPredicate {
        attribute.path > value
    }
    /// Holds if the attribute has this value or one above it.
    public static func >= (attribute: Self, value: Value) -> EntityPredicate {
        attribute.path >= value
    }
    /// Holds if the attribute has one of these values.
    public func isIn(_ values: [Value]) -> EntityPredicate { path.isIn(values) }
}
