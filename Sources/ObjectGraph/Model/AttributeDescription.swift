/// The description of one attribute of an entity.
///
/// ```swift
/// AttributeDescription("title", .string, isOptional: false, defaultValue: "Untitled")
/// ```
public struct AttributeDescription: Sendable, Hashable {
    /// The name, unique among the properties of the entity.
    public var name: String
    /// The type of the attribute's values.
    public var type: AttributeType {
        didSet { if type != oldValue { shape = .everything } }
    }
    /// Indicates whether the attribute can be null when its object is saved.
    public var isOptional: Bool
    /// Indicates whether the value is unique among the objects of the entity, except for null.
    public var isUnique: Bool
    /// Indicates whether searches find objects by the words of the attribute's text.
    ///
    /// Stores keep an index of the words; see ``EntityPredicate/matches(_:in:)``.
    public var isSearchable: Bool
    /// The value of a new object.
    public var defaultValue: Value
    /// The rules that a value must satisfy when its object is saved.
    public var rules: [ValueRule]
    /// Annotations for tools, such as a mapping generator.
    public var userInfo: [String: Value]
    /// The name of the attribute in an earlier model.
    ///
    /// Migration keeps the values that a store has under that name.
    public var renamingIdentifier: String?
    /// The restrictions of the Swift type in a schema struct beyond the attribute type.
    ///
    /// All shapes compare equal, so a model that was built by name equals the same model built from
    /// schema structs.
    package var shape = AttributeShape.everything

    /// Creates a description.
    ///
    /// By default the attribute is optional, neither unique nor searchable, without a default value
    /// and rules.
    public init(
        _ name: String, _ type: AttributeType, isOptional: Bool = true, isUnique: Bool = false,
        isSearchable: Bool = false, defaultValue: Value = .null, rules: [ValueRule] = [],
        userInfo: [String: Value] = [:],
        renamingIdentifier: String? = nil
    ) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.isUnique = isUnique
        self.isSearchable = isSearchable
        self.defaultValue = defaultValue
        self.rules = rules
        self.userInfo = userInfo
        self.renamingIdentifier = renamingIdentifier
    }
}
