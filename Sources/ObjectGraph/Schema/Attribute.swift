/// An attribute of a schema struct; an `Optional` value type makes it optional.
///
/// Comparison operators on it return an ``EntityPredicate``, for conditions such as:
///
/// ```swift
/// let good = try context.fetch(Article.self) { $0.rating >= 4 && $0.isArchived == false }
/// ```
public struct Attribute<Value: AttributeValue>: Sendable {
    /// The name in the model.
    public let name: String
    /// The value of a new object.
    public let defaultValue: Value?
    /// Indicates whether the value is unique among the objects of the entity.
    public let isUnique: Bool
    /// The name of the attribute in an earlier model.
    ///
    /// Migration keeps the values that a store has under that name.
    public let renamingIdentifier: String?

    /// Creates an attribute.
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
    /// The path of the attribute, for conditions without an operator.
    public var path: PropertyPath { PropertyPath(name) }

    /// Returns a predicate that holds if the attribute has this value.
    public static func == (attribute: Self, value: Value) -> EntityPredicate {
        attribute.path == value
    }
    /// Returns a predicate that holds if the attribute has another value, or is null.
    public static func != (attribute: Self, value: Value) -> EntityPredicate {
        attribute.path != value
    }
    /// Returns a predicate that holds if the attribute has a value less than this one.
    public static func < (attribute: Self, value: Value) -> EntityPredicate {
        attribute.path < value
    }
    /// Returns a predicate that holds if the attribute has this value or a lesser one.
    public static func <= (attribute: Self, value: Value) -> EntityPredicate {
        attribute.path <= value
    }
    /// Returns a predicate that holds if the attribute has a value greater than this one.
    public static func > (attribute: Self, value: Value) -> EntityPredicate {
        attribute.path > value
    }
    /// Returns a predicate that holds if the attribute has this value or a greater one.
    public static func >= (attribute: Self, value: Value) -> EntityPredicate {
        attribute.path >= value
    }
    /// Returns a predicate that holds if the attribute has one of these values.
    public func isIn(_ values: [Value]) -> EntityPredicate { path.isIn(values) }
}
