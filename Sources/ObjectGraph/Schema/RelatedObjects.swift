/// The objects at the end of a to-many relationship, whose aggregates are values of the first
/// object.
///
/// `\Article.comments.count` is their number, and `\Article.comments.likes.sum` the sum of an
/// attribute.
@dynamicMemberLookup
public struct RelatedObjects<Destination: Entity>: Sendable {
    /// The path of the relationships.
    let path: PropertyPath

    /// A condition for the lack of objects.
    public var isEmpty: EntityPredicate { path.isNil }

    /// Returns a condition that holds if at least one object satisfies a condition.
    public func any(_ condition: (Destination) -> EntityPredicate) -> EntityPredicate {
        EntityPredicate(.quantified(.any, path, condition(Destination.schema)))
    }

    /// Returns a condition that holds if every object satisfies a condition, also without objects.
    public func all(_ condition: (Destination) -> EntityPredicate) -> EntityPredicate {
        EntityPredicate(.quantified(.all, path, condition(Destination.schema)))
    }

    /// The number of the objects.
    public var count: SelectedProperty<Int> {
        SelectedProperty(ValueExpression(.aggregate(.count, path)))
    }

    /// The values of an attribute of the objects.
    public subscript<Value: AttributeValue>(
        dynamicMember attribute: KeyPath<Destination, Attribute<Value>>
    ) -> RelatedValues<Value> {
        RelatedValues(path: path.appending(Destination.name(of: attribute)))
    }
}

/// The values of an attribute of related objects, which an aggregate makes one value.
public struct RelatedValues<Value: AttributeValue>: AggregatedValues {
    /// The path of the relationships and the attribute.
    public let path: PropertyPath
}

extension ToMany {
    /// A condition for the lack of related objects: `{ $0.comments.isEmpty }`.
    public var isEmpty: EntityPredicate { objects.isEmpty }

    /// Returns a condition that holds if at least one related object satisfies a condition.
    ///
    /// ```swift
    /// try context.fetch(Group.self) { $0.memberships.any { $0.role == "owner" } }
    /// ```
    public func any(_ condition: (Destination) -> EntityPredicate) -> EntityPredicate {
        objects.any(condition)
    }

    /// Returns a condition that holds if every related object satisfies a condition.
    ///
    /// It also holds without related objects.
    public func all(_ condition: (Destination) -> EntityPredicate) -> EntityPredicate {
        objects.all(condition)
    }

    /// The number of the objects.
    public var count: SelectedProperty<Int> { objects.count }

    /// The values of an attribute of the objects.
    public subscript<Value: AttributeValue>(
        dynamicMember attribute: KeyPath<Destination, Attribute<Value>>
    ) -> RelatedValues<Value> {
        objects[dynamicMember: attribute]
    }

    private var objects: RelatedObjects<Destination> {
        RelatedObjects(path: PropertyPath(components: [nameInModel]))
    }
}
