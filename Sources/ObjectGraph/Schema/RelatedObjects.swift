/// The objects at the end of a to-many relationship, whose aggregates are values of the first
/// object.
///
/// `\Article.comments.count` is their number, and `\Article.comments.likes.sum` the sum of an
/// attribute.
@dynamicMemberLookup
public struct RelatedObjects<Destination: Entity>: Sendable {
    /// The path of the relationships.
    let path: PropertyPath

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
