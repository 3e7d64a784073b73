/// An attribute of a schema struct; an `Optional` value type makes it optional.
///
/// Comparison operators on it return an ``EntityPredicate``, for conditions such as:
///
/// ```swift
/// let good = try context.fetch(Article.self) { $0.rating >= 4 && $0.isArchived == false }
/// ```
public struct Attribute<Value: AttributeValue>: Sendable {
    let propertyName: PropertyName
    /// The value of a new object.
    public let defaultValue: Value?
    /// Indicates whether the value is unique among the objects of the entity.
    public let isUnique: Bool
    /// The name of the attribute in an earlier model.
    ///
    /// Migration keeps the values that a store has under that name.
    public let renamingIdentifier: String?

    /// Creates an attribute with the name of its stored property.
    ///
    /// ```swift
    /// struct Author: Entity {
    ///     let authorID = Attribute<Int64>()
    ///     let name = Attribute<String>(default: "Unknown")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - defaultValue: The value of a new object.
    ///   - isUnique: Whether the value is unique among the objects of the entity.
    public init(default defaultValue: Value? = nil, isUnique: Bool = false) {
        propertyName = PropertyName(nil)
        self.defaultValue = defaultValue
        self.isUnique = isUnique
        renamingIdentifier = nil
    }

    /// Creates an attribute with a name of its own.
    ///
    /// - Parameters:
    ///   - name: The name in the model.
    ///   - defaultValue: The value of a new object.
    ///   - isUnique: Whether the value is unique among the objects of the entity.
    ///   - renamingIdentifier: The name of the attribute in an earlier model.
    public init(
        _ name: String, default defaultValue: Value? = nil, isUnique: Bool = false,
        renamingIdentifier: String? = nil
    ) {
        propertyName = PropertyName(name)
        self.defaultValue = defaultValue
        self.isUnique = isUnique
        self.renamingIdentifier = renamingIdentifier
    }
}

extension Attribute {
    /// The name in the model.
    ///
    /// A name that was not given is that of the stored property. It is known where a key path is
    /// followed, as in a condition of a fetch, but not in an instance of the schema struct that you
    /// create yourself.
    public var name: String { propertyName.text }
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
