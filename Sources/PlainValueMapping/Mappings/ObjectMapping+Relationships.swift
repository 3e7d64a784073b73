public import EntityMapper
public import MercatorPayload

/// Mappings of nested values.
///
/// Every nested representation creates a value. If the property already holds an equal value, that
/// value is updated and kept instead. Values of types that are not `Equatable` are always replaced.
extension ObjectMapping {
    /// Maps a nested representation to an optional property.
    ///
    /// `null` is assigned as `nil`. There is no assignment policy, since policies apply to
    /// collections only.
    ///
    /// - Parameters:
    ///   - source: The path to the nested representation. The empty path is the representation
    ///     itself; a value is then created only if it contains one of the nested keys.
    ///   - destination: The property.
    ///   - mapping: The mapping of the nested representation.
    ///   - isReadOnly: Whether an ``ObjectWriter`` omits the property.
    public mutating func addRelationshipMapping<Nested>(
        from source: some PayloadPathConvertible,
        to destination: any WritableKeyPath<Mapped, Nested?> & Sendable,
        using mapping: some PlainMapping<Nested>, isReadOnly: Bool = false
    ) {
        addRelationshipMapping(
            from: source, to: destination, using: { mapping }, isReadOnly: isReadOnly)
    }

    /// Maps a nested representation to an optional property, creating its mapping when needed.
    ///
    /// - Parameters:
    ///   - source: The path to the nested representation.
    ///   - destination: The property.
    ///   - mapping: Returns the mapping, which may be recursive.
    ///   - isReadOnly: Whether an ``ObjectWriter`` omits the property.
    public mutating func addRelationshipMapping<Nested>(
        from source: some PayloadPathConvertible,
        to destination: any WritableKeyPath<Mapped, Nested?> & Sendable,
        using mapping: @escaping @Sendable () -> some PlainMapping<Nested>,
        isReadOnly: Bool = false
    ) {
        add(source, ToOneDestination(keyPath: destination), isReadOnly, mapping)
    }

    /// Maps a nested representation to a required property.
    ///
    /// `null` is an issue.
    ///
    /// - Parameters:
    ///   - source: The path to the nested representation.
    ///   - destination: The property.
    ///   - mapping: The mapping of the nested representation.
    ///   - isReadOnly: Whether an ``ObjectWriter`` omits the property.
    public mutating func addRelationshipMapping<Nested>(
        from source: some PayloadPathConvertible,
        to destination: any WritableKeyPath<Mapped, Nested> & Sendable,
        using mapping: some PlainMapping<Nested>, isReadOnly: Bool = false
    ) {
        addRelationshipMapping(
            from: source, to: destination, using: { mapping }, isReadOnly: isReadOnly)
    }

    /// Maps a nested representation to a required property, creating its mapping when needed.
    ///
    /// - Parameters:
    ///   - source: The path to the nested representation.
    ///   - destination: The property.
    ///   - mapping: Returns the mapping, which may be recursive.
    ///   - isReadOnly: Whether an ``ObjectWriter`` omits the property.
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
    /// A single representation is treated as an array with one element; `null` elements are
    /// skipped.
    ///
    /// - Parameters:
    ///   - source: The path to the nested representations.
    ///   - destination: The property: an array, a set, or an optional of these.
    ///   - mapping: The mapping of each nested representation.
    ///   - policy: The treatment of previous values. Since plain values are not deleted from a
    ///     store, `replace` is equivalent to `set`.
    ///   - isReadOnly: Whether an ``ObjectWriter`` omits the property.
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

    /// Maps nested representations to a collection, with a mapping that is created when needed.
    ///
    /// - Parameters:
    ///   - source: The path to the nested representations.
    ///   - destination: The property: an array, a set, or an optional of these.
    ///   - mapping: Returns the mapping, which may be recursive.
    ///   - policy: The treatment of previous values.
    ///   - isReadOnly: Whether an ``ObjectWriter`` omits the property.
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
