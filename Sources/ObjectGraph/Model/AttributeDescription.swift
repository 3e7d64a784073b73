/// What an entity says about one of its attributes.
///
/// ```swift
/// AttributeDescription("title", .string, isOptional: false, defaultValue: "Untitled")
/// ```
public struct AttributeDescription: Sendable, Hashable {
    /// The name, unique among the properties of the entity.
    public var name: String
    /// What kind of value the attribute holds.
    public var type: AttributeType {
        didSet { if type != oldValue { shape = .everything } }
    }
    /// Whether the attribute may be without a value when its object is saved.
    public var isOptional: Bool
    /// Whether no two objects of the entity may have the same value; `null` is never the same.
    public var isUnique: Bool
    /// The value of a new object.
    public var defaultValue: Value
    /// What a value must be like when its object is saved.
    public var rules: [ValueRule]
    /// Annotations for tools, such as a mapping made from the model.
    public var userInfo: [String: Value]
    /// The name it had in an earlier model; a store that still has that name keeps its values.
    public var renamingIdentifier: String?
    /// What the Swift type of a schema struct says beyond the type; it takes part in no comparison, so
    /// that a model which was read by name equals one that is written in Swift.
    package var shape = AttributeShape.everything

    /// Describes an attribute; optional, not unique, without a default and rules unless said otherwise.
    public init(
        _ name: String, _ type: AttributeType, isOptional: Bool = true, isUnique: Bool = false,
        defaultValue: Value = .null, rules: [ValueRule] = [], userInfo: [String: Value] = [:],
        renamingIdentifier: String? = nil
    ) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.isUnique = isUnique
        self.defaultValue = defaultValue
        self.rules = rules
        self.userInfo = userInfo
        self.renamingIdentifier = renamingIdentifier
    }
}
