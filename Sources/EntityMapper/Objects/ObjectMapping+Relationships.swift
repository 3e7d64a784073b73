public import Payload

/// Nested values. Every nested representation makes a new one; where the property already holds a
/// value that equals it, that value is updated and stays. Types that are not `Equatable` are always
/// new.
extension ObjectMapping {
    /// Maps a nested representation to an optional property.
    ///
    /// `null` makes it `nil`. A union of one value with another is impossible by type: policies are
    /// for collections.
    ///
    /// - Parameters:
    ///   - source: The way to the nested representation; the empty path is the representation itself,
    ///     and nothing is made of it unless one of the nested keys is there.
    ///   - destination: The property.
    ///   - mapping: The mapping for the nested representation.
    public mutating func addRelationshipMapping<Nested>(
        from source: PayloadPath, to destination: any WritableKeyPath<Mapped, Nested?> & Sendable,
        using mapping: some PlainMapping<Nested>
    ) {
        addRelationshipMapping(from: source, to: destination) { mapping }
    }

    /// Maps a nested representation to an optional property, with a mapping that is made when
    /// needed.
    ///
    /// - Parameters:
    ///   - source: The way to the nested representation.
    ///   - destination: The property.
    ///   - mapping: Gives the mapping; it may be one that leads back here.
    public mutating func addRelationshipMapping<Nested>(
        from source: PayloadPath, to destination: any WritableKeyPath<Mapped, Nested?> & Sendable,
        using mapping: @escaping @Sendable () -> some PlainMapping<Nested>
    ) {
        add(source, ToOneDestination(keyPath: destination), mapping)
    }

    /// Maps a nested representation to a property that always has a value.
    ///
    /// `null` is an issue.
    ///
    /// - Parameters:
    ///   - source: The way to the nested representation.
    ///   - destination: The property.
    ///   - mapping: The mapping for the nested representation.
    public mutating func addRelationshipMapping<Nested>(
        from source: PayloadPath, to destination: any WritableKeyPath<Mapped, Nested> & Sendable,
        using mapping: some PlainMapping<Nested>
    ) {
        addRelationshipMapping(from: source, to: destination) { mapping }
    }

    /// Maps a nested representation to a property that always has a value, with a mapping that is
    /// made when needed.
    ///
    /// - Parameters:
    ///   - source: The way to the nested representation.
    ///   - destination: The property.
    ///   - mapping: Gives the mapping; it may be one that leads back here.
    public mutating func addRelationshipMapping<Nested>(
        from source: PayloadPath, to destination: any WritableKeyPath<Mapped, Nested> & Sendable,
        using mapping: @escaping @Sendable () -> some PlainMapping<Nested>
    ) {
        add(source, MandatoryDestination(keyPath: destination), mapping)
    }

    /// Maps nested representations to a collection.
    ///
    /// A single representation counts as a list of one, `null` elements as none.
    ///
    /// - Parameters:
    ///   - source: The way to the nested representations.
    ///   - destination: The property: an array, a set, or an optional one.
    ///   - mapping: The mapping for each of them.
    ///   - policy: What happens to values that were there before. There is nothing to delete from, so
    ///     `replace` is the same as `set`.
    public mutating func addRelationshipMapping<Nested, Collection>(
        from source: PayloadPath,
        to destination: any WritableKeyPath<Mapped, Collection> & Sendable,
        using mapping: some PlainMapping<Nested>, assignmentPolicy policy: AssignmentPolicy = .set
    ) where Collection: ObjectCollection<Nested> {
        addRelationshipMapping(
            from: source, to: destination, using: { mapping }, assignmentPolicy: policy)
    }

    /// Maps nested representations to a collection, with a mapping that is made when needed.
    ///
    /// - Parameters:
    ///   - source: The way to the nested representations.
    ///   - destination: The property: an array, a set, or an optional one.
    ///   - mapping: Gives the mapping; it may be one that leads back here.
    ///   - policy: What happens to values that were there before.
    public mutating func addRelationshipMapping<Nested, Collection>(
        from source: PayloadPath,
        to destination: any WritableKeyPath<Mapped, Collection> & Sendable,
        using mapping: @escaping @Sendable () -> some PlainMapping<Nested>,
        assignmentPolicy policy: AssignmentPolicy = .set
    ) where Collection: ObjectCollection<Nested> {
        add(source, ToManyDestination(keyPath: destination, policy: policy), mapping)
    }

    private mutating func add<Destination: NestedDestination<Mapped>>(
        _ source: PayloadPath, _ destination: Destination,
        _ mapping: @escaping @Sendable () -> some PlainMapping<Destination.Nested>
    ) {
        relationships.append(
            ObjectRelationship(source: source, destination: destination) { mapping().makePlan() })
    }
}
