/// What an entity says about one of its relationships.
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
    /// Whether the relationship holds any number of objects.
    public var isToMany: Bool
    /// Whether the objects of a to-many relationship have an order of their own.
    public var isOrdered: Bool
    /// Whether the relationship may be empty when its object is saved.
    public var isOptional: Bool
    /// How many objects a to-many relationship must have at least when its object is saved.
    ///
    /// One that is optional may also be empty, as in Core Data.
    public var minCount: Int
    /// How many objects a to-many relationship may have at most; `nil` for any number.
    public var maxCount: Int?
    /// The relationship that leads back, if there is one; enough to name it at one end.
    public var inverse: String?
    /// What happens to the objects at the other end when the object is deleted.
    public var deleteRule: DeleteRule
    /// Annotations for tools, such as a mapping made from the model.
    public var userInfo: [String: Value]
    /// The name it had in an earlier model; a store that still has that name keeps its links.
    public var renamingIdentifier: String?

    /// Describes a relationship to at most one object.
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

    /// Describes a relationship to any number of objects.
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

/// What happens to the objects at the other end of a relationship when its object is deleted.
public enum DeleteRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// They stay, and no longer refer to the deleted object.
    case nullify
    /// They are deleted as well.
    case cascade
    /// The save is refused while there are any.
    case deny
    /// Nothing is done; a reference that is left behind makes the save fail.
    case noAction
}
