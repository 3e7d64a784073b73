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
    /// Indicates whether searches find objects by the words of the text.
    public let isSearchable: Bool
    /// The name of the attribute in an earlier model.
    ///
    /// Migration keeps the values that a store has under that name.
    public let renamingIdentifier: String?

    /// Indicates whether the attribute identifies objects, alone or with others.
    public let isIdentity: Bool
    private let annotations: [String: ObjectGraph.Value]

    /// Creates an attribute, by default with the name of its stored property.
    ///
    /// ```swift
    /// struct Article: Entity {
    ///     let slug = Attribute<String>(from: "slug", isIdentity: true)
    ///     let title = Attribute<String>(from: "headline.text", default: "Untitled")
    ///     let isRead = Attribute<Bool>(default: false)
    /// }
    /// ```
    ///
    /// The source, the transform and the identity are annotations of the model, as Groot's are.
    /// Mappings of the schema struct, and mappings made from the annotations of a model, read them.
    ///
    /// - Parameters:
    ///   - name: The name in the model; by default the name of the stored property.
    ///   - source: The path to the value in a representation; `nil` if only code maps it.
    ///   - transform: The name of the transform, which the mapping is given.
    ///   - defaultValue: The value of a new object.
    ///   - isUnique: Whether the value is unique among the objects of the entity.
    ///   - isIdentity: Whether the attribute identifies objects, alone or together with other
    ///     attributes. A declaration in ``Entity/userInfo`` takes precedence.
    ///   - isSearchable: Whether searches find objects by the words of the text.
    ///   - renamingIdentifier: The name of the attribute in an earlier model.
    public init(
        _ name: String? = nil, from source: String? = nil, using transform: String? = nil,
        default defaultValue: Value? = nil, isUnique: Bool = false, isIdentity: Bool = false,
        isSearchable: Bool = false, renamingIdentifier: String? = nil
    ) {
        propertyName = PropertyName(name)
        self.defaultValue = defaultValue
        self.isUnique = isUnique
        self.isIdentity = isIdentity
        self.isSearchable = isSearchable
        self.renamingIdentifier = renamingIdentifier
        var annotations: [String: ObjectGraph.Value] = [:]
        annotations[AnnotationKey.keyPath.rawValue] = source.map { .string($0) }
        annotations[AnnotationKey.transformer.rawValue] = transform.map { .string($0) }
        self.annotations = annotations
    }
}

extension Attribute: AttributeProperty {
    /// The name in the model.
    ///
    /// The default is the name of the stored property. This default is available in key paths, as
    /// in a condition of a fetch, but not in an instance of the schema struct that you create
    /// yourself.
    public var name: String { propertyName.text }

    /// The name in the model.
    public var nameInModel: String { name }
}

extension Attribute: SchemaProperty {
    var identityName: String? { isIdentity ? name : nil }

    func describe(in entity: inout EntityDescription, of type: any Entity.Type) {
        var attribute = AttributeDescription(
            name, Value.attributeType, isOptional: Value.isOptionalAttribute,
            isUnique: isUnique, isSearchable: isSearchable,
            defaultValue: defaultValue?.attributeValue ?? .null,
            userInfo: annotations, renamingIdentifier: renamingIdentifier)
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
