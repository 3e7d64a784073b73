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
    ///   - isReadOnly: Whether an ``ObjectWriter`` leaves the property out.
    public mutating func addRelationshipMapping<Nested>(
        from source: some PayloadPathConvertible,
        to destination: any WritableKeyPath<Mapped, Nested?> & Sendable,
        using mapping: some PlainMapping<Nested>, isReadOnly: Bool = false
    ) {
        addRelationshipMapping(
            from: source, to: destination, using: { mapping }, isReadOnly: isReadOnly)
    }

    /// Maps a nested representation to an optional property, with a mapping that is made when
    /// needed.
    ///
    /// - Parameters:
    ///   - source: The way to the nested representation.
    ///   - destination: The property.
    ///   - mapping: Gives the mapping; it may be one that leads back here.
    ///   - isReadOnly: Whether an ``ObjectWriter`` leaves the property out.
    public mutating func addRelationshipMapping<Nested>(
        from source: some PayloadPathConvertible,
        to destination: any WritableKeyPath<Mapped, Nested?> & Sendable,
        using mapping: @escaping @Sendable () -> some PlainMapping<Nested>,
        isReadOnly: Bool = false
    ) {
        add(source, ToOneDestination(keyPath: destination), isReadOnly, mapping)
    }

    /// Maps a nested representation to a property that always has a value.
    ///
    /// `null` is an issue.
    ///
    /// - Parameters:
    ///   - source: The way to the nested representation.
    ///   - destination: The property.
    ///   - mapping: The mapping for the nested representation.
    ///   - isReadOnly: Whether an ``ObjectWriter`` leaves the property out.
    public mutating func addRelationshipMapping<Nested>(
        from source: some PayloadPathConvertible,
        to destination: any WritableKeyPath<Mapped, Nested> & Sendable,
        using mapping: some PlainMapping<Nested>, isReadOnly: Bool = false
    ) {
        addRelationshipMapping(
            from: source, to: destination, using: { mapping }, isReadOnly: isReadOnly)
    }

    /// Maps a nested representation to a property that always has a value, with a mapping that is
    /// made when needed.
    ///
    /// - Parameters:
    ///   - source: The way to the nested representation.
    ///   - destination: The property.
    ///   - mapping: Gives the mapping; it may be one that leads back here.
    ///   - isReadOnly: Whether an ``ObjectWriter`` leaves the property out.
    public mutating func addRelationshipMapping<Nested>(
        from source: some PayloadPathConvertible,
        to destination: any WritableKeyPath<Mapped, Nested> & Sendable,
        using mapping: @escaping @Sendable () -> some PlainMapping<Nested>,
        isReadOnly: Bool = false
    ) {
        add(source, MandatoryDestination(keyPath: destination), isReadOnly, mapping)
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
    ///   - isReadOnly: Whether an ``ObjectWriter`` leaves the property out.
    public mutating func addRelationshipMapping<Nested, Collection>(
        from source: some PayloadPathConvertible,
        to destination: any WritableKeyPath<Mapped, Collection> & Sendable,
        using mapping: some PlainMapping<Nested>, assignmentPolicy policy: AssignmentPolicy = .set,
        isReadOnly: Bool = false
    ) where Collection: ObjectCollection<Nested> {
        addRelationshipMapping(
            from: source, to: destination, using: { mapping }, assignmentPolicy: policy,
            isReadOnly: isReadOnly)
    }

    /// Maps nested representations to a collection, with a mapping that is made when needed.
    ///
    /// - Parameters:
    ///   - source: The way to the nested representations.
    ///   - destination: The property: an array, a set, or an optional one.
    ///   - mapping: Gives the mapping; it may be one that leads back here.
    ///   - policy: What happens to values that were there before.
    ///   - isReadOnly: Whether an ``ObjectWriter`` leaves the property out.
    public mutating func addRelationshipMapping<Nested, Collection>(
        from source: some PayloadPathConvertible,
        to destination: any WritableKeyPath<Mapped, Collection> & Sendable,
        using mapping: @escaping @Sendable () -> some PlainMapping<Nested>,
        assignmentPolicy policy: AssignmentPolicy = .set, isReadOnly: Bool = false
    ) where Collection: ObjectCollection<Nested> {
        add(
            source, ToManyDestination(keyPath: destination, policy: policy), isReadOnly, mapping)
    }

    private mutating func add<Destination: NestedDestination<Mapped>>(
        _ source: some PayloadPathConvertible, _ destination: Destination, _ isReadOnly: Bool,
        _ mapping: @escaping @Sendable () -> some PlainMapping<Destination.Nested>
    ) {
        relationships.append(
            ObjectRelationship(
                source: PayloadPath(declared: source), destination: destination,
                isReadOnly: isReadOnly
            ) {
                mapping().makePlan()
            })
    }
}
