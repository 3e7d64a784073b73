/// The description of one relationship of an entity.
///
/// ```swift
/// RelationshipDescription.toOne("author", "Author", inverse: "articles")
/// RelationshipDescription.toMany("tags", "Tag", inverse: "articles", isOrdered: true)
/// ```
public struct RelationshipDescription: Sendable, Hashable {
    /// The name, unique among the properties of the entity.
    public var name: String
    /// The name of the entity at the other end.
    public var destination: String
    /// Indicates whether the relationship can hold more than one object.
    public var isToMany: Bool
    /// Indicates whether the objects of a to-many relationship are ordered.
    public var isOrdered: Bool
    /// Indicates whether the relationship can be empty when its object is saved.
    public var isOptional: Bool
    /// The least number of objects of a to-many relationship when its object is saved.
    ///
    /// An optional relationship can also be empty, as in Core Data.
    public var minCount: Int
    /// The greatest number of objects of a to-many relationship; `nil` for any number.
    public var maxCount: Int?
    /// The name of the inverse relationship, if any.
    ///
    /// It needs to be named at one end only.
    public var inverse: String?
    /// The effect of deleting the object on the objects at the other end.
    public var deleteRule: DeleteRule
    /// Annotations for tools, such as a mapping generator.
    public var userInfo: [String: Value]
    /// The name of the relationship in an earlier model.
    ///
    /// Migration keeps the links that a store has under that name.
    public var renamingIdentifier: String?

    /// Creates a relationship to at most one object.
    public static func toOne(
        _ name: String, _ destination: String, inverse: String? = nil, isOptional: Bool = true,
        deleteRule: DeleteRule = .nullify, userInfo: [String: Value] = [:],
        renamingIdentifier: String? = nil
    ) -> RelationshipDescription {
        RelationshipDescription(
            name: name, destination: destination, isToMany: false, isOrdered: false,
            isOptional: isOptional, minCount: 0, maxCount: nil, inverse: inverse,
            deleteRule: deleteRule, userInfo: userInfo,
            renamingIdentifier: renamingIdentifier)
    }

    /// Creates a relationship to any number of objects.
    public static func toMany(
        _ name: String, _ destination: String, inverse: String? = nil, isOrdered: Bool = false,
        isOptional: Bool = true, minCount: Int = 0, maxCount: Int? = nil,
        deleteRule: DeleteRule = .nullify, userInfo: [String: Value] = [:],
        renamingIdentifier: String? = nil
    ) -> RelationshipDescription {
        RelationshipDescription(
            name: name, destination: destination, isToMany: true, isOrdered: isOrdered,
            isOptional: isOptional, minCount: minCount, maxCount: maxCount, inverse: inverse,
            deleteRule: deleteRule, userInfo: userInfo,
            renamingIdentifier: renamingIdentifier)
    }
}
