/// The object at the end of to-one relationships, whose properties are values of the first object.
///
/// `\Article.author.publisher` is one, and `\Article.author.publisher.name` an attribute of it.
@dynamicMemberLookup
public struct RelatedObject<Destination: Entity>: Sendable {
    /// The path of the relationships.
    let path: PropertyPath

    /// A condition for the lack of the object: `{ $0.author.publisher.isNil }`.
    public var isNil: EntityPredicate { path.isNil }

    /// An attribute of the object, which is null if there is no object.
    public subscript<Value: AttributeValue>(
        dynamicMember attribute: KeyPath<Destination, Attribute<Value>>
    ) -> SelectedProperty<Value?> {
        SelectedProperty(value(attribute))
    }

    /// An attribute of the object, which is null if there is no object.
    public subscript<Value: OptionalAttributeValue>(
        dynamicMember attribute: KeyPath<Destination, Attribute<Value>>
    ) -> SelectedProperty<Value> {
        SelectedProperty(value(attribute))
    }

    /// The object that the object refers to.
    public subscript<Next: Entity>(
        dynamicMember relationship: KeyPath<Destination, ToOne<Next>>
    ) -> RelatedObject<Next> {
        RelatedObject<Next>(path: path.appending(Destination.name(of: relationship)))
    }

    /// The objects of a to-many relationship of the object.
    public subscript<Next: Entity>(
        dynamicMember relationship: KeyPath<Destination, ToMany<Next>>
    ) -> RelatedObjects<Next> {
        RelatedObjects<Next>(path: path.appending(Destination.name(of: relationship)))
    }

    private func value(
        _ attribute: KeyPath<Destination, some NamedProperty>
    ) -> ValueExpression {
        ValueExpression(.attribute(path.appending(Destination.name(of: attribute))))
    }
}

extension ToOne {
    /// A condition for the lack of a related object: `{ !$0.author.isNil }`.
    public var isNil: EntityPredicate { object.isNil }

    /// The object that the relationship refers to.
    private var object: RelatedObject<Destination> {
        RelatedObject(path: PropertyPath(components: [nameInModel]))
    }

    /// An attribute of the related object, which is null if there is no object.
    public subscript<Value: AttributeValue>(
        dynamicMember attribute: KeyPath<Destination, Attribute<Value>>
    ) -> SelectedProperty<Value?> {
        object[dynamicMember: attribute]
    }

    /// An attribute of the related object, which is null if there is no object.
    public subscript<Value: OptionalAttributeValue>(
        dynamicMember attribute: KeyPath<Destination, Attribute<Value>>
    ) -> SelectedProperty<Value> {
        object[dynamicMember: attribute]
    }

    /// The object that the related object refers to.
    public subscript<Next: Entity>(
        dynamicMember relationship: KeyPath<Destination, ToOne<Next>>
    ) -> RelatedObject<Next> {
        object[dynamicMember: relationship]
    }

    /// The objects of a to-many relationship of the related object.
    public subscript<Next: Entity>(
        dynamicMember relationship: KeyPath<Destination, ToMany<Next>>
    ) -> RelatedObjects<Next> {
        object[dynamicMember: relationship]
    }
}

extension PropertyPath {
    /// Returns the path to a property of the object at its end.
    func appending(_ name: String) -> PropertyPath { PropertyPath(components: components + [name]) }
}
